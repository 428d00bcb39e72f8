const maxWaitInMilliseconds = 200;

/**
 * Resolves when the current state of the page has been painted, or after 200 ms. Resolves immediately in a background
 * page, which is not painted.
 */
export function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    // Frame callbacks run before the paint; a task that they schedule runs after it.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxWaitInMilliseconds);
  });
}

/** Resolves in a new task, after pending input events. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const idleDelayInMilliseconds = 1000;

/** Resolves when the main thread is idle, after one second at the earliest and about two seconds at the latest. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Not every browser supports idle callbacks.
      if ('requestIdleCallback' in globalThis)
        requestIdleCallback(
          () => {
            resolve();
          },
          { timeout: idleDelayInMilliseconds },
        );
      else resolve();
    }, idleDelayInMilliseconds);
  });
}
