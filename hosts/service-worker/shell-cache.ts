import { documentPagePaths } from '../../core/storage/layout.ts';
import { isWholeFile, networkFirst } from './network-first.ts';
import { cacheName, pathInSite, type Surroundings, type WaitUntil } from './surroundings.ts';

/** The files of the page as one build made them. */
export interface Shell {
  /** Changes with any of the files. */
  readonly version: string;
  /** Paths relative to the site's root, `index.html` among them. */
  readonly files: readonly string[];
}

/**
 * The page itself, so that it opens without a network. Each build has a cache of its own, and a page is in it only once
 * all of its parts are; until then the page of an earlier build stands in. Pages come from the network where that
 * answers in time, so that a new build shows; what carries a hash in its name comes from the cache.
 */
export class ShellCache {
  readonly #shell: Shell;
  readonly #surroundings: Surroundings;
  readonly #name: string;

  constructor(shell: Shell, surroundings: Surroundings) {
    this.#shell = shell;
    this.#surroundings = surroundings;
    this.#name = cacheName(surroundings.siteUrl, 'shell', shell.version);
  }

  /** Whether a page that has loaded these scripts, by their addresses, is of this build. */
  isOwnPage(scripts: readonly string[]): boolean {
    const { siteUrl } = this.#surroundings;
    return scripts.length > 0 && scripts.every((url) => this.#shell.files.includes(pathInSite(siteUrl, url) ?? ''));
  }

  /**
   * Reads into the cache what is missing there, one file after the other, behind everything that the page itself reads.
   * Never rejects: a worker that cannot keep the page still answers the interface.
   */
  async fill(): Promise<void> {
    const others = this.#shell.files.filter((file) => !isPage(file));
    for (const file of [...others, ...this.#shell.files.filter(isPage)]) {
      try {
        if (isPage(file) && !(await this.#hasAll(isPart))) return;
        const cache = await this.#open();
        const url = this.#urlOf(file);
        if (await cache.match(url)) continue;
        const request = new Request(url, { cache: isPage(file) ? 'no-cache' : 'default', priority: 'low' });
        const response = await this.#surroundings.fetch(request);
        if (isPage(file)) await this.#keepPage(file, response);
        else if (isWholeFile(response)) await cache.put(url, response);
      } catch {
        // Out of reach or without room: the next call tries again.
      }
    }
  }

  /**
   * Takes away the caches of earlier builds but for the latest: a page of that build may still be open, and read parts
   * of it later. Does nothing until this build is kept whole: one of them may have the only page. Never rejects.
   */
  async forgetEarlier(): Promise<void> {
    try {
      if (!(await this.#hasAll((file) => isPage(file) || isPart(file)))) return;
      const names = await this.#namesOfBuilds();
      const earlier = names.slice(0, names.indexOf(this.#name));
      for (const name of earlier.slice(0, -1)) await this.#surroundings.caches.delete(name);
    } catch {
      // They only take room.
    }
  }

  /** How many bytes the pages of all builds take on this device. Never rejects. */
  async bytes(): Promise<number> {
    try {
      let bytes = 0;
      for (const name of await this.#namesOfBuilds()) {
        const cache = await this.#surroundings.caches.open(name);
        for (const request of await cache.keys()) bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
      }
      return bytes;
    } catch {
      return 0;
    }
  }

  /** Takes away the pages of all builds; the next call of `fill` begins anew. Never rejects. */
  async clear(): Promise<void> {
    try {
      for (const name of await this.#namesOfBuilds()) await this.#surroundings.caches.delete(name);
    } catch {
      // Where nothing can be taken away, nothing was kept.
    }
  }

  /** The answer to a request for a part of the page; undefined, at once, for anything else. Rejects as `fetch` does. */
  answer(request: Request, waitUntil: WaitUntil = () => undefined): Promise<Response> | undefined {
    const path = pathInSite(this.#surroundings.siteUrl, request.url);
    if (request.method !== 'GET' || path === undefined) return undefined;
    const file = path.replace(/(^|\/)$/, '$1index.html');
    // A page of documentation also keeps itself: the visit that brought the worker came before it.
    if (isDocument(file)) return this.#answerPage(file, request, waitUntil);
    if (request.mode === 'navigate') {
      const isOurs = isPage(file) && this.#shell.files.includes(file);
      return isOurs ? this.#answerPage(file, request, waitUntil) : undefined;
    }
    return isPart(file) || file === 'icon.svg' ? this.#answerFile(file, request) : undefined;
  }

  #answerPage(file: string, request: Request, waitUntil: WaitUntil): Promise<Response> {
    const network = this.#surroundings.fetch(request);
    // Said at once: the network may speak only after the kept copy has answered in its place.
    waitUntil(
      network
        .then((response) => (response.ok ? this.#keepPage(file, response.clone()) : undefined))
        .catch(() => undefined),
    );
    return networkFirst(network, {
      // A redirection has status 0 here; what a host says of a page is its own affair unless it is in trouble.
      isGood: ({ status }) => status < 500,
      kept: () => this.#find(file),
      patienceInMilliseconds: this.#surroundings.patienceInMilliseconds,
    });
  }

  async #answerFile(file: string, request: Request): Promise<Response> {
    const kept = await this.#find(file).catch(() => undefined);
    return kept ?? this.#surroundings.fetch(request);
  }

  /** What this build's cache has; else what the latest other one has, be it a page or a part of one. */
  async #find(file: string): Promise<Response | undefined> {
    const findIn = (cacheName: string): Promise<Response | undefined> =>
      this.#surroundings.caches.match(this.#urlOf(file), { cacheName });
    let kept = await findIn(this.#name);
    if (kept) return kept;
    for (const name of (await this.#namesOfBuilds()).reverse()) kept ??= await findIn(name);
    return kept;
  }

  /**
   * Keeps a page unless it is one of another build, or parts are missing in this cache. Some hosts answer `index.html`
   * by a redirection; a browser refuses such a response for a page, so a plain one is made of it.
   */
  async #keepPage(file: string, response: Response): Promise<void> {
    const type = response.headers.get('Content-Type') ?? '';
    if (response.status !== 200 || !/^text\/html/i.test(type)) return;
    const text = await response.text();
    const parts = Array.from(text.matchAll(/\bassets\/[\w.~-]+/g), ([part]) => part);
    // Some hosts send the explorer for whatever they do not have.
    if (isDocument(file) && !text.includes(documentMark)) return;
    if (parts.length === 0 || !parts.every((part) => this.#shell.files.includes(part))) return;
    if (!(await this.#hasAll(isPart))) return;
    await (await this.#open()).put(this.#urlOf(file), new Response(text, { headers: { 'Content-Type': type } }));
  }

  /** Whether all files of this kind are in this build's cache. */
  async #hasAll(isOfKind: (file: string) => boolean): Promise<boolean> {
    const kept = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    return this.#shell.files.filter(isOfKind).every((file) => kept.has(this.#urlOf(file)));
  }

  /** The names of all builds' caches, in the order in which they came. */
  async #namesOfBuilds(): Promise<string[]> {
    const { caches, siteUrl } = this.#surroundings;
    const start = cacheName(siteUrl, 'shell');
    return (await caches.keys()).filter((name) => name.startsWith(start));
  }

  #open(): Promise<Cache> {
    return this.#surroundings.caches.open(this.#name);
  }

  #urlOf(file: string): string {
    return this.#surroundings.siteUrl + file;
  }
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

/** Without these a page does not work. They carry a hash in their names: what has the same name is the same. */
function isPart(file: string): boolean {
  return file.startsWith('assets/');
}

/**
 * Pages of documentation are made with the data, so the worker does not know what they hold, and keeps those that somebody
 * has visited. Their parts are the explorer's.
 */
const documents: ReadonlySet<string> = new Set(Object.values(documentPagePaths));
/** Each of them says where the site's root is. */
const documentMark = 'data-root="../';

function isDocument(file: string): boolean {
  return documents.has(file);
}
