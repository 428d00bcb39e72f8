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
  /** Whether it was used since it was set, or since it was last spared from eviction. */
  isUsed: boolean;
}

/**
 * A cache with string keys, limited to a number of bytes. Entries that have not been used for a long time are evicted
 * first: the oldest entry, unless it has been used since its last turn (the CLOCK algorithm). Unlike an exact order of
 * use, this costs nothing when an entry is used.
 */
export class ClockCache<Value> {
  readonly maximumBytes: number;
  /** The entry whose turn it is to be evicted is first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /** With `maximumBytes` 0, nothing is cached. */
  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    entry.isUsed = true;
    return entry.value;
  }

  /** Sets the value of a key, evicting others if necessary. A value larger than the whole cache is not stored. */
  set(key: string, value: Value, bytes: number): void {
    if (bytes > this.maximumBytes) return;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, bytes, isUsed: false });
    // A spared entry comes last, and is visited again. The loop ends because the new value fits into an empty cache.
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.maximumBytes) break;
      this.#entries.delete(oldest);
      if (entry.isUsed || oldest === key) {
        entry.isUsed = false;
        this.#entries.set(oldest, entry);
        continue;
      }
      this.#bytes -= entry.bytes;
      this.#evictions++;
    }
  }

  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, bytes: this.#bytes };
  }
}
