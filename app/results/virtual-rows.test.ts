import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  rangeWithin,
  rowAfterKey,
  rowsPerBlock,
  RowRecycler,
  rowsToMeasure,
  tabStopOf,
  wantedRows,
  withOverscan,
} from './virtual-rows.ts';

/** Rows on a screen that show part of a list: first, last and the number of all. */
const screens = fc
  .tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 30 }), fc.nat({ max: 100_000 }))
  .map(([first, more, after]) => ({ first, last: first + more, count: first + more + 1 + after }));

describe('the rows that are asked for', () => {
  it('hold every row on the screen, with some to spare on both sides', () => {
    fc.assert(
      fc.property(screens, ({ first, last, count }) => {
        const { start, end } = wantedRows(first, last, count);
        expect(start).toBeLessThanOrEqual(Math.max(0, first - 10));
        expect(end).toBeGreaterThanOrEqual(Math.min(count, last + 11));
      }),
    );
  });

  it('are no more than the screen and a few steps', () => {
    fc.assert(
      fc.property(screens, ({ first, last, count }) => {
        const { start, end } = wantedRows(first, last, count);
        expect(end - start).toBeLessThanOrEqual(last - first + 1 + 20 + 2 * rowsPerBlock);
      }),
    );
  });

  it('change once in a step, however the list is scrolled row by row', () => {
    const asked = new Set(
      Array.from({ length: 200 }, (_, first) => JSON.stringify(wantedRows(first, first + 8, 10_000))),
    );
    expect(asked.size).toBeLessThanOrEqual(2 * (200 / rowsPerBlock) + 2);
  });

  it('are never none, so that a list that was empty fills at once', () => {
    expect(wantedRows(0, 0, 0)).toEqual({ start: 0, end: rowsPerBlock });
  });
});

describe('the keys that lead through the list', () => {
  it('go from row to row and to both ends, and stay within', () => {
    expect(rowAfterKey('ArrowDown', 3, 10, 5)).toBe(4);
    expect(rowAfterKey('ArrowDown', 9, 10, 5)).toBe(9);
    expect(rowAfterKey('ArrowUp', 3, 10, 5)).toBe(2);
    expect(rowAfterKey('ArrowUp', 0, 10, 5)).toBe(0);
    expect(rowAfterKey('Home', 7, 10, 5)).toBe(0);
    expect(rowAfterKey('End', 7, 10, 5)).toBe(9);
  });

  it('go on by a screen, of which one row stays', () => {
    expect(rowAfterKey('PageDown', 3, 100, 5)).toBe(7);
    expect(rowAfterKey('PageDown', 98, 100, 5)).toBe(99);
    expect(rowAfterKey('PageUp', 7, 100, 5)).toBe(3);
    expect(rowAfterKey('PageUp', 2, 100, 5)).toBe(0);
    expect(rowAfterKey('PageDown', 3, 100, 1)).toBe(4);
  });

  it('are no others, and none in an empty list', () => {
    expect(rowAfterKey('Enter', 3, 10, 5)).toBeNull();
    expect(rowAfterKey('ArrowDown', -1, 0, 5)).toBeNull();
  });
});

describe('the one row that the Tab key stops at', () => {
  it('is the one that had the focus last, or the first on the screen', () => {
    expect(tabStopOf(null, 4, 9)).toBe(4);
    expect(tabStopOf(7, 4, 9)).toBe(7);
    expect(tabStopOf(9, 4, 9)).toBe(9);
    expect(tabStopOf(3, 4, 9)).toBe(4);
    expect(tabStopOf(10, 4, 9)).toBe(4);
  });
});

describe('the rows that exist', () => {
  it('are measured as far as the screen shows, in numbers that seldom change', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), (end) => {
        expect(rowsToMeasure(end)).toBeGreaterThan(end);
        expect(rowsToMeasure(end)).toBeLessThanOrEqual(Math.max(64, 2 * (end + 1)));
      }),
    );
    expect(new Set(Array.from({ length: 20_000 }, (_, end) => rowsToMeasure(end))).size).toBe(10);
  });

  it('are those of the screen with some before and after them, in order, and no others', () => {
    fc.assert(
      fc.property(screens, ({ first, last, count }) => {
        const range = rangeWithin({ first, last }, count);
        expect(range).toEqual({ first, last });
        const rows = withOverscan({ first, last }, count);
        expect(rows).toEqual(Array.from(rows, (_, step) => (rows[0] ?? 0) + step));
        expect(rows[0]).toBe(Math.max(0, first - 3));
        expect(rows.at(-1)).toBe(Math.min(count - 1, last + 3));
      }),
    );
  });

  it('are the last ones of a list that has become shorter than where it was scrolled to', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1000 }),
        fc.nat({ max: 30 }),
        fc.integer({ min: 1, max: 1000 }),
        (first, more, count) => {
          const range = rangeWithin({ first, last: first + more }, count);
          expect(range?.last).toBe(Math.min(first + more, count - 1));
          expect((range?.last ?? 0) - (range?.first ?? 0)).toBe(Math.min(more, range?.last ?? 0));
        },
      ),
    );
  });

  it('are empty for an empty list', () => {
    expect(rangeWithin({ first: 0, last: 12 }, 0)).toBeNull();
    expect(withOverscan({ first: 0, last: 12 }, 0)).toEqual([]);
  });
});

const rowsOf = (keys: readonly string[]) => keys.map((key) => ({ key }));
const key = fc.constantFrom(...'abcdefghijkl');
const lists = fc.array(
  fc.record({ keys: fc.uniqueArray(key, { maxLength: 8 }), focusedKey: fc.option(key, { nil: null }) }),
  { maxLength: 12 },
);

describe('the elements of a list', () => {
  it('each show one row, which stays in its own for as long as it is there', () => {
    fc.assert(
      fc.property(lists, (steps) => {
        const slots = new RowRecycler<{ key: string }>();
        let before = new Map<string, number>();
        for (const { keys, focusedKey } of steps) {
          const placed = slots.place(rowsOf(keys), focusedKey);
          expect(placed.map((row) => row.key)).toEqual(keys);
          const now = new Map(placed.map((row) => [row.key, row.slot]));
          expect(new Set(now.values()).size).toBe(keys.length);
          for (const [stays, slot] of before) if (now.has(stays)) expect(now.get(stays)).toBe(slot);
          before = now;
        }
      }),
    );
  });

  it('are taken over from rows that go from the same place', () => {
    const slots = new RowRecycler<{ key: string }>();
    const slotsOf = (keys: readonly string[]) => slots.place(rowsOf(keys), null).map(({ slot }) => slot);
    expect(slotsOf(['a', 'b', 'c'])).toEqual([0, 1, 2]);
    expect(slotsOf(['d', 'e', 'f'])).toEqual([0, 1, 2]);
    expect(slotsOf(['d', 'x', 'y', 'f'])).toEqual([0, 1, 3, 2]);
    expect(slotsOf(['z', 'd', 'x', 'y'])).toEqual([4, 0, 1, 3]);
  });

  it('never change their order while the rows that stay keep theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(key, { maxLength: 8 }), { maxLength: 12 }), (steps) => {
        const slots = new RowRecycler<{ key: string }>();
        let before: number[] = [];
        for (const keys of steps) {
          const now = slots.place(rowsOf(keys.toSorted()), null).map(({ slot }) => slot);
          expect(now.filter((slot) => before.includes(slot))).toEqual(before.filter((slot) => now.includes(slot)));
          before = now;
        }
      }),
    );
  });

  it('are not taken over from the row that has the focus', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1 }), fc.uniqueArray(key), (first, second) => {
        const slots = new RowRecycler<{ key: string }>();
        const [focusedKey = ''] = first;
        const focusedSlot = slots.place(rowsOf(first), null)[0]?.slot;
        for (const { key: shown, slot } of slots.place(rowsOf(second), focusedKey)) {
          if (shown !== focusedKey) expect(slot).not.toBe(focusedSlot);
        }
      }),
    );
  });

  it('are remembered as they were placed last', () => {
    const slots = new RowRecycler<{ key: string }>();
    expect(slots.last).toEqual([]);
    slots.place(rowsOf(['a', 'b']), null);
    expect(slots.last.map((row) => row.key)).toEqual(['a', 'b']);
    slots.place([], null);
    expect(slots.last).toEqual([]);
  });
});
