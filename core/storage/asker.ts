import { StoredDataError } from './store.ts';

/**
 * Who has asked for something to be read, and may give up waiting for it. What a platform has for this, its signals, costs
 * more than most answers take to be made.
 */
export class Asker {
  #reason: Error | undefined;
  #toTell: Set<() => void> | undefined;

  /** Why this one gave up; undefined while it waits. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  giveUp(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const tell of this.#toTell ?? []) tell();
  }

  /** Tells when this one gives up, at once if it has. Returns what takes that back. */
  whenGivenUp(tell: () => void): () => void {
    if (this.#reason) tell();
    const toTell = (this.#toTell ??= new Set());
    toTell.add(tell);
    return () => {
      toTell.delete(tell);
    };
  }
}

/**
 * What is being read from a path, unless the asker gives up before: then a StoredDataError at once, whether or not the
 * reading itself ever ends.
 */
export function unlessGivenUp<Value>(reading: Promise<Value>, path: string, asker: Asker | undefined): Promise<Value> {
  if (!asker) return reading;
  return new Promise((resolve, reject) => {
    const takeBack = asker.whenGivenUp(() => {
      reject(new StoredDataError(path, `out of reach (${asker.reason?.message ?? ''})`));
    });
    reading.then(
      (value) => {
        takeBack();
        resolve(value);
      },
      (error: unknown) => {
        takeBack();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
