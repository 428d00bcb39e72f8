import type { MisbehavingHost } from './misbehaving-host.ts';
import { wireFaults } from './wire-faults.ts';

/** One fault, brought to one read of one request. */
export interface FaultCase {
  /** After `webapi/v1/`. */
  readonly path: string;
  /** Which of the request's reads meets it, from 0. */
  readonly read: number;
  readonly fault: string;
  /** Whether all reads after it meet it too. */
  readonly isLasting: boolean;
}

/**
 * So many cases, spread evenly over all there are: every fault, at every read of every request, once and lasting.
 * `reads` tells how many reads a request makes.
 */
export function sampledCases(reads: ReadonlyMap<string, number>, count: number): readonly FaultCase[] {
  const all: FaultCase[] = [];
  for (const [path, readsOfPath] of reads) {
    for (let read = 0; read < readsOfPath; read++) {
      for (const fault of Object.keys(wireFaults)) {
        for (const isLasting of [false, true]) all.push({ path, read, fault, isLasting });
      }
    }
  }
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    const chosen = all[Math.floor(((index + 0.5) * all.length) / Math.min(count, all.length))];
    if (!chosen) throw new RangeError(`no case ${index} of ${all.length}`);
    return chosen;
  });
}

/** The faults of a host that several clients read at a time, each told apart by a name. */
export class FaultPlan {
  readonly #cases = new Map<string, { readonly fault: FaultCase; reads: number }>();

  constructor(host: MisbehavingHost, clientOf: (headers: NodeJS.Dict<string | string[]>) => string) {
    host.faultOf = (path, { headers }) => {
      const active = path.startsWith('data/') ? this.#cases.get(clientOf(headers)) : undefined;
      if (!active) return undefined;
      const { read, isLasting, fault } = active.fault;
      const number = active.reads++;
      return number === read || (isLasting && number > read) ? wireFaults[fault] : undefined;
    };
  }

  /** From now on the reads of a client are counted, and meet the fault. */
  begin(client: string, fault: FaultCase): void {
    this.#cases.set(client, { fault, reads: 0 });
  }

  /** The host serves this client well again. Returns how many reads there were. */
  end(client: string): number {
    const reads = this.#cases.get(client)?.reads ?? 0;
    this.#cases.delete(client);
    return reads;
  }
}
