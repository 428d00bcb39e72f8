import { manifestPath } from '../../core/storage/layout.ts';
import { notesPath, readNotes, type KeptNotes } from './kept-notes.ts';
import { storageLimit } from './storage-limit.ts';
import { cacheName, pathInSite, type Surroundings } from './surroundings.ts';

/**
 * The data files on this device, within a limit: of those that nothing needs, the ones read longest ago make room. The
 * manifest and what is said to be needed never go, whatever it takes.
 *
 * Nothing here rejects. Where the browser keeps nothing, for want of room or of permission, there is nothing here.
 */
export class KeptFiles {
  readonly #surroundings: Surroundings;
  /** Bytes by path, in the order of reading. */
  readonly #files = new Map<string, number>();
  #bytes = 0;
  #needed = new Set<string>();
  #limit = 0;
  #isRead: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #isChanged = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  async find(path: string): Promise<Response | undefined> {
    return this.#attempt((cache) => cache.match(this.#urlOf(path)));
  }

  /** A file has been read. Over once that is noted; reads of needed files need no note. */
  async noteRead(path: string): Promise<void> {
    await this.#readNotes();
    const bytes = this.#files.get(path);
    if (bytes === undefined || this.#isNeeded(path)) return;
    this.#setLatest(path, bytes);
    await this.#writeNotes();
  }

  /** Keeps a file, and lets others go for it. Resolves to whether it is kept. */
  async put(path: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<boolean> {
    await this.#readNotes();
    if (!this.#isNeeded(path) && bytes.length > this.#limit) return false;
    if (!(await this.#write(path, bytes, headers))) {
      // The browser may have less room than it said: once more, without what was read longest ago.
      const hasMadeRoom = await this.#shrinkTo(Math.max(0, this.#bytes - 2 * bytes.length));
      if (!hasMadeRoom || !(await this.#write(path, bytes, headers))) return false;
    }
    this.#setLatest(path, bytes.length);
    if (this.#bytes > this.#limit) await this.#shrinkTo(0.9 * this.#limit, this.#limit);
    await this.#writeNotes();
    return true;
  }

  /** From now on these files, and no others, never go. */
  async need(paths: Iterable<string>): Promise<void> {
    await this.#readNotes();
    this.#needed = new Set(paths);
    await this.#writeNotes();
  }

  /** The paths of the files that never go but on a person's word. */
  async needed(): Promise<string[]> {
    await this.#readNotes();
    return [...this.#needed];
  }

  /** Those of all files, the manifest among them. */
  async paths(): Promise<string[]> {
    await this.#readNotes();
    return [...this.#files.keys()];
  }

  /** How many bytes may be kept. */
  async limit(): Promise<number> {
    await this.#readNotes();
    return this.#limit;
  }

  async bytes(): Promise<number> {
    await this.#readNotes();
    if (this.#files.size === 0) return 0;
    // The browser may have taken some away since they were noted.
    const urls = await this.#attempt(async (cache) => new Set((await cache.keys()).map(({ url }) => url)));
    for (const path of [...this.#files.keys()]) if (!urls?.has(this.#urlOf(path))) this.#strike(path);
    return this.#bytes;
  }

  async forget(path: string): Promise<void> {
    await this.#readNotes();
    await this.#remove(path);
    await this.#writeNotes();
  }

  /** Takes away everything. */
  async clear(): Promise<void> {
    await this.#readNotes();
    await this.#writing;
    for (const path of [...this.#files.keys()]) this.#strike(path);
    this.#needed.clear();
    try {
      await this.#surroundings.caches.delete(this.#cacheName());
    } catch {
      // Where nothing can be taken away, nothing was kept.
    }
  }

  /**
   * Lets go of what was read longest ago until so many bytes are left; of what was read last only when more than
   * `mostWithLast` would be. Resolves to whether anything went.
   */
  async #shrinkTo(bytes: number, mostWithLast = bytes): Promise<boolean> {
    let hasRemoved = false;
    const unneeded = [...this.#files.keys()].filter((each) => !this.#isNeeded(each));
    for (const path of unneeded) {
      if (this.#bytes <= (path === unneeded.at(-1) ? mostWithLast : bytes)) break;
      await this.#remove(path);
      hasRemoved = true;
    }
    return hasRemoved;
  }

  async #remove(path: string): Promise<void> {
    await this.#attempt((cache) => cache.delete(this.#urlOf(path)));
    this.#strike(path);
  }

  async #write(path: string, bytes: BodyInit, headers: Record<string, string>): Promise<boolean> {
    const response = new Response(bytes, { headers });
    const isWritten = await this.#attempt(async (cache) => {
      await cache.put(this.#urlOf(path), response);
      return true;
    });
    return isWritten ?? false;
  }

  /** Once in the worker's life. The files themselves are what counts: notes may be of a moment before. */
  #readNotes(): Promise<void> {
    this.#isRead ??= this.#readOnce();
    return this.#isRead;
  }

  async #readOnce(): Promise<void> {
    this.#limit = await storageLimit(this.#surroundings.estimateStorage);
    await this.#attempt(async (cache) => {
      const { siteUrl } = this.#surroundings;
      const paths = (await cache.keys()).map(({ url }) => pathInSite(siteUrl, url) ?? '');
      const unnoted = new Set(paths.filter((path) => path !== notesPath));
      const { needed, files } = await readNotes(await cache.match(this.#urlOf(notesPath)));
      const noted = files.filter(([path]) => unnoted.delete(path));
      for (const path of unnoted) {
        const blob = await (await cache.match(this.#urlOf(path)))?.blob();
        this.#setLatest(path, blob?.size ?? 0);
      }
      for (const [path, bytes] of noted) this.#setLatest(path, bytes);
      this.#needed = new Set(needed);
    });
  }

  /** Over once what is known now is written. However many changes come meanwhile, they are written together. */
  #writeNotes(): Promise<void> {
    this.#isChanged = true;
    this.#writing ??= this.#writeWhileChanged().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #writeWhileChanged(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      const notes: KeptNotes = { needed: [...this.#needed], files: [...this.#files] };
      await this.#write(notesPath, JSON.stringify(notes), { 'Content-Type': 'application/json' });
    }
  }

  /** What is done to the cache; undefined when the browser refuses. */
  async #attempt<Result>(use: (cache: Cache) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await use(await this.#surroundings.caches.open(this.#cacheName()));
    } catch {
      return undefined;
    }
  }

  #setLatest(path: string, bytes: number): void {
    this.#strike(path);
    this.#files.set(path, bytes);
    this.#bytes += bytes;
  }

  #strike(path: string): void {
    this.#bytes -= this.#files.get(path) ?? 0;
    this.#files.delete(path);
  }

  #isNeeded(path: string): boolean {
    return path === manifestPath || this.#needed.has(path);
  }

  #cacheName(): string {
    return cacheName(this.#surroundings.siteUrl, 'data');
  }

  #urlOf(path: string): string {
    return this.#surroundings.siteUrl + path;
  }
}
