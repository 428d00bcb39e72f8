/** How a cache has been used since it was created, and how full it is. */
export interface CacheStatistics {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A cache with string keys, limited to a number of bytes. Entries used least recently are evicted first. */
export class LruCache<Value> {
  readonly #maximumBytes: number;
  /** The entry used least recently is first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /** With `maximumBytes` 0, nothing is cached. */
  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Whether the cache contains the key. Does not count as a use, a hit or a miss. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Sets the value of a key, evicting others if necessary. A value larger than the whole cache is not stored. */
  set(key: string, value: Value, bytes: number): void {
    if (bytes > this.#maximumBytes) return;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, bytes });
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= freed;
      this.#evictions++;
    }
  }

  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, bytes: this.#bytes };
  }
}
