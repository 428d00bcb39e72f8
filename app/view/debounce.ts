/** Runs an action when `trigger` has not been called for a while. */
export interface Debounced {
  readonly trigger: () => void;
  /** Whether the action is scheduled. */
  readonly isPending: () => boolean;
  /** Unschedules the action. */
  readonly cancel: () => void;
}

/**
 * Calls `act` when `trigger` has not been called for `milliseconds`. While `trigger` is called without such a pause,
 * `act` is called every `maxDelay` milliseconds.
 */
export function debounce(milliseconds: number, act: () => void, maxDelay = Number.POSITIVE_INFINITY): Debounced {
  let triggeredAt = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One timer for a whole drag: it is renewed when it ends, if `trigger` was called in between.
  const wait = (pause: number): void => {
    timer = setTimeout(() => {
      const left = Math.min(triggeredAt + milliseconds, startedAt + maxDelay) - performance.now();
      if (left > 0) {
        wait(left);
      } else {
        timer = undefined;
        act();
      }
    }, pause);
  };
  return {
    trigger: () => {
      triggeredAt = performance.now();
      if (timer !== undefined) return;
      startedAt = triggeredAt;
      wait(milliseconds);
    },
    isPending: () => timer !== undefined,
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
