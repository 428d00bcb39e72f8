import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createFetchedStore } from '../../../core/storage/snapshot/fetched-store.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';
import { fixtureTree } from '../fixture/fixture-tree.ts';
import { faultRequests, isConforming503, sendTo, type Received } from './fault-requests.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface FaultyFetch {
  readonly bytes: Bytes;
  /** The bytes of another file. */
  readonly otherBytes: Bytes;
  readonly signal: AbortSignal;
}

/** Responds to a request for a file with a fault at the level of the network. Delays use `setTimeout`. */
export type NetworkFault = (sent: FaultyFetch) => Response | Promise<Response>;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

/** A response whose body supplies chunks on demand, and fails when the request is aborted. */
function respondInChunks(signal: AbortSignal, pull: (turn: number) => Promise<Bytes | undefined>): Response {
  let turn = 0;
  const aborted = untilAborted(signal);
  aborted.catch(() => undefined);
  const body = new ReadableStream<Bytes>({
    async pull(controller) {
      const chunk = await Promise.race([pull(turn++), aborted]);
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/octet-stream' } });
}

const half = (bytes: Bytes): Bytes => bytes.slice(0, bytes.length >>> 1);

export const networkFaults: Readonly<Record<string, NetworkFault>> = {
  'is missing': () => new Response('{}', { status: 404 }),
  'has status 429': () => new Response('', { status: 429 }),
  'has status 500': () => new Response('{}', { status: 500 }),
  'is an HTML page with its content type': () =>
    new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
  'is behind a refused connection': () => Promise.reject(new TypeError('fetch failed')),
  'ends too early': ({ bytes }) => new Response(half(bytes)),
  "contains another file's bytes": ({ otherBytes }) => new Response(otherBytes),
  'is cut off in the middle': ({ bytes, signal }) =>
    respondInChunks(signal, (turn) =>
      turn === 0 ? Promise.resolve(half(bytes)) : Promise.reject(new TypeError('reset')),
    ),
  'hangs before it starts': ({ signal }) => untilAborted(signal),
  'hangs and ignores cancellation': () => new Promise(() => undefined),
  'hangs in the middle': ({ bytes, signal }) =>
    respondInChunks(signal, (turn) => (turn === 0 ? Promise.resolve(half(bytes)) : new Promise(() => undefined))),
  'drips a byte every three seconds': ({ bytes, signal }) =>
    respondInChunks(signal, async (turn) => {
      await wait(3000);
      return turn < bytes.length ? bytes.slice(turn, turn + 1) : undefined;
    }),
  'arrives after three seconds': async ({ bytes, signal }) => {
    await Promise.race([wait(3000), untilAborted(signal)]);
    return new Response(bytes);
  },
  'never ends': ({ signal }) => respondInChunks(signal, () => Promise.resolve(new Uint8Array(65_536))),
};

/*
 * Virtual time, which passes only when there is nothing else to do: a response that takes nine seconds arrives at once,
 * and its duration is exact.
 */

let pendingDigests = 0;

export function beginVirtualTime(): void {
  // A digest is computed on another thread, and time must not pass until it is done.
  const { subtle } = globalThis.crypto;
  const digest = subtle.digest.bind(subtle);
  vi.spyOn(subtle, 'digest').mockImplementation(async (...given) => {
    pendingDigests++;
    try {
      return await digest(...given);
    } finally {
      pendingDigests--;
    }
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

export function endVirtualTime(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
}

/** Waits until a promise settles, advancing virtual time. Throws when there is no timer left to wait for. */
export async function settle<Value>(work: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  for (;;) {
    await untilQuiet();
    if (isOver) return work;
    if (vi.getTimerCount() === 0) throw new Error('the request hangs, and no timer is left that could end it');
    vi.advanceTimersToNextTimer();
  }
}

async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 3 || pendingDigests > 0; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const timeLimitInMilliseconds = 10_000;
/** Shorter, because no request waits for reads that were started before the fault ended. */
const timeLimitAfterwardsInMilliseconds = 3000;

/** One request of each kind. `fault-injection.soak.test.ts` injects faults into every read of all requests. */
const requests = [0, 3, 4, 7, 8, 12, 13].flatMap((index) => faultRequests[index] ?? []);

const random = printedRandom('fetches with faults');
let files: ReadonlyMap<string, Bytes>;
let faultsSurvived = 0;

beforeAll(async () => {
  ({ files } = (await fixtureTree()).tree);
  beginVirtualTime();
});
afterAll(() => {
  endVirtualTime();
  console.info(`${faultsSurvived} faults of the network survived, in virtual time.`);
});

/** A reader over a network in which `isFaulty` selects the reads that fail, numbered from 0. */
function readerOver(fault: NetworkFault): {
  readonly reader: DatasetReader;
  readonly network: { reads: string[]; isFaulty: (read: number) => boolean };
} {
  const network: ReturnType<typeof readerOver>['network'] = { reads: [], isFaulty: () => false };
  const paths = [...files.keys()];
  const store = createFetchedStore({
    baseUrl: 'https://files.example.org/',
    timeoutInMilliseconds: 4000,
    fetch: async (url, { signal }) => {
      const path = url.replace('https://files.example.org/', '');
      const read = network.reads.push(path) - 1;
      const bytes = files.get(path);
      const otherBytes = files.get(paths[(paths.indexOf(path) + 1) % paths.length] ?? '');
      if (!bytes || !otherBytes || !signal) throw new Error(`${path} does not exist, or is requested without a signal`);
      return network.isFaulty(read) ? fault({ bytes, otherBytes, signal }) : new Response(bytes);
    },
  });
  return { reader: new DatasetReader(store, { manifestMaxAgeInMilliseconds: 5000 }), network };
}

interface Timed {
  readonly received: Received | 'aborted';
  /** Until the response started. */
  readonly milliseconds: number;
}

async function timed(reader: DatasetReader, path: string): Promise<Timed> {
  const began = performance.now();
  let milliseconds = Number.NaN;
  const received = await settle(
    sendTo(reader, path, () => {
      milliseconds = performance.now() - began;
    }),
  );
  return { received, milliseconds };
}

describe.each(Object.entries(networkFaults))('when a fetched file %s', (_, fault) => {
  it('the response is right, a 503 or aborted, in time, and the next one is right', async () => {
    for (const { path, isStreamed } of requests) {
      const healthy = readerOver(fault);
      const { received: right } = await timed(healthy.reader, path);
      for (const faulty of sampleOf([...healthy.network.reads.keys()], random)) {
        for (const isLasting of [false, true]) {
          const { reader, network } = readerOver(fault);
          network.isFaulty = (read) => (isLasting ? read >= faulty : read === faulty);
          const { received, milliseconds } = await timed(reader, path);
          const details = { path, faulty, isLasting, received, milliseconds };
          expect(milliseconds, JSON.stringify(details)).toBeLessThan(timeLimitInMilliseconds);
          if (!isLasting) expect(details).toEqual({ ...details, received: right });
          else if (received === 'aborted') expect({ ...details, isStreamed }).toEqual({ ...details, isStreamed: true });
          else if (received.status === 503)
            expect({ details, is: isConforming503(received) }).toEqual({ details, is: true });
          else expect(details).toEqual({ ...details, received: right });
          network.isFaulty = () => false;
          const next = await timed(reader, path);
          expect({ details, next: next.received }).toEqual({ details, next: right });
          expect(next.milliseconds).toBeLessThan(timeLimitAfterwardsInMilliseconds);
          faultsSurvived++;
        }
      }
    }
  });
});
