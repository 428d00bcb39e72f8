import { describe, expect, it } from 'vitest';

import { CancelToken, orCancelled, StoredDataError } from './store.ts';

describe('an cancelToken', () => {
  it('tells all who want to know that it gives up, once, and not those who no longer do', () => {
    const cancelToken = new CancelToken();
    const told: number[] = [];
    const takeBack = Array.from({ length: 40 }, (_, index) => cancelToken.onCancel(() => told.push(index)));
    takeBack[7]?.();
    expect([told, cancelToken.reason]).toEqual([[], undefined]);
    const reason = new Error('too slow');
    cancelToken.cancel(reason);
    cancelToken.cancel(new Error('again'));
    expect(cancelToken.reason).toBe(reason);
    expect(told).toEqual([...Array(40).keys()].filter((index) => index !== 7));
    cancelToken.onCancel(() => told.push(99));
    expect(told.at(-1)).toBe(99);
  });

  it('is told at once that it has waited in vain, by file and reason, whatever becomes of the reading', async () => {
    const cancelToken = new CancelToken();
    let fail: (error: Error) => void = () => undefined;
    const reading = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const waiting = orCancelled(reading, 'data/one.bin', cancelToken);
    cancelToken.cancel(new Error('too slow'));
    await expect(waiting).rejects.toEqual(new StoredDataError('data/one.bin', 'out of reach (too slow)'));
    fail(new Error('much later'));
    await expect(reading).rejects.toThrow('much later');
    expect(await orCancelled(Promise.resolve('there'), 'data/one.bin', new CancelToken())).toBe('there');
  });
});
