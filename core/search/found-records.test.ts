import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SortDirection } from '../storage/format/tables.ts';
import { sortPositions } from './found-records.ts';

const keys = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, -(2 ** 40), 253_402_300_799),
);
const positions = fc.uniqueArray(fc.record({ key: keys, ordinal: fc.nat({ max: 40 }) }), {
  selector: ({ key, ordinal }) => `${key} ${ordinal}`,
  maxLength: 80,
});

describe('the order of list positions', () => {
  it('is by key in the requested direction, with ties by ascending ordinal in both', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom<SortDirection>('asc', 'desc'), (list, direction) => {
        const order = sortPositions(
          Float64Array.from(list, ({ key }) => key),
          Uint32Array.from(list, ({ ordinal }) => ordinal),
          direction,
        );
        const sign = direction === 'asc' ? 1 : -1;
        const expected = list.toSorted((a, b) => sign * (a.key - b.key) || a.ordinal - b.ordinal);
        expect(Array.from(order, (index) => list[index])).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
