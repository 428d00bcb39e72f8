import type { SameBuildRequest, StorageRequest, WorkerCommand } from '../../core/http/worker-protocol.ts';

const replyTimeoutInMilliseconds = 4000;

/**
 * Registers the service worker, and lets it control this page: after the first load or a hard reload, no worker does.
 * Never rejects: where no worker can run (plain http, a browser that blocks it), the page handles API requests itself.
 */
export async function takeWorkerControl(siteUrl: string): Promise<void> {
  const container = workerContainer();
  try {
    await container?.register(new URL('sw.js', siteUrl), { updateViaCache: 'none' });
    if (container?.controller === null) postToWorker('claim');
  } catch {
    // The page works without a worker.
  }
}

/** Sends a command to the worker as soon as it is active. Does nothing without a worker. */
export function postToWorker(command: WorkerCommand): void {
  void workerContainer()?.ready.then((registration) => {
    registration.active?.postMessage(command);
  });
}

/** Sends a message to a worker and resolves to its reply, or to undefined if none arrives within four seconds. */
function requestFromWorker(worker: ServiceWorker, request: SameBuildRequest | StorageRequest): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (reply: unknown): void => {
      clearTimeout(timer);
      port1.close();
      resolve(reply);
    };
    const timer = setTimeout(end, replyTimeoutInMilliseconds, undefined);
    port1.onmessage = ({ data }) => {
      end(data);
    };
    worker.postMessage(request, [port2]);
  });
}

/** Undefined on plain http, and in private windows of some browsers, contrary to its type. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

const takeoverTimeoutInMilliseconds = 4000;

/** The page whose build is compared with that of a worker. */
export interface OpenPage extends SameBuildRequest {
  /**
   * No worker receives a message before this resolves, because the message may make a worker of the page's build take
   * over. If the page then still reads a lot through the previous worker, Chromium stops that worker when it is first
   * idle, restarts it for the next read, and then keeps it until it has been idle for half a minute.
   */
  readonly untilQuiet: Promise<void>;
}

/**
 * Calls `onReady` when a worker of another build, which has another version of the page, is waiting or has taken over
 * because another tab activated it. Pages are loaded from the network first, so this page may be from the same build as
 * the waiting worker; `onReady` is not called then.
 */
export function watchForPageUpdate(
  container: ServiceWorkerContainer,
  { scripts, untilQuiet }: OpenPage,
  onReady: () => void,
): void {
  const reportIfOtherBuild = async (worker: ServiceWorker): Promise<void> => {
    await untilQuiet;
    // A worker of an earlier build may not reply to this message, which also shows that it is of another build.
    if ((await requestFromWorker(worker, { scripts })) !== true) onReady();
  };
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController && container.controller) void reportIfOtherBuild(container.controller);
    hadController = true;
  });
  void container.ready.then((registration) => {
    const checkWaiting = (): void => {
      if (registration.waiting && container.controller) void reportIfOtherBuild(registration.waiting);
    };
    checkWaiting();
    registration.addEventListener('updatefound', () => {
      const installing = registration.installing;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') checkWaiting();
      });
    });
  });
}

/** Activates the waiting worker, then reloads the page once. Without a waiting worker it only reloads. */
export async function applyPageUpdate(
  container: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  const registration = await container?.getRegistration().catch(() => undefined);
  if (!container || !registration?.waiting) {
    reload();
    return;
  }
  let isReloading = false;
  const reloadOnce = (): void => {
    if (!isReloading) reload();
    isReloading = true;
  };
  container.addEventListener('controllerchange', reloadOnce);
  setTimeout(reloadOnce, takeoverTimeoutInMilliseconds);
  const command: WorkerCommand = 'skip waiting';
  registration.waiting.postMessage(command);
}

/**
 * The number of bytes of this site that are cached on the device for offline use; 0 without a worker. With `remove`,
 * the cache is emptied first. Never rejects; undefined if the worker does not respond.
 */
export async function cachedBytes(storage: 'size' | 'remove'): Promise<number | undefined> {
  try {
    const registration = await workerContainer()?.getRegistration();
    if (!registration?.active) return 0;
    const bytes = await requestFromWorker(registration.active, { storage });
    return typeof bytes === 'number' ? bytes : undefined;
  } catch {
    return 0;
  }
}
