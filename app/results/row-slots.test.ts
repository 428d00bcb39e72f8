import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RowSlots } from './row-slots.ts';

const rowsOf = (keys: readonly string[]) => keys.map((key) => ({ key }));
const key = fc.constantFrom(...'abcdefghijkl');
const lists = fc.array(
  fc.record({ keys: fc.uniqueArray(key, { maxLength: 8 }), held: fc.option(key, { nil: null }) }),
  { maxLength: 12 },
);

describe('the elements of a list', () => {
  it('each show one row, which stays in its own for as long as it is there', () => {
    fc.assert(
      fc.property(lists, (steps) => {
        const slots = new RowSlots<{ key: string }>();
        let before = new Map<string, number>();
        for (const { keys, held } of steps) {
          const placed = slots.place(rowsOf(keys), held);
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
    const slots = new RowSlots<{ key: string }>();
    const slotsOf = (keys: readonly string[]) => slots.place(rowsOf(keys), null).map(({ slot }) => slot);
    expect(slotsOf(['a', 'b', 'c'])).toEqual([0, 1, 2]);
    expect(slotsOf(['d', 'e', 'f'])).toEqual([0, 1, 2]);
    expect(slotsOf(['d', 'x', 'y', 'f'])).toEqual([0, 1, 3, 2]);
    expect(slotsOf(['z', 'd', 'x', 'y'])).toEqual([4, 0, 1, 3]);
  });

  it('never change their order while the rows that stay keep theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(key, { maxLength: 8 }), { maxLength: 12 }), (steps) => {
        const slots = new RowSlots<{ key: string }>();
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
        const slots = new RowSlots<{ key: string }>();
        const [held = ''] = first;
        const heldSlot = slots.place(rowsOf(first), null)[0]?.slot;
        for (const { key: shown, slot } of slots.place(rowsOf(second), held)) {
          if (shown !== held) expect(slot).not.toBe(heldSlot);
        }
      }),
    );
  });

  it('are remembered as they were placed last', () => {
    const slots = new RowSlots<{ key: string }>();
    expect(slots.last).toEqual([]);
    slots.place(rowsOf(['a', 'b']), null);
    expect(slots.last.map((row) => row.key)).toEqual(['a', 'b']);
    slots.place([], null);
    expect(slots.last).toEqual([]);
  });
});
