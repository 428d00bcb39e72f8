import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../build-data/sample/seeded-random.ts';
import type { SortDirection } from '../storage/format/tables.ts';
import type { Tile } from '../storage/format/tile.ts';
import { FoundRecords, recordsPerPartition, sortPositions } from './found-records.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

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
      { numRuns: sizeOf(1000) },
    );
  });
});

describe('the records found in tiles', () => {
  it('have the same order whether a part of them or all are sorted', () => {
    const bounds = fc.record({ start: fc.nat({ max: 20 }), count: fc.nat({ max: 20 }) });
    const list = fc.uniqueArray(fc.record({ key: keys, ordinal: fc.nat({ max: 400 }) }), {
      selector: ({ key, ordinal }) => `${key} ${ordinal}`,
      maxLength: 400,
      size: 'max',
    });
    fc.assert(
      fc.property(list, bounds, fc.constantFrom<SortDirection>('asc', 'desc'), (all, { start, count }, direction) => {
        const records = new FoundRecords();
        records.addRun(tileOf(all.slice(0, 30)), 0, Math.min(30, all.length));
        if (all.length > 31) records.addRun(tileOf(all.slice(30)), 1, all.length - 30);
        const whole = records.inOrder(direction, 0, records.length);
        expect(records.inOrder(direction, start, start + count)).toEqual(whole.slice(start, start + count));
        expect(records.first(direction)).toBe(whole[0]);
        for (const recordsPerPart of [1, 7, 100, 1000]) {
          const parts = [...records.sortedPartitions(direction, recordsPerPart)];
          expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
        }
        expect(Array.from(whole, (index) => records.position(index))).toEqual(
          Array.from({ length: records.length }, (_, index) => records.position(index)).toSorted(
            (a, b) => (direction === 'asc' ? a.key - b.key : b.key - a.key) || a.ordinal - b.ordinal,
          ),
        );
      }),
      { numRuns: sizeOf(500) },
    );
  });
});

it('finds any part of a result that is larger than a partition', () => {
  const count = recordsPerPartition * 2.5;
  const random = seededRandom(6, 'large result');
  const list = Array.from({ length: count }, (_, ordinal) => ({ key: Math.floor(random.unit() * count), ordinal }));
  const records = new FoundRecords();
  records.addRun(tileOf(list), 0, count);
  for (const direction of ['asc', 'desc'] as const) {
    const sign = direction === 'asc' ? 1 : -1;
    const sorted = list.toSorted((a, b) => sign * (a.key - b.key) || a.ordinal - b.ordinal);
    const expected = Uint32Array.from(sorted, ({ ordinal }) => ordinal);
    for (const [start, end] of [
      [0, 1001],
      [count / 5, (count / 5) * 4],
      [count - 10, count],
      [count - 10, Infinity],
      [0, count],
    ] as const) {
      const found = records.inOrder(direction, start, end);
      expect(found).toHaveLength(Math.min(end, count) - start);
      expect(found.findIndex((index, at) => index !== expected[start + at])).toBe(-1);
    }
    expect(records.inOrder(direction, count, count + 10)).toHaveLength(0);
  }
});

/** A tile of which only the list positions matter. The keys of each location descend. */
function tileOf(list: readonly { readonly key: number; readonly ordinal: number }[]): Tile {
  const starts = list.flatMap(({ key }, index) => (index === 0 || key > (list[index - 1]?.key ?? key) ? [index] : []));
  starts.push(list.length);
  return {
    pointsPerLocation: 1,
    longitudes: new Float64Array(),
    latitudes: new Float64Array(),
    recordStarts: Uint32Array.from(starts),
    keys: Float64Array.from(list, ({ key }) => key),
    ordinals: Uint32Array.from(list, ({ ordinal }) => ordinal),
    shards: [],
  };
}
