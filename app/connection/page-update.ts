import type { BuildQuestion, WorkerOrder } from '../../core/storage/worker-protocol.ts';
import { askWorker } from './worker-control.ts';

const longestWaitInMilliseconds = 4000;

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
  setTimeout(reloadOnce, longestWaitInMilliseconds);
  const order: WorkerOrder = 'skip waiting';
  registration.waiting.postMessage(order);
}
