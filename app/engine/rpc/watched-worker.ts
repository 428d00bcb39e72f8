/** Posted by a worker once it accepts calls, which shows the page that the worker's script loaded and ran. */
export const readyMessage = 'the engine is ready';

/** Ensures that every call to a worker settles: with its reply, or with an error if it is silent for too long. */
export class WatchedWorker {
  readonly worker: Worker;
  readonly #onStop: (error: Error) => void;
  readonly #pending = new Set<(error: Error) => void>();
  #hasStopped = false;

  /** `onStop` is called once, when the worker is terminated because it failed or was silent for too long. */
  constructor(worker: Worker, onStop: (error: Error) => void) {
    this.worker = worker;
    this.#onStop = onStop;
    // Errors of a call arrive as its reply. These events report uncaught errors, after which a reply may never arrive.
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
   * Resolves to the reply that `send` resolves to. The worker is terminated after `timeoutInMilliseconds` of silence;
   * `send` receives a function that renews the timeout. Rejects with an Error whose message can be shown to the user.
   */
  call<Value>(timeoutInMilliseconds: number, send: (renewTimeout: () => void) => Promise<Value>): Promise<Value> {
    if (this.#hasStopped) return Promise.reject(stoppedError());
    return new Promise((resolve, reject) => {
      const timeout = new IdleTimeout(timeoutInMilliseconds, () => {
        this.#stop();
      });
      const cancel = (error: Error): void => {
        timeout.clear();
        reject(error);
      };
      this.#pending.add(cancel);
      const settle = (): void => {
        timeout.clear();
        this.#pending.delete(cancel);
      };
      send(() => {
        timeout.renew();
      })
        .finally(settle)
        .then(resolve, reject);
    });
  }

  #stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.worker.terminate();
    const error = stoppedError();
    for (const cancel of this.#pending) cancel(error);
    this.#pending.clear();
    this.#onStop(error);
  }
}

function stoppedError(): Error {
  return new Error('The search stopped responding.');
}

const steps = 5;

/**
 * Calls `onTimeout` once when it has not been renewed for `milliseconds`. The time is counted in steps: when a computer
 * wakes from sleep, at most one step has passed, so the worker, which slept as well, still has time to reply.
 */
class IdleTimeout {
  readonly #stepInMilliseconds: number;
  readonly #onTimeout: () => void;
  #stepsLeft = steps;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, onTimeout: () => void) {
    this.#stepInMilliseconds = milliseconds / steps;
    this.#onTimeout = onTimeout;
    this.#wait();
  }

  /** Starts again from zero. Has no effect after the timeout or after `clear`. */
  renew(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#stepsLeft = steps;
    this.#wait();
  }

  clear(): void {
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
        this.#onTimeout();
      }
    }, this.#stepInMilliseconds);
  }
}
