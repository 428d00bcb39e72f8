import type { WorkerOrder } from '../../core/storage/worker-protocol.ts';

const longestWaitInMilliseconds = 4000;

/** Calls back when a newer worker, and with it a newer page, is ready or has already taken over in another tab. */
export function watchForPageUpdate(container: ServiceWorkerContainer, onReady: () => void): void {
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    if (hadController) onReady();
    hadController = true;
  });
  void container.ready.then((registration) => {
    const look = (): void => {
      if (registration.waiting && container.controller) onReady();
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
