import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatRange, readRange, writeRange } from './ranges.ts';

describe('a range of metres', () => {
  it.each([
    ['2-4', { from: 2, to: 4 }, '2 to 4 m'],
    ['2.5-', { from: 2.5, to: null }, '2.5 m or more'],
    ['-500', { from: null, to: 500 }, 'up to 500 m'],
    ['0-1000', { from: 0, to: 1000 }, '0 to 1,000 m'],
    ['3', { from: 3, to: 3 }, '3 m'],
    ['none', 'none', 'no size recorded'],
  ] as const)('%s in an address is shown as %j', (text, range, shown) => {
    expect(readRange(text)).toEqual(range);
    expect(writeRange(range)).toBe(text);
    expect(formatRange(range, 'no size recorded')).toBe(shown);
  });

  it.each(['', '-', 'a', '2-a', '1.2.3', '2--4', 'nothing', '2,4'])('is not in %j', (text) => {
    expect(readRange(text)).toBeUndefined();
  });

  const end = fc.option(
    fc.oneof(
      fc.nat(10_000),
      fc.nat(1000).map((each) => each / 100),
    ),
  );
  it('is the same after it was in an address', () => {
    fc.assert(
      fc.property(end, end, (from, to) => {
        fc.pre((from !== null || to !== null) && !(from !== null && to !== null && from > to));
        expect(readRange(writeRange({ from, to }))).toEqual({ from, to });
      }),
    );
  });
});
