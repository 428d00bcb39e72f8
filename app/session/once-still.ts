/** Acts when nothing has moved for a while. */
export interface OnceStill {
  readonly moved: () => void;
  /** Ends the waiting: nothing is done any more until there is movement. */
  readonly end: () => void;
}

/** Calls `act` once after each movement that was followed by none for `milliseconds`. */
export function onceStill(milliseconds: number, act: () => void): OnceStill {
  let movedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One timer for a whole drag, which waits on when it finds that there was movement meanwhile.
  const wait = (pause: number): void => {
    timer = setTimeout(() => {
      const left = movedAt + milliseconds - performance.now();
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
      if (timer === undefined) wait(milliseconds);
    },
    end: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
