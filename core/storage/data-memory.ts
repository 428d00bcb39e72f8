import type { Manifest } from './manifest.ts';

/** How a cache was used since it was created, and how full it is. */
export interface CacheStatistics {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
}

interface Remembered {
  readonly content: unknown;
  readonly bytes: number;
}

/**
 * What has been read and decoded, within a bound: the files used last, and the manifest read last. It is plain data
 * without anything under way, so that libraries of different requests may share it where a runtime keeps the reads of
 * requests apart.
 */
export class DataMemory {
  readonly #maximumBytes: number;
  /** In order of last use, by path. */
  readonly #files = new Map<string, Remembered>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  manifest: { readonly bytes: Uint8Array; readonly manifest: Manifest } | undefined;

  /** `maximumBytes` bounds the memory of the files, as `remember` is told of it. */
  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** The content remembered under a path; undefined when there is none. */
  recall(path: string): unknown {
    const remembered = this.#files.get(path);
    if (!remembered) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#files.delete(path);
    this.#files.set(path, remembered);
    return remembered.content;
  }

  /** Keeps the content of a path, never undefined, that takes so many bytes of memory; what was not used for longest goes. */
  remember(path: string, content: unknown, bytes: number): void {
    if (bytes > this.#maximumBytes || this.#files.has(path)) return;
    this.#files.set(path, { content, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#files) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#files.delete(oldest);
      this.#bytes -= freed;
      this.#evictions++;
    }
  }

  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, bytes: this.#bytes };
  }
}
