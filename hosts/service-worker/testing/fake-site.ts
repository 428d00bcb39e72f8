import type { WorkerEnvironment } from '../worker-environment.ts';

export const siteUrl = 'https://data.example/coast/';

/**
 * A fake host: its files by path, and the paths requested from it. While the network is `offline`, every request fails;
 * while it is `silent`, no request gets a response.
 */
export class FakeSite implements WorkerEnvironment {
  readonly siteUrl = siteUrl;
  readonly caches = new FakeCaches();
  readonly timeoutInMilliseconds = 20;
  readonly files = new Map<string, Uint8Array<ArrayBuffer> | string>();
  readonly requested: string[] = [];
  network: 'online' | 'offline' | 'silent' = 'online';
  /** Returns a response to send instead of the file, or undefined to send the file. */
  override: ((path: string) => Response | undefined) | undefined;

  readonly fetch = async (request: Request): Promise<Response> => {
    const path = request.url.slice(siteUrl.length);
    this.requested.push(path);
    if (this.network === 'offline') throw new TypeError('Failed to fetch');
    if (this.network === 'silent') return untilAborted(request.signal);
    const other = this.override?.(path);
    if (other) return other;
    const content = this.files.get(path) ?? (path === '' ? this.files.get('index.html') : undefined);
    if (content === undefined) return new Response('There is nothing here.', { status: 404 });
    return new Response(content, { headers: { 'Content-Type': contentTypeFor(path) } });
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new DOMException('The user aborted a request.', 'AbortError'));
    });
  });
}

function contentTypeFor(path: string): string {
  if (path === '' || path.endsWith('.html')) return 'text/html;charset=utf-8';
  return path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
}

export function requestFor(path: string, init: RequestInit = {}): Request {
  return new Request(siteUrl + path, init);
}

/** Only browsers can create requests in this mode. */
export function navigationTo(path: string): Request {
  return Object.defineProperty(requestFor(path), 'mode', { value: 'navigate' });
}

/** Waits for work that continues after a response. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Cache storage in memory, with the methods that are used. `failWith` makes every operation fail. */
class FakeCaches implements CacheStorage {
  readonly stored = new Map<string, FakeCache>();
  failWith: Error | undefined;
  /** Storing more bytes fails, as in a browser whose quota is exceeded. */
  maximumBytes = Infinity;

  async open(name: string): Promise<Cache> {
    this.throwIfFailing();
    const cache = this.stored.get(name) ?? new FakeCache(this);
    this.stored.set(name, cache);
    return cache;
  }

  async keys(): Promise<string[]> {
    this.throwIfFailing();
    return [...this.stored.keys()];
  }

  async delete(name: string): Promise<boolean> {
    this.throwIfFailing();
    return this.stored.delete(name);
  }

  async has(name: string): Promise<boolean> {
    return this.stored.has(name);
  }

  async match(request: RequestInfo | URL, { cacheName }: MultiCacheQueryOptions = {}): Promise<Response | undefined> {
    this.throwIfFailing();
    for (const [name, cache] of this.stored) {
      const found = name === (cacheName ?? name) && (await cache.match(request));
      if (found) return found;
    }
    return undefined;
  }

  throwIfFailing(): void {
    if (this.failWith) throw this.failWith;
  }

  /** Throws if this many more bytes would exceed the quota. */
  requireSpace(bytes: number): void {
    let used = 0;
    for (const cache of this.stored.values()) for (const size of cache.sizes.values()) used += size;
    if (used + bytes > this.maximumBytes) throw new DOMException('no space', 'QuotaExceededError');
  }

  /** The URLs in all caches. */
  urls(): string[] {
    return [...this.stored.values()].flatMap((cache) => [...cache.responses.keys()]);
  }
}

class FakeCache implements Cache {
  readonly responses = new Map<string, Response>();
  readonly sizes = new Map<string, number>();
  readonly #storage: FakeCaches;

  constructor(storage: FakeCaches) {
    this.#storage = storage;
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.responses.get(requestUrl(request))?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.#storage.throwIfFailing();
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    this.#storage.requireSpace(body.byteLength - (this.sizes.get(requestUrl(request)) ?? 0));
    this.sizes.set(requestUrl(request), body.byteLength);
    this.responses.set(requestUrl(request), new Response(body, { status, headers }));
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    this.sizes.delete(requestUrl(request));
    return this.responses.delete(requestUrl(request));
  }

  async keys(): Promise<readonly Request[]> {
    return [...this.responses.keys()].map((url) => new Request(url));
  }

  add(): Promise<void> {
    throw new Error('FakeCache does not implement this method');
  }

  addAll(): Promise<void> {
    throw new Error('FakeCache does not implement this method');
  }

  matchAll(): Promise<readonly Response[]> {
    throw new Error('FakeCache does not implement this method');
  }
}

function requestUrl(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : request.toString();
}
