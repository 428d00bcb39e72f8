/** `navigator.storage.estimate`, which reports the quota of the origin. */
export type EstimateStorage = () => Promise<StorageEstimate>;

export interface WorkerEnvironment {
  /** The address of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly caches: Caches;
  readonly fetch: (request: Request) => Promise<Response>;
  /** How long to wait for the network before a cached copy is used. */
  readonly timeoutInMilliseconds: number;
  /** Undefined if the browser does not report a quota. */
  readonly estimateStorage?: EstimateStorage | undefined;
}

type Caches = Pick<CacheStorage, 'open' | 'keys' | 'match' | 'delete'>;

/**
 * Cache storage that can be paused, so that it remains empty after everything in it has been deleted. Opening a cache
 * creates it, so a request or a download in progress could otherwise store something again. While paused, `open`
 * rejects.
 */
export class PausableCaches implements Caches {
  readonly #caches: Caches;
  readonly #opening = new Set<Promise<Cache>>();
  #isPaused = false;

  constructor(caches: Caches) {
    this.#caches = caches;
  }

  async open(name: string): Promise<Cache> {
    if (this.#isPaused) throw new Error('Nothing is stored until a page is opened again.');
    const opening = this.#caches.open(name);
    this.#opening.add(opening);
    return opening.finally(() => this.#opening.delete(opening));
  }

  keys(): Promise<string[]> {
    return this.#caches.keys();
  }

  match(request: RequestInfo | URL, options?: MultiCacheQueryOptions): Promise<Response | undefined> {
    return this.#caches.match(request, options);
  }

  delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }

  /**
   * Makes `open` reject until `resume` is called. Resolves when no cache is being opened. All caches can then be
   * deleted: writes to a deleted cache have no effect.
   */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await Promise.allSettled(this.#opening);
  }

  resume(): void {
    this.#isPaused = false;
  }
}

/** Keeps the worker alive until this work is done. The work may continue after the response, and never rejects. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** Cache names include the path of the site, because several sites may share an origin. */
export function cacheName(siteUrl: string, kind: 'data' | 'shell', version = ''): string {
  return `coastwatch ${kind} ${new URL(siteUrl).pathname} ${version}`;
}

/** The path of a URL relative to the site's root, without the query; undefined for a URL outside the site. */
export function pathInSite(siteUrl: string, url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const site = new URL(siteUrl);
  if (origin !== site.origin || !pathname.startsWith(site.pathname)) return undefined;
  return pathname.slice(site.pathname.length);
}

interface NetworkFirstOptions {
  /** Whether to use a response from the network. If not, a cached copy is preferred. */
  readonly isGood: (response: Response) => boolean;
  readonly cached: () => Promise<Response | undefined>;
  readonly timeoutInMilliseconds: number;
}

/**
 * Returns the network's response if it arrives in time and is good, otherwise the cached copy. Without a copy, waits
 * for the network and returns its response, good or not.
 */
export async function networkFirst(network: Promise<Response>, options: NetworkFirstOptions): Promise<Response> {
  const { isGood, cached, timeoutInMilliseconds } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, timeoutInMilliseconds);
  });
  const first = await Promise.race([network.catch(() => undefined), timeout]);
  clearTimeout(timer);
  if (first && isGood(first)) return first;
  return (await cached().catch(() => undefined)) ?? network;
}

/**
 * Whether a response is a complete data file or asset. Some hosts of single-page applications send a page for a missing
 * file.
 */
export function isWholeFile(response: Response): boolean {
  return response.status === 200 && !/^text\/html/i.test(response.headers.get('Content-Type') ?? '');
}
