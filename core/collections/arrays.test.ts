import fc from 'fast-check';
import { expect, it } from 'vitest';

import { distinctRows, reversedExceptTies } from './arrays.ts';

const values = fc.constantFrom(null, '', 'a', 'null', '0', 0, 0.5, 115.754);

it('treats rows as equal when every column is equal, and numbers them in order of first occurrence', () => {
  const tables = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 30 }))
    .chain(([columns, rows]) =>
      fc.array(fc.array(values, { minLength: rows, maxLength: rows }), { minLength: columns, maxLength: columns }),
    );
  fc.assert(
    fc.property(tables, (columns) => {
      const rows = (columns[0] ?? []).map((_, row) => JSON.stringify(columns.map((column) => column[row])));
      const expected = [...new Set(rows)];
      const { first, at } = distinctRows(columns);
      expect(first.map((row) => rows[row])).toEqual(expected);
      expect([...at]).toEqual(rows.map((row) => expected.indexOf(row)));
      expect(first.every((row, number) => at.indexOf(number) === row)).toBe(true);
    }),
  );
});

it('reverses a sorted sequence as sorting it in the other direction does, with ties in the same order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 })), (unsorted) => {
      const keys = unsorted.sort((a, b) => b - a);
      const reversed = reversedExceptTies(keys.length, (index) => keys[index] === keys[index - 1]);
      expect([...reversed]).toEqual([...keys.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)));
    }),
  );
});
