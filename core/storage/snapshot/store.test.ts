import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  CancelToken,
  orCancelled,
  type ReadOptions,
  retryAfterInMilliseconds,
  retryOnce,
  StoredDataError,
  timeoutInMilliseconds,
} from './store.ts';

describe('a cancel token', () => {
  it('calls every listener once, except removed ones', () => {
    const cancelToken = new CancelToken();
    const called: number[] = [];
    const removeListener = Array.from({ length: 40 }, (_, index) => cancelToken.onCancel(() => called.push(index)));
    removeListener[7]?.();
    expect([called, cancelToken.reason]).toEqual([[], undefined]);
    const reason = new Error('too slow');
    cancelToken.cancel(reason);
    cancelToken.cancel(new Error('again'));
    expect(cancelToken.reason).toBe(reason);
    expect(called).toEqual([...Array(40).keys()].filter((index) => index !== 7));
    cancelToken.onCancel(() => called.push(99));
    expect(called.at(-1)).toBe(99);
  });

  it('rejects a pending read immediately, with its file and the reason', async () => {
    const cancelToken = new CancelToken();
    let fail: (error: Error) => void = () => undefined;
    const reading = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const waiting = orCancelled(reading, 'data/one.bin', cancelToken);
    cancelToken.cancel(new Error('too slow'));
    await expect(waiting).rejects.toEqual(new StoredDataError('data/one.bin', 'unreachable (too slow)'));
    fail(new Error('much later'));
    await expect(reading).rejects.toThrow('much later');
    expect(await orCancelled(Promise.resolve('there'), 'data/one.bin', new CancelToken())).toBe('there');
  });
});

/** Creates a function for attempts that end after the given times, or never, and always on cancellation. */
function createAttempt(ends: readonly { readonly after?: number; readonly fails?: boolean }[]): {
  readonly attempt: (options: ReadOptions) => Promise<string>;
  readonly seen: ReadOptions[];
} {
  const seen: ReadOptions[] = [];
  const attempt = (options: ReadOptions): Promise<string> => {
    const name = options.fresh ? 'second' : 'first';
    const { after, fails } = ends[seen.length] ?? {};
    seen.push(options);
    return new Promise((resolve, reject) => {
      options.cancelToken?.onCancel(() => {
        reject(options.cancelToken?.reason ?? new Error());
      });
      if (after === undefined) return;
      setTimeout(() => {
        if (fails) reject(new Error(`the ${name} failed`));
        else resolve(name);
      }, after);
    });
  };
  return { attempt, seen };
}

/** Returns the outcome, its time in milliseconds, and the options of each attempt. */
async function runAttempts(
  ends: Parameters<typeof createAttempt>[0],
): Promise<readonly [string, number, ReadOptions[]]> {
  const { attempt, seen } = createAttempt(ends);
  const began = performance.now();
  const outcome = retryOnce(attempt)
    .catch((error: unknown) => (error as Error).message)
    .then((text) => [text, performance.now() - began, seen] as const);
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('retryOnce', () => {
  it.each([
    ['first', 10, [{ after: 10 }]],
    ['second', 30, [{ after: 10, fails: true }, { after: 20 }]],
    [
      'the second failed',
      30,
      [
        { after: 10, fails: true },
        { after: 20, fails: true },
      ],
    ],
    ['second', retryAfterInMilliseconds + 10, [{}, { after: 10 }]],
    ['first', retryAfterInMilliseconds + 20, [{ after: retryAfterInMilliseconds + 20 }, { after: 100 }]],
    ['first', retryAfterInMilliseconds + 20, [{ after: retryAfterInMilliseconds + 20 }, { after: 5, fails: true }]],
    ['second', retryAfterInMilliseconds + 50, [{ after: retryAfterInMilliseconds + 5, fails: true }, { after: 50 }]],
    ['not read within 8.5 s', timeoutInMilliseconds, [{}, {}]],
    ['not read within 8.5 s', timeoutInMilliseconds, [{ after: 20, fails: true }, {}]],
    ['not read within 8.5 s', timeoutInMilliseconds, [{}, { after: 20, fails: true }]],
  ])('ends with "%s" after %i ms for %j', async (outcome, milliseconds, ends) => {
    const [text, after, seen] = await runAttempts(ends);
    expect([text, after]).toEqual([outcome, milliseconds]);
    expect(seen.map(({ fresh }) => fresh)).toEqual([false, true].slice(0, seen.length));
  });
});
