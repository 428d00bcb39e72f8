const longestWaitInMilliseconds = 200;

/**
 * Resolves when the page as it stands has been painted, or could have been: a page in the background is not painted, and
 * waits for nothing.
 */
export function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    // Before a frame is painted its callbacks are called; a task that they begin comes after it.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestWaitInMilliseconds);
  });
}

/** Resolves in a task of its own: what a person has pressed meanwhile is heard first. */
export function ownTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const quietInMilliseconds = 1000;

/** Resolves when the page has been left alone for a second and its thread has nothing else to do. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Not every browser tells when it is idle.
      if ('requestIdleCallback' in window)
        requestIdleCallback(
          () => {
            resolve();
          },
          { timeout: quietInMilliseconds },
        );
      else resolve();
    }, quietInMilliseconds);
  });
}
