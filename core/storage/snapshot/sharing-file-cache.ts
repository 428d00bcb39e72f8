import type { CacheStatistics } from '../../collections/lru-cache.ts';
import { FileCache } from './file-cache.ts';

/** Content that may be in use, and the bytes of memory that it uses. */
interface Remembered {
  readonly content: WeakRef<object>;
  readonly bytes: number;
}

/** Fewer references are not searched for content that no longer exists: that would free little memory. */
const minimumSweepSize = 1000;

/**
 * A cache for a server with many long responses at a time: finds content that one of them still uses, even if it has
 * been evicted. Otherwise, responses that together use more than fits into the cache would each keep a copy. Such
 * content is not part of the cache's limit, because the cache does not keep it.
 */
export class SharingFileCache extends FileCache {
  readonly #remembered = new Map<string, Remembered>();
  #nextSweepSize = minimumSweepSize;
  /** How often evicted content was found. These are hits, although the cache itself did not have the content. */
  #restored = 0;

  override get(key: string): unknown {
    return super.get(key) ?? this.#restore(key);
  }

  #restore(key: string): unknown {
    const remembered = this.#remembered.get(key);
    const content = remembered?.content.deref();
    if (!remembered || content === undefined) return undefined;
    this.#restored++;
    super.set(key, content, remembered.bytes);
    return content;
  }

  override set(key: string, content: unknown, bytes: number): void {
    super.set(key, content, bytes);
    if (typeof content !== 'object' || content === null) return;
    this.#remembered.set(key, { content: new WeakRef(content), bytes });
    if (this.#remembered.size < this.#nextSweepSize) return;
    for (const [other, { content: reference }] of this.#remembered) {
      if (!reference.deref()) this.#remembered.delete(other);
    }
    this.#nextSweepSize = Math.max(minimumSweepSize, this.#remembered.size * 2);
  }

  override get statistics(): CacheStatistics {
    const { hits, misses, ...others } = super.statistics;
    return { ...others, hits: hits + this.#restored, misses: misses - this.#restored };
  }
}
