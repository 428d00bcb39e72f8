import { isWholeFile, networkFirst } from './network-first.ts';
import { cacheName, pathInSite, type Surroundings } from './surroundings.ts';

/** The files of the page as one build made them. */
export interface Shell {
  /** Changes with any of the files. */
  readonly version: string;
  /** Paths relative to the site's root, `index.html` among them. */
  readonly files: readonly string[];
}

/**
 * The page itself, so that it opens without a network. Each build has a cache of its own. Pages come from the network
 * where that answers in time, so that a new build shows; what carries a hash in its name comes from the cache.
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

  /**
   * Reads into the cache what is missing there, one file after the other, behind everything that the page itself reads.
   * Never rejects: a worker that cannot keep the page still answers the interface.
   */
  async fill(): Promise<void> {
    for (const file of this.#shell.files) {
      try {
        const cache = await this.#open();
        const url = this.#urlOf(file);
        if (await cache.match(url)) continue;
        const isPage = file.endsWith('.html');
        const request = new Request(url, { cache: isPage ? 'no-cache' : 'default', priority: 'low' });
        const response = await this.#surroundings.fetch(request);
        if (isPage) await this.#keepPage(file, response);
        else if (isWholeFile(response)) await cache.put(url, response);
      } catch {
        // Out of reach or without room: the next call tries again.
      }
    }
  }

  /**
   * Takes away the caches of earlier builds but for the latest: a page of that build may still be open, and read parts
   * of it later. Never rejects.
   */
  async forgetEarlier(): Promise<void> {
    const { caches, siteUrl } = this.#surroundings;
    try {
      const start = cacheName(siteUrl, 'shell');
      const others = (await caches.keys()).filter((name) => name.startsWith(start) && name !== this.#name);
      for (const name of others.slice(0, -1)) await caches.delete(name);
    } catch {
      // They only take room.
    }
  }

  /** The answer to a request for a part of the page; undefined, at once, for anything else. Rejects as `fetch` does. */
  answer(request: Request): Promise<Response> | undefined {
    const path = pathInSite(this.#surroundings.siteUrl, request.url);
    if (request.method !== 'GET' || path === undefined) return undefined;
    const file = path === '' ? 'index.html' : path;
    if (request.mode === 'navigate') return this.#pages().includes(file) ? this.#answerPage(file, request) : undefined;
    return file.startsWith('assets/') || file === 'icon.svg' ? this.#answerFile(request) : undefined;
  }

  #answerPage(file: string, request: Request): Promise<Response> {
    const network = this.#surroundings.fetch(request).then((response) => {
      if (response.ok) void this.#keepPage(file, response.clone()).catch(() => undefined);
      return response;
    });
    return networkFirst(network, {
      // A redirection has status 0 here; what a host says of a page is its own affair unless it is in trouble.
      isGood: ({ status }) => status < 500,
      kept: async () => (await this.#open()).match(this.#urlOf(file)),
      patienceInMilliseconds: this.#surroundings.patienceInMilliseconds,
    });
  }

  /** From whichever build's cache has it: the hash in its name says that it is the same. */
  async #answerFile(request: Request): Promise<Response> {
    const { caches, fetch } = this.#surroundings;
    const kept = await caches.match(request.url).catch(() => undefined);
    return kept ?? fetch(request);
  }

  /**
   * Keeps a page unless it is one of another build, whose parts are not in this cache. Some hosts answer `index.html`
   * by a redirection; a browser refuses such a response for a page, so a plain one is made of it.
   */
  async #keepPage(file: string, response: Response): Promise<void> {
    const type = response.headers.get('Content-Type') ?? '';
    if (response.status !== 200 || !/^text\/html/i.test(type)) return;
    const text = await response.text();
    const parts = Array.from(text.matchAll(/\bassets\/[\w.~-]+/g), ([part]) => part);
    if (parts.length === 0 || !parts.every((part) => this.#shell.files.includes(part))) return;
    await (await this.#open()).put(this.#urlOf(file), new Response(text, { headers: { 'Content-Type': type } }));
  }

  #pages(): string[] {
    return this.#shell.files.filter((file) => file.endsWith('.html'));
  }

  #open(): Promise<Cache> {
    return this.#surroundings.caches.open(this.#name);
  }

  #urlOf(file: string): string {
    return this.#surroundings.siteUrl + file;
  }
}
