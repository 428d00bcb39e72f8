/** Acts when nothing has moved for a while. */
export interface Debounced {
  readonly moved: () => void;
  /** Whether there was movement that nothing was done after yet. */
  readonly isPending: () => boolean;
  /** Ends the waiting: nothing is done any more until there is movement. */
  readonly end: () => void;
}

/**
 * Calls `act` once after each movement that was followed by none for `milliseconds`; while a movement goes on without a
 * pause, also whenever `longest` milliseconds have passed.
 */
export function debounce(milliseconds: number, act: () => void, longest = Number.POSITIVE_INFINITY): Debounced {
  let movedAt = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One timer for a whole drag, which waits on when it finds that there was movement meanwhile.
  const wait = (pause: number): void => {
    timer = setTimeout(() => {
      const left = Math.min(movedAt + milliseconds, startedAt + longest) - performance.now();
      if (left > 0) {
        wait(left);
      } else {
        timer = undefined;
        act();
      }
    }, pause);
  };
  return {
    moved: () => {
      movedAt = performance.now();
      if (timer !== undefined) return;
      startedAt = movedAt;
      wait(milliseconds);
    },
    isPending: () => timer !== undefined,
    end: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
