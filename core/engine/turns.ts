const turnInMilliseconds = 20;

/**
 * Runs the parts of a long computation one after the other, in turns, so that a host with one thread also responds to other
 * requests in between.
 */
export class Turns {
  #began = performance.now();
  #latest: Promise<unknown> = Promise.resolve();

  /** Runs a part after those before it. Begins another turn first if theirs was long. */
  run<Result>(part: () => Result): Promise<Result> {
    const result = this.#latest.then(async () => {
      if (performance.now() - this.#began > turnInMilliseconds) {
        await new Promise((resolve) => setTimeout(resolve));
        this.#began = performance.now();
      }
      return part();
    });
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
