/** A worker whose every call settles: with the answer of the worker, or by its being stopped for its silence. */
export class WatchedWorker {
  readonly worker: Worker;
  readonly #onStop: (error: Error) => void;
  readonly #given = new Set<(error: Error) => void>();
  #hasStopped = false;

  /** `onStop` is called once, as the worker fails or falls silent and is ended. */
  constructor(worker: Worker, onStop: (error: Error) => void) {
    this.worker = worker;
    this.#onStop = onStop;
    // Errors of a call come as its answer: what is heard here was caught by nobody, and an answer may be lost with it.
    for (const kind of ['error', 'messageerror'] as const) {
      worker.addEventListener(kind, () => {
        this.#stop();
      });
    }
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /**
   * The answer of the worker to what `ask` puts to it. After `limitInMilliseconds` of silence the worker is stopped;
   * `ask` is given what to call when there is news of the call. Rejects with an Error in words for a person.
   */
  answerTo<Value>(limitInMilliseconds: number, ask: (noteProgress: () => void) => Promise<Value>): Promise<Value> {
    if (this.#hasStopped) return Promise.reject(stopped());
    return new Promise((resolve, reject) => {
      const idleTimeout = new IdleTimeout(limitInMilliseconds, () => {
        this.#stop();
      });
      const giveUp = (error: Error): void => {
        idleTimeout.end();
        reject(error);
      };
      this.#given.add(giveUp);
      const settle = (): void => {
        idleTimeout.end();
        this.#given.delete(giveUp);
      };
      ask(() => {
        idleTimeout.renew();
      })
        .finally(settle)
        .then(resolve, reject);
    });
  }

  #stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.worker.terminate();
    const error = stopped();
    for (const giveUp of this.#given) giveUp(error);
    this.#given.clear();
    this.#onStop(error);
  }
}

function stopped(): Error {
  return new Error('The part of the page that searches the data stopped answering.');
}

const steps = 5;

/**
 * Calls `onEnd` once when nobody has renewed it for `milliseconds`. The time is counted in steps: of a computer that
 * slept in between, no more than one step passes, so that what slept along with it has time to answer.
 */
export class IdleTimeout {
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
