const steps = 5;

/**
 * Calls `onEnd` once when nobody has renewed it for `milliseconds`. The time is counted in steps: of a computer that
 * slept in between, no more than one step passes, so that what slept along with it has time to answer.
 */
export class Patience {
  readonly #step: number;
  readonly #onEnd: () => void;
  #stepsLeft = steps;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, onEnd: () => void) {
    this.#step = milliseconds / steps;
    this.#onEnd = onEnd;
    this.#wait();
  }

  /** Begins to wait from the start. Without effect once it has ended. */
  renew(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#stepsLeft = steps;
    this.#wait();
  }

  /** Ends the waiting; `onEnd` is not called any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#stepsLeft -= 1;
      if (this.#stepsLeft > 0) {
        this.#wait();
      } else {
        this.#timer = undefined;
        this.#onEnd();
      }
    }, this.#step);
  }
}
