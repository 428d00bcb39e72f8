import { describe, expect, it } from 'vitest';

import { Asker, unlessGivenUp } from './asker.ts';
import { StoredDataError } from './store.ts';

describe('an asker', () => {
  it('tells all who want to know that it gives up, once, and not those who no longer do', () => {
    const asker = new Asker();
    const told: number[] = [];
    const takeBack = Array.from({ length: 40 }, (_, index) => asker.whenGivenUp(() => told.push(index)));
    takeBack[7]?.();
    expect([told, asker.reason]).toEqual([[], undefined]);
    const reason = new Error('too slow');
    asker.giveUp(reason);
    asker.giveUp(new Error('again'));
    expect(asker.reason).toBe(reason);
    expect(told).toEqual([...Array(40).keys()].filter((index) => index !== 7));
    asker.whenGivenUp(() => told.push(99));
    expect(told.at(-1)).toBe(99);
  });

  it('is told at once that it has waited in vain, by file and reason, whatever becomes of the reading', async () => {
    const asker = new Asker();
    let fail: (error: Error) => void = () => undefined;
    const reading = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const waiting = unlessGivenUp(reading, 'data/one.bin', asker);
    asker.giveUp(new Error('too slow'));
    await expect(waiting).rejects.toEqual(new StoredDataError('data/one.bin', 'out of reach (too slow)'));
    fail(new Error('much later'));
    await expect(reading).rejects.toThrow('much later');
    expect(await unlessGivenUp(Promise.resolve('there'), 'data/one.bin', new Asker())).toBe('there');
  });
});
