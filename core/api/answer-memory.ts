import type { CacheStatistics } from '../storage/data-memory.ts';
import type { ApiAnswer } from './api-message.ts';

interface Remembered {
  readonly dataVersion: string;
  readonly answer: ApiAnswer;
  readonly bytes: number;
}

/** What an answer costs beyond its bytes: headers, keys, entries of tables. */
const overheadBytes = 1500;
/** A host may keep a body compressed beside it, in two ways: JSON as ours takes a quarter of its length at most. */
const copiesOfBody = 1.5;

/** An answer larger than this share of the whole would push out too much of what is asked for often. */
const largestShare = 1 / 16;

/** What it takes to remember an answer, as a careful estimate. */
export function costInBytes(url: string, bodyBytes: number): number {
  return bodyBytes * copiesOfBody + url.length * 2 + overheadBytes;
}

/**
 * Remembers answers by their address, the most recently used within a bound. An answer is a pure function of the
 * address and the data version, so one of the version that stands now is as good as a new one. It also knows which are
 * being made, so that many who ask the same at once, as after an update, have it made once.
 */
export class AnswerMemory {
  readonly #maximumBytes: number;
  /** In order of last use. */
  readonly #answers = new Map<string, Remembered>();
  readonly #underWay = new Map<string, Promise<ApiAnswer>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /** `maximumBytes` bounds, by a careful estimate, the memory that the answers take; 0 remembers nothing. */
  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** What was answered at this address, and in which version. */
  recall(url: string): { readonly dataVersion: string; readonly answer: ApiAnswer } | undefined {
    const remembered = this.#answers.get(url);
    if (!remembered) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#answers.delete(url);
    this.#answers.set(url, remembered);
    return remembered;
  }

  /** The answer that is being made for this address; undefined when none is. */
  underWay(url: string): Promise<ApiAnswer> | undefined {
    return this.#underWay.get(url);
  }

  /** Tells that an answer is being made for an address, until it is there. Without room for answers this is not told. */
  begin(url: string, answer: Promise<ApiAnswer>): void {
    if (this.#maximumBytes === 0) return;
    this.#underWay.set(url, answer);
    const end = (): boolean => this.#underWay.get(url) === answer && this.#underWay.delete(url);
    answer.then(end, end);
  }

  /** Remembers an answer to GET, if it is a result whose body is at hand and not too large. */
  remember(url: string, dataVersion: string, answer: ApiAnswer): void {
    if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) return;
    const bytes = costInBytes(url, answer.body.length);
    if (bytes > this.#maximumBytes * largestShare) return;
    this.#bytes += bytes - (this.#answers.get(url)?.bytes ?? 0);
    this.#answers.delete(url);
    this.#answers.set(url, { dataVersion, answer, bytes });
    for (const [oldest, { bytes: freed }] of this.#answers) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= freed;
      this.#evictions++;
    }
  }

  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, bytes: this.#bytes };
  }
}
