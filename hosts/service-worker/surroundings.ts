import type { EstimateStorage } from './storage-limit.ts';

/** What the caches are built on: the worker's own, or others in tests. */
export interface Surroundings {
  /** The address of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  /** For how long the network may be silent before a kept copy answers in its place. */
  readonly patienceInMilliseconds: number;
  /** Missing where the browser does not say what it grants. */
  readonly estimateStorage?: EstimateStorage | undefined;
}

/** Keeps the worker alive until some work is done that goes on after the answer. The work never rejects. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The names of a site's caches say which: under one origin there may be several sites. */
export function cacheName(siteUrl: string, kind: 'data' | 'shell', version = ''): string {
  return `coastwatch ${kind} ${new URL(siteUrl).pathname} ${version}`;
}

/** The path relative to the site's root, without query; undefined for what lies outside of it. */
export function pathInSite(siteUrl: string, url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const site = new URL(siteUrl);
  if (origin !== site.origin || !pathname.startsWith(site.pathname)) return undefined;
  return pathname.slice(site.pathname.length);
}
