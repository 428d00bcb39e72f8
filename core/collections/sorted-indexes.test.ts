import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sortedIndexes } from './sorted-indexes.ts';

describe('the indexes of numbers in order', () => {
  it.each([
    { numbers: 'small integers', value: fc.integer({ min: -5, max: 5 }) },
    { numbers: 'integers that span 32 bits', value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) },
    { numbers: 'integers that span more than 32 bits', value: fc.maxSafeInteger() },
    { numbers: 'fractions', value: fc.double({ min: -2, max: 2, noNaN: true }) },
  ])('are those of a stable sort of $numbers', ({ value }) => {
    fc.assert(
      fc.property(fc.array(value), fc.constantFrom('asc' as const, 'desc' as const), (values, direction) => {
        const sign = direction === 'asc' ? 1 : -1;
        const expected = [...values.keys()].sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)));
        expect([...sortedIndexes(Float64Array.from(values), direction)]).toEqual(expected);
      }),
    );
  });

  it('are those of hashes', () => {
    expect([...sortedIndexes(Uint32Array.of(2 ** 32 - 1, 0, 7, 0), 'asc')]).toEqual([1, 3, 2, 0]);
    expect([...sortedIndexes(new Uint32Array(), 'desc')]).toEqual([]);
  });
});
