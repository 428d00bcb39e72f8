import { contentHash } from '../../core/storage/format/file-reference.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { fromCacheHeader } from '../../core/http/worker-protocol.ts';
import { CachedFiles } from './cached-files.ts';
import { isWholeFile, networkFirst, pathInSite, type WorkerEnvironment, type WaitUntil } from './worker-environment.ts';

const hashedPath = /^data\/([0-9a-f]{32})\.(?:json|bin)$/;

/**
 * Responds to requests for the data files of the site. A file named by its hash never changes: it is cached when it is
 * read, and then served from the cache. The manifest always comes from the network if possible. The cached manifest is
 * used offline, so the files of its version must be cached too. Therefore only `cacheManifest` replaces it with a newer
 * one.
 *
 * Caching can fail, for lack of space or permission. That never affects a response.
 */
export class DataCache {
  readonly files: CachedFiles;
  readonly #environment: WorkerEnvironment;

  constructor(environment: WorkerEnvironment) {
    this.#environment = environment;
    this.files = new CachedFiles(environment);
  }

  isDataRequest(request: Request): boolean {
    const path = this.#requestPath(request);
    const isWholeGet = request.method === 'GET' && !request.headers.has('Range');
    return isWholeGet && (path === manifestPath || hashedPath.test(path));
  }

  /**
   * Responds to a request for which `isDataRequest` returns true. If the request bypasses caches, the response comes
   * from the network, and replaces the cached one. Rejects as `fetch` does.
   */
  async respond(request: Request, waitUntil: WaitUntil = () => undefined): Promise<Response> {
    const path = this.#requestPath(request);
    const bypassesCaches = request.cache === 'reload' || request.cache === 'no-store';
    if (path === manifestPath) return this.#respondWithManifest(request, bypassesCaches, waitUntil);
    const cached = bypassesCaches ? undefined : await this.files.find(path);
    if (cached) {
      waitUntil(this.files.markRead(path));
      return cached;
    }
    const response = await this.#environment.fetch(request);
    if (isWholeFile(response)) waitUntil(this.#cacheFile(path, response.clone()));
    return response;
  }

  /** Caches a file unless it is already cached. Resolves to whether it is cached; never rejects. */
  async cache(path: string): Promise<boolean> {
    if (await this.files.find(path)) return true;
    try {
      const response = await this.#environment.fetch(new Request(this.#fileUrl(path), { priority: 'low' }));
      return isWholeFile(response) && (await this.#cacheFile(path, response));
    } catch {
      return false;
    }
  }

  /** Replaces the manifest that is used offline. Never rejects. */
  async cacheManifest(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'Content-Type': 'application/json', [fromCacheHeader]: new Date().toISOString() };
    await this.files.put(manifestPath, bytes, headers);
  }

  async cachedManifest(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const cached = await this.files.find(manifestPath);
    return cached && new Uint8Array(await cached.arrayBuffer());
  }

  async cachedPaths(): Promise<string[]> {
    return (await this.files.paths()).filter((path) => hashedPath.test(path));
  }

  #respondWithManifest(request: Request, bypassesCaches: boolean, waitUntil: WaitUntil): Promise<Response> {
    const network = this.#fetchManifest(request);
    // Called immediately, because the network may respond only after the cached copy has been sent.
    waitUntil(
      network.then(
        (response) => (isWholeFile(response) ? this.#cacheConfirmedManifest(response.clone()) : undefined),
        () => undefined,
      ),
    );
    if (bypassesCaches) return network;
    const cached = (): Promise<Response | undefined> => this.files.find(manifestPath);
    const { timeoutInMilliseconds } = this.#environment;
    return networkFirst(network, { isGood: isWholeFile, cached, timeoutInMilliseconds });
  }

  /**
   * Requests the manifest from the network. If a host does not respond, each request would occupy a connection until
   * none is left, so the request is aborted after a while if there is a cached copy and no response has begun. It is
   * also aborted by its own signal. It does not use the HTTP cache, because a browser would queue such requests for the
   * same URL.
   */
  async #fetchManifest(request: Request): Promise<Response> {
    const { fetch, timeoutInMilliseconds } = this.#environment;
    const controller = new AbortController();
    let hasResponse = false;
    const timer = setTimeout(() => {
      void this.files.find(manifestPath).then((cached) => {
        if (cached && !hasResponse) controller.abort();
      });
    }, 3 * timeoutInMilliseconds);
    const abort = (): void => {
      controller.abort();
    };
    if (request.signal.aborted) abort();
    else request.signal.addEventListener('abort', abort);
    try {
      return await fetch(new Request(request, { cache: 'no-store', signal: controller.signal }));
    } finally {
      hasResponse = true;
      clearTimeout(timer);
    }
  }

  /** Caches a manifest from the network if none is cached or, to renew the time, if it equals the cached one. */
  async #cacheConfirmedManifest(response: Response): Promise<void> {
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      await decodeManifest(bytes);
      const cached = await this.cachedManifest();
      if (!cached || isSame(bytes, cached)) await this.cacheManifest(bytes);
    } catch {
      // The response is incomplete or not a manifest: the cached one is kept.
    }
  }

  /** Caches a file if its content matches the hash in its name. Resolves to whether it is cached; never rejects. */
  async #cacheFile(path: string, response: Response): Promise<boolean> {
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if ((await contentHash(bytes)) !== hashedPath.exec(path)?.[1]) return false;
      const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
      return await this.files.put(path, bytes, { 'Content-Type': type });
    } catch {
      return false;
    }
  }

  #fileUrl(path: string): string {
    return this.#environment.siteUrl + path;
  }

  #requestPath({ url }: Request): string {
    return pathInSite(this.#environment.siteUrl, url) ?? '';
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
