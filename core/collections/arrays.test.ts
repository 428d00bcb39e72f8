import fc from 'fast-check';
import { expect, it } from 'vitest';

import { distinct, distinctRows } from './arrays.ts';

const values = fc.constantFrom(null, '', 'a', 'null', '0', 0, 0.5, 115.754);

it('numbers distinct values in order of first occurrence', () => {
  expect(distinct(['b', 'a', 'b', null, 'a'])).toEqual({ first: [0, 1, 3], at: Uint32Array.of(0, 1, 0, 2, 1) });
  expect(distinct([])).toEqual({ first: [], at: new Uint32Array() });
});

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
