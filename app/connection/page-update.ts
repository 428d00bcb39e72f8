import type { BuildQuestion, WorkerOrder } from '../../core/storage/worker-protocol.ts';

const longestWaitInMilliseconds = 4000;

/**
 * Calls back when a worker of another build, and with it another page, is ready or has already taken over in another
 * tab. Pages come from the network first, so this page may be of the waiting worker's build: then there is no news.
 * `scripts` are the addresses of the scripts that this page begins with.
 */
export function watchForPageUpdate(
  container: ServiceWorkerContainer,
  scripts: readonly string[],
  onReady: () => void,
): void {
  const askAndTell = (worker: ServiceWorker): void => {
    void isOfSameBuild(worker, { scripts }).then((isSame) => {
      if (!isSame) onReady();
    });
  };
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController && container.controller) askAndTell(container.controller);
    hadController = true;
  });
  void container.ready.then((registration) => {
    const look = (): void => {
      if (registration.waiting && container.controller) askAndTell(registration.waiting);
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

/** What the worker says; false when it says nothing, for workers of earlier builds do not know the question. */
function isOfSameBuild(worker: ServiceWorker, question: BuildQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const answer = (isSame: boolean): void => {
      clearTimeout(timer);
      port1.close();
      resolve(isSame);
    };
    const timer = setTimeout(() => {
      answer(false);
    }, longestWaitInMilliseconds);
    port1.onmessage = ({ data }) => {
      answer(data === true);
    };
    worker.postMessage(question, [port2]);
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
