import { type CacheStatistics, ClockCache } from '../collections/clock-cache.ts';
import type { ApiResponse } from './responses.ts';

/** The memory that a cached response uses in addition to its body: headers, keys and map entries. */
const overheadBytes = 1500;
/** A host may also cache two compressed copies of a body, each at most a quarter of its length. */
const bodyCopies = 1.5;

/** A response larger than this share of the cache is not cached: it would evict too many others. */
const largestShare = 1 / 16;

/** A high estimate of the memory that a cached response uses. */
export function costInBytes(url: string, bodyBytes: number): number {
  return bodyBytes * bodyCopies + url.length * 2 + overheadBytes;
}

/**
 * Caches responses by URL, up to a number of bytes. A response is a pure function of the URL and the data version, so a
 * cached response of the current version is identical to a new one. The cache also stores pending responses, so that
 * many simultaneous requests for the same URL, which are common after an update, are handled once.
 */
export class ResponseCache {
  readonly #responses: ClockCache<ApiResponse>;
  readonly #pending = new Map<string, Promise<ApiResponse>>();

  /** `maximumBytes` bounds the estimated memory of the cached responses; 0 caches nothing. */
  constructor(maximumBytes: number) {
    this.#responses = new ClockCache(maximumBytes);
  }

  /** The last cached response for this URL. Its headers contain its data version. */
  get(url: string): ApiResponse | undefined {
    return this.#responses.get(url);
  }

  pending(url: string): Promise<ApiResponse> | undefined {
    return this.#pending.get(url);
  }

  /** Shares a pending response with later requests for the same URL, unless the cache has size 0. */
  setPending(url: string, response: Promise<ApiResponse>): void {
    if (this.#responses.maximumBytes === 0) return;
    this.#pending.set(url, response);
    const remove = (): boolean => this.#pending.get(url) === response && this.#pending.delete(url);
    response.then(remove, remove);
  }

  /** Caches a response to GET, if its status is 200 and its body is neither a stream nor too large. */
  set(url: string, response: ApiResponse): void {
    if (response.status !== 200 || !(response.body instanceof Uint8Array)) return;
    const bytes = costInBytes(url, response.body.length);
    if (bytes > this.#responses.maximumBytes * largestShare) return;
    this.#responses.set(url, response, bytes);
  }

  get statistics(): CacheStatistics {
    return this.#responses.statistics;
  }
}
