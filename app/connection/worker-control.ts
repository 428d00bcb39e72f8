import type { BuildQuestion, StorageQuestion, WorkerOrder } from '../../core/storage/worker-protocol.ts';

const longestWaitInMilliseconds = 2000;
const longestAnswerInMilliseconds = 4000;

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
      }, longestWaitInMilliseconds);
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
    const timer = setTimeout(end, longestAnswerInMilliseconds, undefined);
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
