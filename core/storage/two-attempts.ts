import { Asker } from './asker.ts';
import type { ReadOptions } from './store.ts';

/** When the first attempt has taken so long, the second begins beside it. */
export const patienceInMilliseconds = 4500;
/** What has not been read by then is given up. */
export const limitInMilliseconds = 8500;

/**
 * Reads, and once more past everything remembered on the way, when the first attempt has failed or takes long. What
 * succeeds first is the result; the other attempt is given up. A slow line is not cut for being slow: its first attempt
 * goes on beside the second.
 *
 * Rejects with the error of the attempt that failed last, at the limit at the latest, provided that each attempt ends
 * when its asker gives up.
 */
export function inTwoAttempts<Value>(attempt: (options: ReadOptions) => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const askers: Asker[] = [];
    let failures = 0;
    let timer = setTimeout(() => {
      timer = setTimeout(() => {
        giveUp(new Error(`not read within ${limitInMilliseconds / 1000} s`));
      }, limitInMilliseconds - patienceInMilliseconds);
      if (askers.length === 1) begin();
    }, patienceInMilliseconds);

    begin();

    function begin(): void {
      const asker = new Asker();
      const fresh = askers.push(asker) > 1;
      attempt({ fresh, asker }).then(
        (value) => {
          clearTimeout(timer);
          // What belongs to the value, such as the rest of a stream, goes on.
          if (askers.length > 1) giveUp(new Error('no longer needed'), asker);
          resolve(value);
        },
        (error: unknown) => {
          failures++;
          if (askers.length === 1) {
            begin();
          } else if (failures === 2) {
            clearTimeout(timer);
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
      );
    }

    function giveUp(reason: Error, exception?: Asker): void {
      for (const asker of askers) if (asker !== exception) asker.giveUp(reason);
    }
  });
}
