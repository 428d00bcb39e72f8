import { manifestPath } from '../../core/storage/format/layout.ts';
import { cacheName, type EstimateStorage, pathInSite, type WorkerEnvironment } from './worker-environment.ts';

/**
 * The data files that are cached on this device, within a size limit. Files read least recently are evicted first. The
 * manifest and pinned files are never evicted, even above the limit.
 *
 * No method rejects. If the browser refuses to store files, for lack of space or permission, the cache is empty.
 */
export class CachedFiles {
  readonly #environment: WorkerEnvironment;
  /** Size in bytes by path, least recently read first. */
  readonly #files = new Map<string, number>();
  #bytes = 0;
  #pinned = new Set<string>();
  #limit = 0;
  #indexRead: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #isChanged = false;

  constructor(environment: WorkerEnvironment) {
    this.#environment = environment;
  }

  async find(path: string): Promise<Response | undefined> {
    return this.#attempt((cache) => cache.match(this.#fileUrl(path)));
  }

  async markRead(path: string): Promise<void> {
    await this.#readIndex();
    const bytes = this.#files.get(path);
    if (bytes === undefined || this.#isPinned(path)) return;
    this.#track(path, bytes);
    await this.#writeIndex();
  }

  async put(path: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<boolean> {
    await this.#readIndex();
    if (!this.#isPinned(path) && bytes.length > this.#limit) return false;
    if (!(await this.#write(path, bytes, headers))) {
      // The browser may have less space than it reported: try again after evicting files.
      const hasEvicted = await this.#evictTo(Math.max(0, this.#bytes - 2 * bytes.length));
      if (!hasEvicted || !(await this.#write(path, bytes, headers))) return false;
    }
    this.#track(path, bytes.length);
    if (this.#bytes > this.#limit) await this.#evictTo(0.9 * this.#limit, this.#limit);
    await this.#writeIndex();
    return true;
  }

  async pin(paths: Iterable<string>): Promise<void> {
    await this.#readIndex();
    this.#pinned = new Set(paths);
    await this.#writeIndex();
  }

  async pinned(): Promise<string[]> {
    await this.#readIndex();
    return [...this.#pinned];
  }

  async paths(): Promise<string[]> {
    await this.#readIndex();
    return [...this.#files.keys()];
  }

  async limit(): Promise<number> {
    await this.#readIndex();
    return this.#limit;
  }

  async bytes(): Promise<number> {
    await this.#readIndex();
    if (this.#files.size === 0) return 0;
    // The browser may have deleted some of the files.
    const urls = await this.#attempt(async (cache) => new Set((await cache.keys()).map(({ url }) => url)));
    for (const path of [...this.#files.keys()]) if (!urls?.has(this.#fileUrl(path))) this.#untrack(path);
    return this.#bytes;
  }

  async delete(path: string): Promise<void> {
    await this.#readIndex();
    await this.#remove(path);
    await this.#writeIndex();
  }

  async clear(): Promise<void> {
    await this.#readIndex();
    await this.#writing;
    for (const path of [...this.#files.keys()]) this.#untrack(path);
    this.#pinned.clear();
    try {
      await this.#environment.caches.delete(this.#cacheName());
    } catch {
      // If nothing can be deleted, nothing was stored.
    }
  }

  /**
   * Evicts the files read least recently until at most `bytes` are left. The most recently read file is evicted only if
   * more than `bytesWithLast` bytes are left. Resolves to whether any file was evicted.
   */
  async #evictTo(bytes: number, bytesWithLast = bytes): Promise<boolean> {
    let hasRemoved = false;
    const candidates = [...this.#files.keys()].filter((each) => !this.#isPinned(each));
    for (const path of candidates) {
      if (this.#bytes <= (path === candidates.at(-1) ? bytesWithLast : bytes)) break;
      await this.#remove(path);
      hasRemoved = true;
    }
    return hasRemoved;
  }

  async #remove(path: string): Promise<void> {
    await this.#attempt((cache) => cache.delete(this.#fileUrl(path)));
    this.#untrack(path);
  }

  async #write(path: string, bytes: BodyInit, headers: Record<string, string>): Promise<boolean> {
    const response = new Response(bytes, { headers });
    const isWritten = await this.#attempt(async (cache) => {
      await cache.put(this.#fileUrl(path), response);
      return true;
    });
    return isWritten ?? false;
  }

  /**
   * Reads the index once after each start of the worker. It may be out of date, so files that exist take precedence.
   */
  #readIndex(): Promise<void> {
    this.#indexRead ??= this.#readOnce();
    return this.#indexRead;
  }

  async #readOnce(): Promise<void> {
    this.#limit = await storageLimit(this.#environment.estimateStorage);
    await this.#attempt(async (cache) => {
      const { siteUrl } = this.#environment;
      const paths = (await cache.keys()).flatMap(({ url }) => pathInSite(siteUrl, url) ?? []);
      const unindexed = new Set(paths.filter((path) => path !== indexPath));
      const { needed, files } = await readIndex(await cache.match(this.#fileUrl(indexPath)));
      const indexed = files.filter(([path]) => unindexed.delete(path));
      for (const path of unindexed) {
        const blob = await (await cache.match(this.#fileUrl(path)))?.blob();
        this.#track(path, blob?.size ?? 0);
      }
      for (const [path, bytes] of indexed) this.#track(path, bytes);
      this.#pinned = new Set(needed);
    });
  }

  /** Resolves when the current state is written. Changes made during a write are written together. */
  #writeIndex(): Promise<void> {
    this.#isChanged = true;
    this.#writing ??= this.#writeWhileChanged().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #writeWhileChanged(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      const index: CacheIndex = { needed: [...this.#pinned], files: [...this.#files] };
      await this.#write(indexPath, JSON.stringify(index), { 'Content-Type': 'application/json' });
    }
  }

  /** Resolves to undefined if the browser refuses the operation. */
  async #attempt<Result>(use: (cache: Cache) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await use(await this.#environment.caches.open(this.#cacheName()));
    } catch {
      return undefined;
    }
  }

  #track(path: string, bytes: number): void {
    this.#untrack(path);
    this.#files.set(path, bytes);
    this.#bytes += bytes;
  }

  #untrack(path: string): void {
    this.#bytes -= this.#files.get(path) ?? 0;
    this.#files.delete(path);
  }

  #isPinned(path: string): boolean {
    return path === manifestPath || this.#pinned.has(path);
  }

  #cacheName(): string {
    return cacheName(this.#environment.siteUrl, 'data');
  }

  #fileUrl(path: string): string {
    return this.#environment.siteUrl + path;
  }
}

/** The index is stored with the files, under a name that no file of the site has. */
const indexPath = 'data/kept-on-this-device';

/** Stored so that the order of the files survives a restart of the worker. */
interface CacheIndex {
  readonly needed: readonly string[];
  /** Path and size of each file, least recently read first. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

/** An index that is missing or cannot be read counts as empty. Never rejects. */
async function readIndex(response: Response | undefined): Promise<CacheIndex> {
  try {
    const { needed, files } = (await response?.json()) as CacheIndex;
    return { needed: [...needed], files: [...files] };
  } catch {
    return { needed: [], files: [] };
  }
}

/** Enough for several complete versions of the published data, which take about 11 MB each. */
const maximumBytes = 100_000_000;
/** The fraction of the browser's quota to use. The rest is left to other sites of the same origin. */
const shareOfQuota = 0.1;
/** The limit if the browser does not report a quota. */
const defaultBytes = 20_000_000;

/** How many bytes of data files may be cached on this device. Never rejects. */
export async function storageLimit(estimate: EstimateStorage | undefined): Promise<number> {
  try {
    const { quota } = (await estimate?.()) ?? {};
    return quota === undefined ? defaultBytes : Math.min(maximumBytes, shareOfQuota * quota);
  } catch {
    return defaultBytes;
  }
}
