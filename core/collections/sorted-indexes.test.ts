import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sortedIndexes } from './sorted-indexes.ts';

describe('the indexes of numbers in order', () => {
  it.each([
    { numbers: 'small integers', value: fc.integer({ min: -5, max: 5 }) },
    { numbers: 'integers that span 32 bits', value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) },
    { numbers: 'integers that span more than 32 bits', value: fc.maxSafeInteger() },
    // Reduced to 32 bits, the small integers are equal.
    {
      numbers: 'small integers next to a large one',
      value: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(2 ** 52)),
    },
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

  it.each([0, 2 ** 52])('have equal numbers in the order of a comparison, next to %d', (other) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))), (pairs) => {
        const numbers = Float64Array.from([other, ...pairs.map(([number]) => number)]);
        const ties = [0, ...pairs.map(([, tie]) => tie)];
        const compareTies = (a: number, b: number): number => (ties[a] ?? 0) - (ties[b] ?? 0);
        for (const direction of ['asc', 'desc'] as const) {
          const sign = direction === 'asc' ? 1 : -1;
          const expected = [...numbers.keys()].sort(
            (a, b) => sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || compareTies(a, b),
          );
          expect([...sortedIndexes(numbers, direction, compareTies)]).toEqual(expected);
        }
      }),
    );
  });
});
