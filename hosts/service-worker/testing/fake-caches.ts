/** A cache storage in memory, of as much as the caches under test use. `failWith` makes every use of it fail. */
export class FakeCaches implements CacheStorage {
  readonly stored = new Map<string, FakeCache>();
  failWith: Error | undefined;
  /** What does not fit fails as in a browser whose room is full. */
  mostBytes = Infinity;

  async open(name: string): Promise<Cache> {
    this.demandSuccess();
    const cache = this.stored.get(name) ?? new FakeCache(this);
    this.stored.set(name, cache);
    return cache;
  }

  async keys(): Promise<string[]> {
    this.demandSuccess();
    return [...this.stored.keys()];
  }

  async delete(name: string): Promise<boolean> {
    this.demandSuccess();
    return this.stored.delete(name);
  }

  async has(name: string): Promise<boolean> {
    return this.stored.has(name);
  }

  async match(request: RequestInfo | URL, { cacheName }: MultiCacheQueryOptions = {}): Promise<Response | undefined> {
    this.demandSuccess();
    for (const [name, cache] of this.stored) {
      const found = name === (cacheName ?? name) && (await cache.match(request));
      if (found) return found;
    }
    return undefined;
  }

  demandSuccess(): void {
    if (this.failWith) throw this.failWith;
  }

  /** Throws unless so many bytes more have room. */
  demandRoom(bytes: number): void {
    let taken = 0;
    for (const cache of this.stored.values()) for (const size of cache.sizes.values()) taken += size;
    if (taken + bytes > this.mostBytes) throw new DOMException('no room', 'QuotaExceededError');
  }

  /** The addresses in all caches. */
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
    return this.responses.get(urlOf(request))?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.#storage.demandSuccess();
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    this.#storage.demandRoom(body.byteLength - (this.sizes.get(urlOf(request)) ?? 0));
    this.sizes.set(urlOf(request), body.byteLength);
    this.responses.set(urlOf(request), new Response(body, { status, headers }));
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    this.sizes.delete(urlOf(request));
    return this.responses.delete(urlOf(request));
  }

  async keys(): Promise<readonly Request[]> {
    return [...this.responses.keys()].map((url) => new Request(url));
  }

  add(): Promise<void> {
    throw new Error('not used');
  }

  addAll(): Promise<void> {
    throw new Error('not used');
  }

  matchAll(): Promise<readonly Response[]> {
    throw new Error('not used');
  }
}

function urlOf(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : request.toString();
}
