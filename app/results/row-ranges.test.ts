import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shiftIntoList, rowsPerBlock, rowsToRender, rowsToQuery } from './row-ranges.ts';

/** The first and last row on the screen, and the number of rows in the list. */
const screens = fc
  .tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 30 }), fc.nat({ max: 100_000 }))
  .map(([first, more, after]) => ({ first, last: first + more, count: first + more + 1 + after }));

describe('the rows to query', () => {
  it('include every row on the screen, and some rows before and after them', () => {
    fc.assert(
      fc.property(screens, ({ first, last }) => {
        const { start, end } = rowsToQuery(first, last);
        expect(start).toBeLessThanOrEqual(Math.max(0, first - 10));
        expect(end).toBeGreaterThanOrEqual(last + 11);
      }),
    );
  });

  it('are limited to the screen and a few blocks', () => {
    fc.assert(
      fc.property(screens, ({ first, last }) => {
        const { start, end } = rowsToQuery(first, last);
        expect(end - start).toBeLessThanOrEqual(last - first + 1 + 20 + 2 * rowsPerBlock);
      }),
    );
  });
});

describe('the rows to render', () => {
  it('are those on the screen with some before and after them, in order', () => {
    fc.assert(
      fc.property(screens, ({ first, last, count }) => {
        const rows = rowsToRender(shiftIntoList({ first, last }, count), count, null);
        expect(rows).toEqual(Array.from(rows, (_, step) => (rows[0] ?? 0) + step));
        expect(rows[0]).toBe(Math.max(0, first - 3));
        expect(rows.at(-1)).toBe(Math.min(count - 1, last + 3));
      }),
    );
  });

  it('include the focused row, in order and once', () => {
    fc.assert(
      fc.property(screens, fc.nat({ max: 100_000 }), ({ first, last, count }, focused) => {
        const rows = rowsToRender({ first, last }, count, focused);
        expect(rows.filter((row) => row === focused)).toHaveLength(focused < count ? 1 : 0);
        expect(rows).toEqual([...rows].sort((a, b) => a - b));
      }),
    );
  });

  it('are the last rows of a list that has become shorter than its scroll position', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1000 }),
        fc.nat({ max: 30 }),
        fc.integer({ min: 1, max: 1000 }),
        (first, more, count) => {
          const range = shiftIntoList({ first, last: first + more }, count);
          expect(range?.last).toBe(Math.min(first + more, count - 1));
          expect((range?.last ?? 0) - (range?.first ?? 0)).toBe(Math.min(more, range?.last ?? 0));
        },
      ),
    );
  });
});
