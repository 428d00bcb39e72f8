import type { BuildQuestion, StorageQuestion, WorkerOrder } from '../../core/storage/worker-protocol.ts';

const controlTimeoutInMilliseconds = 2000;
const replyTimeoutInMilliseconds = 4000;

/**
 * Registers the service worker and waits, two seconds at most, until it controls this page: the first load and a hard
 * reload leave a page without one. Resolves to whether it does. Never rejects: where no worker can run (plain http, a
 * browser that blocks it) the page answers by itself.
 */
export async function takeWorkerControl(siteUrl: string): Promise<boolean> {
  const container = workerContainer();
  if (!container) return false;
  try {
    await container.register(new URL('sw.js', siteUrl), { updateViaCache: 'none' });
    if (container.controller) return true;
    const controlled = new Promise<boolean>((resolve) => {
      container.addEventListener(
        'controllerchange',
        () => {
          resolve(true);
        },
        { once: true },
      );
      setTimeout(() => {
        resolve(container.controller !== null);
      }, controlTimeoutInMilliseconds);
    });
    tellWorker('claim');
    return await controlled;
  } catch {
    return false;
  }
}

/** Whether a worker answers this page's requests now. */
export function isControlledByWorker(): boolean {
  return Boolean(workerContainer()?.controller);
}

/** Gives the worker an order as soon as there is one; where there is none, nothing happens. */
export function tellWorker(order: WorkerOrder): void {
  void workerContainer()?.ready.then((registration) => {
    registration.active?.postMessage(order);
  });
}

/** Asks a worker something that it answers on a port. Resolves to undefined when nothing comes within four seconds. */
export function askWorker(worker: ServiceWorker, question: BuildQuestion | StorageQuestion): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (answer: unknown): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(end, replyTimeoutInMilliseconds, undefined);
    port1.onmessage = ({ data }) => {
      end(data);
    };
    worker.postMessage(question, [port2]);
  });
}

/** Browsers leave it out on plain http, and some in private windows, whatever its type says. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

const takeoverTimeoutInMilliseconds = 4000;

/** The page as the workers are told of it. */
export interface OpenPage extends BuildQuestion {
  /**
   * No worker is asked before this: one of the page's build may then take over. While the page still reads much through
   * the worker before it, Chromium ends that one in the first moment in which it has nothing to do, starts it again for
   * the page's next read, and lets it stay from then on until it has been idle for half a minute.
   */
  readonly untilCalm: Promise<void>;
}

/**
 * Calls back when a worker of another build, and with it another page, is ready or has already taken over in another
 * tab. Pages come from the network first, so this page may be of the waiting worker's build: then there is no news.
 */
export function watchForPageUpdate(
  container: ServiceWorkerContainer,
  { scripts, untilCalm }: OpenPage,
  onReady: () => void,
): void {
  const askAndTell = async (worker: ServiceWorker): Promise<void> => {
    await untilCalm;
    // A worker of an earlier build may not know the question, and is none of this one.
    if ((await askWorker(worker, { scripts })) !== true) onReady();
  };
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController && container.controller) void askAndTell(container.controller);
    hadController = true;
  });
  void container.ready.then((registration) => {
    const look = (): void => {
      if (registration.waiting && container.controller) void askAndTell(registration.waiting);
    };
    look();
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed') look();
      });
    });
  });
}

/** Lets the waiting worker take over, then loads the page anew, once; without a waiting one the page alone. */
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
  const order: WorkerOrder = 'skip waiting';
  registration.waiting.postMessage(order);
}

/**
 * How many bytes of this site are kept on the device, to work without a network; 0 where there is no worker to keep any.
 * With `remove` all of it is removed first. Never rejects; undefined when the worker does not answer.
 */
export async function keptOnDevice(storage: 'tell' | 'remove'): Promise<number | undefined> {
  try {
    const registration = await workerContainer()?.getRegistration();
    if (!registration?.active) return 0;
    const bytes = await askWorker(registration.active, { storage });
    return typeof bytes === 'number' ? bytes : undefined;
  } catch {
    return 0;
  }
}
