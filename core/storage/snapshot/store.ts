/** The source of the static tree: a directory, a network or a cache. Each host has its own implementation. */
export interface Store {
  /**
   * Reads a complete file of the tree. `path` is relative to the tree's root and built by `format/layout`. Throws
   * StoredDataError when the file is missing or unreachable.
   *
   * A host may return the same array again for an unchanged file: callers must not write into it.
   */
  read(path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Reads `length` bytes of a file from `offset`, or fewer at its end. May read the whole file. Throws StoredDataError
   * like `read`. Absent if the store can only read whole files.
   */
  readPart?(path: string, offset: number, length: number, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether reading a whole file takes hardly longer than reading a part of it, as from a disk. */
  readonly hasLowLatency?: boolean;
}

export interface ReadOptions {
  /** Bypass every cache, because a cached copy may be wrong. */
  readonly fresh: boolean;
  /** For the manifest only: read it even if it was read a moment ago. */
  readonly current?: boolean;
  /** Cancelled when the bytes are no longer needed: a store that can stop reading should do so. */
  readonly cancelToken?: CancelToken;
  /** The greatest length that the file can have. A store may stop reading when a file is longer. */
  readonly maximumBytes?: number;
}

/** Stored data is missing, corrupt or unreachable. The message names the file and the problem. */
export class StoredDataError extends Error {
  override readonly name = 'StoredDataError';
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}

/** Cancels reads. The platform's AbortSignal is not used: creating one takes longer than computing most responses. */
export class CancelToken {
  #reason: Error | undefined;
  #listeners: Set<(reason: Error) => void> | undefined;

  /** The reason for the cancellation; undefined before. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  cancel(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of this.#listeners ?? []) listener(reason);
  }

  /** Calls the listener on cancellation, or immediately if already cancelled. Returns a function to remove it. */
  onCancel(listener: (reason: Error) => void): () => void {
    if (this.#reason) listener(this.#reason);
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }
}

/**
 * Resolves with the result of a read from a path. Rejects with a StoredDataError as soon as the token is cancelled,
 * even if the read never ends.
 */
export function orCancelled<Value>(
  reading: Promise<Value>,
  path: string,
  cancelToken: CancelToken | undefined,
): Promise<Value> {
  if (!cancelToken) return reading;
  return new Promise((resolve, reject) => {
    const removeListener = cancelToken.onCancel(({ message }) => {
      reject(new StoredDataError(path, `unreachable (${message})`));
    });
    reading.then(
      (value) => {
        removeListener();
        resolve(value);
      },
      (error: unknown) => {
        removeListener();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** After this time the second attempt begins, in parallel with the first. */
export const retryAfterInMilliseconds = 4500;
export const timeoutInMilliseconds = 8500;

/**
 * Makes one attempt, then a second one that bypasses all caches if the first fails or takes long. Resolves with the
 * value of the first attempt that succeeds, and cancels the other. A slow first attempt continues in parallel with the
 * second, so a slow connection is not penalised.
 *
 * Rejects with the error of the attempt that failed last, at the latest when the timeout expires. Each attempt must end
 * when its token is cancelled.
 */
export function retryOnce<Value>(attempt: (options: ReadOptions) => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancelTokens: CancelToken[] = [];
    let failures = 0;
    let timer = setTimeout(() => {
      timer = setTimeout(() => {
        cancelAll(new Error(`not read within ${timeoutInMilliseconds / 1000} s`));
      }, timeoutInMilliseconds - retryAfterInMilliseconds);
      if (cancelTokens.length === 1) begin();
    }, retryAfterInMilliseconds);

    begin();

    function begin(): void {
      const cancelToken = new CancelToken();
      const fresh = cancelTokens.push(cancelToken) > 1;
      attempt({ fresh, cancelToken }).then(
        (value) => {
          clearTimeout(timer);
          // The successful attempt is not cancelled: the value may be a stream that is still being read.
          if (cancelTokens.length > 1) cancelAll(new Error('no longer needed'), cancelToken);
          resolve(value);
        },
        (error: unknown) => {
          failures++;
          if (cancelTokens.length === 1) {
            begin();
          } else if (failures === 2) {
            clearTimeout(timer);
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
      );
    }

    function cancelAll(reason: Error, except?: CancelToken): void {
      for (const cancelToken of cancelTokens) if (cancelToken !== except) cancelToken.cancel(reason);
    }
  });
}
