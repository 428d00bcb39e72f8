import { handleRequest } from '../../core/api/handle-request.ts';
import { isApiPath } from '../../core/api/route.ts';
import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';
import type { WorkerOrder } from '../../core/storage/worker-protocol.ts';
import { DataCache } from './data-cache.ts';
import { keepOffline } from './keep-offline.ts';
import { ShellCache, type Shell } from './shell-cache.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build, which knows what it made. */
declare const builtShell: Shell;

const siteUrl = self.registration.scope;
const basePath = new URL(siteUrl).pathname;
const surroundings = {
  siteUrl,
  caches: self.caches,
  fetch: (request: Request) => fetch(request),
  patienceInMilliseconds: 3000,
};

const shellCache = new ShellCache(builtShell, surroundings);
const dataCache = new DataCache(surroundings);
const library = createFetchedLibrary(siteUrl, (url, init) => dataCache.answer(new Request(url, init)));

self.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request);
  // Decided at once: what is not ours goes on as if there were no worker.
  if (answer) event.respondWith(answer.catch(() => Response.error()));
});

function answerOf(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (isApiPath(pathname, basePath)) return handleRequest(request, { library, basePath });
  return dataCache.isData(request) ? dataCache.answer(request) : shellCache.answer(request);
}

self.addEventListener('install', (event) => {
  event.waitUntil(shellCache.fill());
});

// The first page that registers the worker is answered by it without a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), shellCache.forgetEarlier()]));
});

const orders: Readonly<Record<WorkerOrder, () => Promise<unknown>>> = {
  // After a hard reload the browser leaves a page without its worker until the worker claims it again.
  claim: () => self.clients.claim(),
  // A page has its data, and leaves the line to what is kept for later.
  keep: () => Promise.all([shellCache.fill(), keepOffline(dataCache, siteUrl)]),
  // A person has asked for the new page: never before.
  'skip waiting': () => self.skipWaiting(),
};

self.addEventListener('message', (event) => {
  const name: unknown = event.data;
  if (isOrder(name)) event.waitUntil(orders[name]());
});

function isOrder(name: unknown): name is WorkerOrder {
  return typeof name === 'string' && Object.hasOwn(orders, name);
}
