import fc from 'fast-check';
import { expect, it } from 'vitest';

import { asInt32IfExact, createUnsignedIntegers, distinctRows, reversedExceptTies } from './arrays.ts';

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

it('keeps every integer, in as few bytes as its size allows', () => {
  const most = fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1);
  fc.assert(
    fc.property(most, (largest) => {
      const array = createUnsignedIntegers(2, largest);
      array[1] = largest;
      expect([...array]).toEqual([0, largest]);
      expect(array.BYTES_PER_ELEMENT).toBe(largest < 256 ? 1 : largest < 65_536 ? 2 : 4);
    }),
  );
  const numbers = fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 0.5, 1e300));
  fc.assert(
    fc.property(fc.array(numbers), (list) => {
      const array = asInt32IfExact(Float64Array.from(list));
      expect([...array]).toEqual(list);
      expect(array.BYTES_PER_ELEMENT).toBe(list.every((number) => number === (number | 0)) ? 4 : 8);
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
