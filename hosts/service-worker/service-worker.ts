import { handleRequest } from '../../core/api/handle-request.ts';
import { ogcSource } from '../../core/api/ogc/ogc-source.ts';
import { isHandledPath } from '../../core/api/routes.ts';
import { createFetchedReader } from '../../core/storage/snapshot/fetched-store.ts';
import type { WorkerCommand } from '../../core/http/worker-protocol.ts';
import {
  handleSameBuildRequest,
  handleStorageRequest,
  cacheForOffline,
  cacheRemaining,
  isSameBuildRequest,
  isStorageRequest,
} from './page-messages.ts';
import { DataCache } from './data-cache.ts';
import { ShellCache, type Shell } from './shell-cache.ts';
import { PausableCaches, type WaitUntil } from './worker-environment.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const builtShell: Shell;

const siteUrl = self.registration.scope;
const basePath = new URL(siteUrl).pathname;
const caches = new PausableCaches(self.caches);
const environment = {
  siteUrl,
  caches,
  fetch: (request: Request) => fetch(request),
  timeoutInMilliseconds: 3000,
  estimateStorage: () => navigator.storage.estimate(),
};

const shellCache = new ShellCache(builtShell, environment);
const dataCache = new DataCache(environment);
/**
 * Work that continues after reads of stored data. All requests share one reader, so each request waits for all this
 * work.
 */
const unfinishedWork = new Set<Promise<unknown>>();
const reader = createFetchedReader(siteUrl, (url, init) =>
  dataCache.respond(new Request(url, init), (work) => {
    unfinishedWork.add(work);
    void work.finally(() => unfinishedWork.delete(work));
  }),
);

self.addEventListener('fetch', (event) => {
  const response = responseTo(event.request, (work) => {
    event.waitUntil(work);
  });
  // `respondWith` must be called synchronously. All other requests go to the network, as without a worker.
  if (response) event.respondWith(response.catch(() => Response.error()));
});

/** Undefined, synchronously, for a request that this worker does not handle. */
function responseTo(request: Request, waitUntil: WaitUntil): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (isHandledPath(pathname, basePath)) {
    const response = handleRequest(request, { reader, basePath, ogcSource });
    waitUntil(Promise.allSettled([response]).then(() => Promise.allSettled(unfinishedWork)));
    return response;
  }
  return dataCache.isDataRequest(request)
    ? dataCache.respond(request, waitUntil)
    : shellCache.respond(request, waitUntil);
}

self.addEventListener('install', (event) => {
  event.waitUntil(shellCache.fill({ isInstalling: true }));
});

// Claiming lets the worker control the page that registered it without a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), shellCache.deleteEarlierBuilds()]));
});

/** The work of the latest `keep`, which caches the manifest. The manifest names the remaining files. */
let cachingForOffline: Promise<unknown> = Promise.resolve();

const commands: Readonly<Record<WorkerCommand, (waitUntil: WaitUntil) => Promise<unknown>>> = {
  // After a hard reload, a page is not controlled by its worker until the worker claims it again.
  claim: () => self.clients.claim(),
  // Sent after a page has loaded its data, so that caching does not compete with loading.
  keep: (waitUntil) => {
    caches.resume();
    cachingForOffline = Promise.allSettled([
      shellCache.fill().then(() => shellCache.deleteEarlierBuilds()),
      cacheForOffline(dataCache, siteUrl, waitUntil),
    ]);
    return cachingForOffline;
  },
  // Stops when another worker is waiting, which can take over only when this one is idle.
  'keep the rest': async () => {
    await cachingForOffline;
    const isWanted = (): boolean => !isSavingData() && self.registration.waiting === null;
    await shellCache.cacheDocuments(isWanted);
    return cacheRemaining(dataCache, isWanted);
  },
  // Sent only when the user accepts the new version.
  'skip waiting': () => self.skipWaiting(),
};

/** Whether the user has asked the browser to save data. Not all browsers support this. */
function isSavingData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

const takeoverControls = {
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
  if (isCommand(message)) waitUntil(commands[message](waitUntil));
  if (isSameBuildRequest(message)) waitUntil(handleSameBuildRequest(message, event.ports[0], takeoverControls));
  if (isStorageRequest(message)) {
    waitUntil(handleStorageRequest(message, event.ports[0], [dataCache.files, shellCache], caches));
  }
});

function isCommand(name: unknown): name is WorkerCommand {
  return typeof name === 'string' && Object.hasOwn(commands, name);
}
