import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PointIndex } from '../../../core/geo/point-index.ts';
import { positions, trueDistance } from '../../../core/geo/testing/scenes.ts';
import { LazilySortedList } from './listing.ts';
import { nearestItems, PointDistances, type PointGrouping } from './nearest.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

/** Items with two points each, given by their indexes; the two may be the same. */
const items = fc.array(positions, { minLength: 1, maxLength: 30 }).chain((points) =>
  fc.record({
    points: fc.constant(points),
    centre: fc.oneof(positions, fc.constantFrom(...points)),
    pointsOf: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(points.length - 1)), { maxLength: 120 }),
  }),
);

describe('the items nearest to a centre', () => {
  it('are the first of all items sorted by distance, however few are requested', () => {
    fc.assert(
      fc.property(items, fc.nat(150), ({ points, centre, pointsOf }, minCount) => {
        const index = new PointIndex(
          Float64Array.from(points, ({ longitude }) => longitude),
          Float64Array.from(points, ({ latitude }) => latitude),
        );
        const grouping: PointGrouping = {
          points: index,
          pointsOfGroup: 2,
          groups: pointsOf.length,
          groupOf: (item) => item,
          firstPointOf: (item) => pointsOf[item]?.[0] ?? 0,
          secondPointOf: (item) => pointsOf[item]?.[1] ?? 0,
        };
        const distanceOf = (item: number): number =>
          Math.min(...(pointsOf[item] ?? []).map((point) => trueDistance(centre, points[point] ?? centre)));
        const expected = Array.from(pointsOf.keys()).sort((a, b) => distanceOf(a) - distanceOf(b) || a - b);

        const all = Uint32Array.from(pointsOf.keys());
        const nearest = nearestItems(all, grouping, new PointDistances(index, centre), minCount);
        expect(nearest.length).toBeGreaterThanOrEqual(Math.min(minCount, all.length));
        expect(Array.from(nearest)).toEqual(expected.slice(0, nearest.length));
      }),
      { numRuns: sizeOf(1000) },
    );
  });
});

describe('a lazily sorted list', () => {
  const numbers = Uint32Array.from({ length: 3000 }, (_, index) => 2999 - index);

  it('equals the completely sorted list, whichever part of it is read', () => {
    const list = new LazilySortedList(numbers.length, (minCount) => numbers.slice(0, minCount));
    expect(list.slice(0, 20)).toEqual(numbers.slice(0, 20));
    expect(list.slice(100, 120)).toEqual(numbers.slice(100, 120));
    expect(list.slice(200, 220)).toEqual(numbers.slice(200, 220));
    expect(list.slice(1000, 1010)).toEqual(numbers.slice(1000, 1010));
    expect(list.slice(2990, 4000)).toEqual(numbers.slice(2990));
    expect(list.slice(5000, 5010)).toEqual(new Uint32Array());
    expect([2999, 0, 4000].map((item) => list.indexOf(item))).toEqual([0, 2999, -1]);
  });
});
