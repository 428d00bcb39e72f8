import { handleRequest } from '../../core/api/handle-request.ts';
import { isApiPath } from '../../core/api/route.ts';
import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';

declare const self: ServiceWorkerGlobalScope;

const siteUrl = self.registration.scope;
const basePath = new URL(siteUrl).pathname;

const library = createFetchedLibrary(siteUrl, (url, init) => fetch(url, init));

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

// After a hard reload the browser leaves a page without its worker until the worker claims it again.
self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim());
});
