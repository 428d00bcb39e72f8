import { handleRequest } from '../../core/api/handle-request.ts';
import { isApiPath } from '../../core/api/route.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { createFetchedStore } from '../../core/storage/fetched-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a page may ask of the worker. */
type WorkerRequest = 'claim' | 'skip-waiting';

const siteUrl = self.registration.scope;
const basePath = new URL(siteUrl).pathname;

const store = createFetchedStore({
  baseUrl: siteUrl,
  fetch: (url, init) => fetch(url, init),
  timeoutInMilliseconds: 4000,
  manifestTrustInMilliseconds: 5000,
});
const library = new DataLibrary(store, { maximumBytes: 32 * 1024 * 1024 });

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Decided at once: what is not ours goes on as if there were no worker.
  if (url.origin !== self.location.origin || !isApiPath(url.pathname, basePath)) return;
  const answer = handleRequest(event.request, { library, basePath });
  if (answer) event.respondWith(answer);
});

// The first page that registers the worker is answered by it without a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest;
  // After a hard reload the browser leaves a page without its worker until the worker claims it again.
  if (request === 'claim') event.waitUntil(self.clients.claim());
  // A new version takes over only when a person says so.
  if (request === 'skip-waiting') event.waitUntil(self.skipWaiting());
});
