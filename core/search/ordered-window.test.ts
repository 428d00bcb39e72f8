import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { orderedWindow } from './ordered-window.ts';

const ascending = (a: number, b: number): number => a - b;

describe('an ordered window', () => {
  it('holds what sorting everything would put there', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.integer({ min: 0, max: 20 })), fc.array(fc.integer(), { maxLength: 300 })),
        fc.nat(310),
        fc.nat(310),
        (items, start, length) => {
          const expected = [...items].sort(ascending).slice(start, start + length);
          expect(orderedWindow([...items], ascending, start, start + length)).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is empty beyond the end, and all of it when all is asked for', () => {
    expect(orderedWindow([3, 1, 2], ascending, 3, 10)).toEqual([]);
    expect(orderedWindow([3, 1, 2], ascending, 0, Infinity)).toEqual([1, 2, 3]);
    expect(orderedWindow([], ascending, 0, 10)).toEqual([]);
  });

  it.each([
    ['ascending', (index: number) => index],
    ['descending', (index: number) => -index],
    ['all equal', () => 7],
    ['rising and falling', (index: number) => Math.min(index, 20_000 - index)],
    ['in saw teeth', (index: number) => index % 100],
  ])('compares few items more than there are when they come %s', (_, valueAt) => {
    const items = Array.from({ length: 20_000 }, (_item, index) => valueAt(index));
    let comparisons = 0;
    const counting = (a: number, b: number): number => {
      comparisons++;
      return a - b;
    };
    const expected = [...items].sort(ascending).slice(5000, 5010);
    expect(orderedWindow(items, counting, 5000, 5010)).toEqual(expected);
    expect(comparisons).toBeLessThan(20_000 * 40);
  });
});
