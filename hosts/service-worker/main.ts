import { handleRequest } from '../../core/api/handle-request.ts';
import { isApiPath } from '../../core/api/route.ts';
import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';
import type { WorkerOrder } from '../../core/storage/worker-protocol.ts';
import { answerBuildQuestion, isBuildQuestion } from './build-question.ts';
import { DataCache } from './data-cache.ts';
import { keepOffline } from './keep-offline.ts';
import { keepRest } from './keep-rest.ts';
import { ShellCache, type Shell } from './shell-cache.ts';
import { answerStorageQuestion, isStorageQuestion } from './storage-question.ts';
import type { WaitUntil } from './surroundings.ts';

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
  estimateStorage: () => navigator.storage.estimate(),
};

const shellCache = new ShellCache(builtShell, surroundings);
const dataCache = new DataCache(surroundings);
/** What the library's reads leave to do. It is one library for all requests, so each of them sees to all of that. */
const leftByLibrary = new Set<Promise<unknown>>();
const library = createFetchedLibrary(siteUrl, (url, init) =>
  dataCache.answer(new Request(url, init), (work) => {
    leftByLibrary.add(work);
    void work.finally(() => leftByLibrary.delete(work));
  }),
);

self.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request, (work) => {
    event.waitUntil(work);
  });
  // Decided at once: what is not ours goes on as if there were no worker.
  if (answer) event.respondWith(answer.catch(() => Response.error()));
});

function answerOf(request: Request, waitUntil: WaitUntil): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (isApiPath(pathname, basePath)) {
    const answer = handleRequest(request, { library, basePath });
    waitUntil(Promise.allSettled([answer]).then(() => Promise.allSettled(leftByLibrary)));
    return answer;
  }
  return dataCache.isData(request) ? dataCache.answer(request, waitUntil) : shellCache.answer(request, waitUntil);
}

self.addEventListener('install', (event) => {
  event.waitUntil(shellCache.fill());
});

// The first page that registers the worker is answered by it without a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), shellCache.forgetEarlier()]));
});

const orders: Readonly<Record<WorkerOrder, (waitUntil: WaitUntil) => Promise<unknown>>> = {
  // After a hard reload the browser leaves a page without its worker until the worker claims it again.
  claim: () => self.clients.claim(),
  // A page has its data, and leaves the line to what is kept for later.
  keep: (waitUntil) =>
    Promise.all([shellCache.fill().then(() => shellCache.forgetEarlier()), keepOffline(dataCache, siteUrl, waitUntil)]),
  // Given up where another worker waits: it can take over only once this one has nothing to do.
  'keep the rest': () => keepRest(dataCache, () => !savesData() && self.registration.waiting === null),
  // A person has asked for the new page: while a page of another build is open, never before.
  'skip waiting': () => self.skipWaiting(),
};

/** Whether the person has asked the browser to read no more than it must; not every browser tells. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

const worker = {
  shellCache,
  async countPages(): Promise<number> {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return pages.filter(({ url }) => url.startsWith(siteUrl)).length;
  },
  skipWaiting: () => self.skipWaiting(),
};

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  const waitUntil: WaitUntil = (work) => {
    event.waitUntil(work);
  };
  if (isOrder(message)) waitUntil(orders[message](waitUntil));
  if (isBuildQuestion(message)) waitUntil(answerBuildQuestion(message, event.ports[0], worker));
  if (isStorageQuestion(message)) {
    waitUntil(answerStorageQuestion(message, event.ports[0], [dataCache.kept, shellCache]));
  }
});

function isOrder(name: unknown): name is WorkerOrder {
  return typeof name === 'string' && Object.hasOwn(orders, name);
}
