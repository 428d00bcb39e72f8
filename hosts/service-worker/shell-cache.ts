import { documentPagePaths } from '../../core/storage/format/layout.ts';
import {
  cacheName,
  isWholeFile,
  networkFirst,
  pathInSite,
  type WorkerEnvironment,
  type WaitUntil,
} from './worker-environment.ts';

export interface Shell {
  /** Changes with any of the files. */
  readonly version: string;
  /** Paths relative to the site's root, `index.html` among them. */
  readonly files: readonly string[];
}

/**
 * Caches the files of the explorer, so that it opens offline. Each build has its own cache. A page is added to it only
 * after all of its assets; until then, the page of an earlier build is used. Pages come from the network if it responds
 * in time, so that a new build is used at once. Files with a hash in their names come from the cache.
 */
export class ShellCache {
  readonly #shell: Shell;
  readonly #environment: WorkerEnvironment;
  readonly #name: string;

  constructor(shell: Shell, environment: WorkerEnvironment) {
    this.#shell = shell;
    this.#environment = environment;
    this.#name = cacheName(environment.siteUrl, 'shell', shell.version);
  }

  isPageOfThisBuild(scripts: readonly string[]): boolean {
    const { siteUrl } = this.#environment;
    return scripts.length > 0 && scripts.every((url) => this.#shell.files.includes(pathInSite(siteUrl, url) ?? ''));
  }

  /**
   * Adds missing files to the cache, one at a time and with low priority. Never rejects: a worker that cannot cache the
   * page still handles API requests. A worker that is being installed also replaces the coast: a build of the data that
   * changes it changes the worker, but not its version.
   */
  async fill({ isInstalling = false } = {}): Promise<void> {
    const others = this.#shell.files.filter((file) => !isPage(file));
    for (const file of [...others, ...this.#shell.files.filter(isPage)]) {
      try {
        if (isPage(file) && !(await this.#hasAll(isAsset))) return;
        const cache = await this.#open();
        const url = this.#fileUrl(file);
        if ((await cache.match(url)) && !(isInstalling && isCoast(file))) continue;
        const mode = isPage(file) || isCoast(file) ? 'no-cache' : 'default';
        const request = new Request(url, { cache: mode, priority: 'low' });
        const response = await this.#environment.fetch(request);
        if (isPage(file)) await this.#cachePage(file, response);
        else if (isWholeFile(response)) await cache.put(url, response);
      } catch {
        // The host is unreachable, or there is no space. The next call tries again.
      }
    }
  }

  /**
   * Caches the documentation pages as they are now, one at a time and with low priority, so that they open offline
   * without an earlier visit. Never rejects.
   */
  async cacheDocuments(isWanted: () => boolean = () => true): Promise<void> {
    for (const file of documents) {
      if (!isWanted()) return;
      try {
        // Hosts redirect the file name to the path of its directory, or serve both.
        const url = this.#fileUrl(file.replace(/index\.html$/, ''));
        const request = new Request(url, { cache: 'no-cache', priority: 'low' });
        await this.#cachePage(file, await this.#environment.fetch(request));
      } catch {
        // The host is unreachable, or there is no space. The next call tries again.
      }
    }
  }

  /**
   * Deletes the caches of earlier builds except the latest one, because a page of that build may still be open and load
   * assets later. Does nothing until this build is complete, because until then only an earlier build may have a cached
   * page. Never rejects.
   */
  async deleteEarlierBuilds(): Promise<void> {
    try {
      if (!(await this.#hasAll((file) => isPage(file) || isAsset(file)))) return;
      const names = await this.#cacheNames();
      const earlier = names.slice(0, names.indexOf(this.#name));
      for (const name of earlier.slice(0, -1)) await this.#environment.caches.delete(name);
    } catch {
      // Caches that remain only use space.
    }
  }

  /** The size in bytes of the files of all builds on this device. Never rejects. */
  async bytes(): Promise<number> {
    try {
      let bytes = 0;
      for (const name of await this.#cacheNames()) {
        const cache = await this.#environment.caches.open(name);
        for (const request of await cache.keys()) bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
      }
      return bytes;
    } catch {
      return 0;
    }
  }

  /** Deletes the files of all builds. Never rejects. */
  async clear(): Promise<void> {
    try {
      for (const name of await this.#cacheNames()) await this.#environment.caches.delete(name);
    } catch {
      // If nothing can be deleted, nothing was stored.
    }
  }

  /**
   * The response to a request for a file of the explorer, or undefined for any other request. Rejects as `fetch` does.
   */
  respond(request: Request, waitUntil: WaitUntil = () => undefined): Promise<Response> | undefined {
    const path = pathInSite(this.#environment.siteUrl, request.url);
    if (request.method !== 'GET' || path === undefined) return undefined;
    const file = path.replace(/(^|\/)$/, '$1index.html');
    // A documentation page requests itself once, because its first visit may precede the worker.
    if (isDocument(file)) {
      const response = this.#respondWithPage(file, request, waitUntil);
      return request.mode === 'navigate' ? response.catch(() => notStoredPage(this.#environment.siteUrl)) : response;
    }
    if (request.mode === 'navigate') {
      const isInBuild = isPage(file) && this.#shell.files.includes(file);
      return isInBuild ? this.#respondWithPage(file, request, waitUntil) : undefined;
    }
    // An open page of another build may load its own assets; other files are those of this build.
    const isFile = isAsset(file) || (!isPage(file) && this.#shell.files.includes(file));
    return isFile ? this.#respondWithFile(file, request) : undefined;
  }

  #respondWithPage(file: string, request: Request, waitUntil: WaitUntil): Promise<Response> {
    const network = this.#environment.fetch(request);
    // Called immediately, because the network may respond only after the cached copy has been sent.
    waitUntil(
      network
        .then((response) => (response.ok ? this.#cachePage(file, response.clone()) : undefined))
        .catch(() => undefined),
    );
    return networkFirst(network, {
      // A redirect has status 0 here. Any response is usable unless the host fails.
      isGood: ({ status }) => status < 500,
      cached: () => this.#find(file),
      timeoutInMilliseconds: this.#environment.timeoutInMilliseconds,
    });
  }

  async #respondWithFile(file: string, request: Request): Promise<Response> {
    const cached = await this.#find(file).catch(() => undefined);
    return cached ?? this.#environment.fetch(request);
  }

  /** Finds a file in the cache of this build, or else in the latest other one. */
  async #find(file: string): Promise<Response | undefined> {
    const findIn = (cacheName: string): Promise<Response | undefined> =>
      this.#environment.caches.match(this.#fileUrl(file), { cacheName });
    let cached = await findIn(this.#name);
    if (cached) return cached;
    for (const name of (await this.#cacheNames()).reverse()) cached ??= await findIn(name);
    return cached;
  }

  /**
   * Caches a page unless it is of another build or its assets are missing. Some hosts redirect `index.html`. A browser
   * refuses a redirected response for a page, so a new response is created.
   */
  async #cachePage(file: string, response: Response): Promise<void> {
    const type = response.headers.get('Content-Type') ?? '';
    if (response.status !== 200 || !/^text\/html/i.test(type)) return;
    const text = await response.text();
    // What the page loads at once; a base map is also an asset, which is loaded on demand.
    const assets = Array.from(text.matchAll(/\b(?:src|href)="[./]*(assets\/[\w.~-]+)"/g), ([, path = '']) => path);
    // Some hosts send the explorer for every missing page.
    if (isDocument(file) && !text.includes(documentMark)) return;
    if (assets.length === 0 || !assets.every((asset) => this.#shell.files.includes(asset))) return;
    if (!(await this.#hasAll(isAsset))) return;
    await (await this.#open()).put(this.#fileUrl(file), new Response(text, { headers: { 'Content-Type': type } }));
  }

  async #hasAll(isOfKind: (file: string) => boolean): Promise<boolean> {
    const cached = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    return this.#shell.files.filter(isOfKind).every((file) => cached.has(this.#fileUrl(file)));
  }

  /** The names of the caches of all builds, oldest first. */
  async #cacheNames(): Promise<string[]> {
    const { caches, siteUrl } = this.#environment;
    const start = cacheName(siteUrl, 'shell');
    return (await caches.keys()).filter((name) => name.startsWith(start));
  }

  #open(): Promise<Cache> {
    return this.#environment.caches.open(this.#name);
  }

  #fileUrl(file: string): string {
    return this.#environment.siteUrl + file;
  }
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

/**
 * Whether pages need this file to work. Names of assets contain a hash, so files with the same name are identical. Only
 * the coast can change without a new build of the explorer.
 */
function isAsset(file: string): boolean {
  // A base map is read in parts, only while there is a network.
  return isCoast(file) || (file.startsWith('assets/') && !file.endsWith('.pmtiles'));
}

const isCoast = (file: string): boolean => file.startsWith('coast/');

/**
 * Documentation pages are built with the data, so the worker does not know their content. It caches them after
 * everything that the explorer needs, and again with each visit. They use assets of the explorer.
 */
const documents: ReadonlySet<string> = new Set(Object.values(documentPagePaths));
/** The beginning of an attribute that every documentation page has: the root of the site, relative to the page. */
const documentMark = 'data-root="../';

function isDocument(file: string): boolean {
  return documents.has(file);
}

/** Instead of the browser's error page: the first visit of the explorer stores the documentation last. */
function notStoredPage(siteUrl: string): Response {
  const html = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Not stored yet – Coastwatch</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{max-width:34rem;margin:10vh auto;padding:0 1rem;font:1rem/1.45 system-ui,sans-serif}</style>
<h1>Not stored yet</h1><p>You seem to be offline, and this page is not stored on this device yet. To store it, open the explorer
while you are online.</p>
<p><a href="">Try again</a> or <a href="${new URL(siteUrl).pathname}">open the explorer</a>.</p></html>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
