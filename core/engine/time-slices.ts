const maxSliceInMilliseconds = 20;

/**
 * Runs the parts of a long computation in order, and yields to the event loop between parts after 20 ms, so that a host with
 * one thread can respond to other requests.
 */
export class TimeSlices {
  #began = performance.now();
  #latest: Promise<unknown> = Promise.resolve();

  /** Runs a part after those before it. Yields first if the time slice is used up. */
  run<Result>(part: () => Result): Promise<Result> {
    const result = this.#latest.then(async () => {
      if (performance.now() - this.#began > maxSliceInMilliseconds) {
        await new Promise((resolve) => setTimeout(resolve));
        this.#began = performance.now();
      }
      return part();
    });
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
