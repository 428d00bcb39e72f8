import { CancelToken, type ReadOptions } from './store.ts';

/** When the first attempt has taken so long, the second begins alongside it. */
export const retryAfterInMilliseconds = 4500;
/** A value that has not been read by then is not waited for any longer. */
export const timeoutInMilliseconds = 8500;

/**
 * Reads, and reads again past all caches when the first attempt has failed or takes long. The first success is the
 * result; the other attempt is cancelled. A slow connection is not cut off for being slow: its first attempt goes on
 * alongside the second.
 *
 * Rejects with the error of the attempt that failed last, when the timeout expires at the latest, provided that each
 * attempt ends when its token is cancelled.
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
          // What belongs to the value, such as the rest of a stream, goes on.
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

    function cancelAll(reason: Error, exception?: CancelToken): void {
      for (const cancelToken of cancelTokens) if (cancelToken !== exception) cancelToken.cancel(reason);
    }
  });
}
