import type { EstimateStorage } from './cached-files.ts';

/** The parts of the platform that the caches use, replaced in tests. */
export interface WorkerEnvironment {
  /** The address of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  /** How long to wait for the network before a cached copy is used. */
  readonly timeoutInMilliseconds: number;
  /** Undefined if the browser does not report a quota. */
  readonly estimateStorage?: EstimateStorage | undefined;
}

/** Keeps the worker alive until work that continues after the response is done. The work never rejects. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** Cache names include the path of the site, because several sites may share an origin. */
export function cacheName(siteUrl: string, kind: 'data' | 'shell', version = ''): string {
  return `coastwatch ${kind} ${new URL(siteUrl).pathname} ${version}`;
}

/** The path relative to the site's root, without query; undefined outside the site. */
export function pathInSite(siteUrl: string, url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const site = new URL(siteUrl);
  if (origin !== site.origin || !pathname.startsWith(site.pathname)) return undefined;
  return pathname.slice(site.pathname.length);
}

interface NetworkFirstOptions {
  /** Whether a response of the network is usable; otherwise a cached copy is better. */
  readonly isGood: (response: Response) => boolean;
  readonly cached: () => Promise<Response | undefined>;
  readonly timeoutInMilliseconds: number;
}

/**
 * Returns the response of the network if it arrives in time and is good, else the cached copy. Without a copy, returns
 * whatever the network responds.
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

/** Hosts of single-page applications send an HTML page for a missing file. */
export function isWholeFile(response: Response): boolean {
  return response.status === 200 && !/^text\/html/i.test(response.headers.get('Content-Type') ?? '');
}
