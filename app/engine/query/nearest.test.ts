import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PointIndex } from '../../../core/geo/point-index.ts';
import { positions, trueDistance } from '../../../core/geo/testing/scenes.ts';
import { nearestFirst, PointDistances } from './nearest.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

/** Items with two points each, given by their indexes; the two may be the same. */
const items = fc.array(positions, { minLength: 1, maxLength: 30 }).chain((points) =>
  fc.record({
    points: fc.constant(points),
    centre: fc.oneof(positions, fc.constantFrom(...points)),
    pointsOf: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(points.length - 1)), { maxLength: 120 }),
  }),
);

describe('items sorted by distance', () => {
  it('equal a stable sort by the distance of the nearer point, with items at the same distance in their order', () => {
    fc.assert(
      fc.property(items, ({ points, centre, pointsOf }) => {
        const index = new PointIndex(
          Float64Array.from(points, ({ longitude }) => longitude),
          Float64Array.from(points, ({ latitude }) => latitude),
        );
        const distances = new PointDistances(index, centre);
        const nearest = nearestFirst(Uint32Array.from(pointsOf.keys()), {
          groups: pointsOf.length,
          groupOf: (item) => item,
          distanceOf: (item) => Math.min(...(pointsOf[item] ?? []).map((point) => distances.to(point))),
        });
        const trueDistanceOf = (item: number): number =>
          Math.min(...(pointsOf[item] ?? []).map((point) => trueDistance(centre, points[point] ?? centre)));
        expect(Array.from(nearest)).toEqual(
          Array.from(pointsOf.keys()).sort((a, b) => trueDistanceOf(a) - trueDistanceOf(b) || a - b),
        );
      }),
      { numRuns: sizeOf(1000) },
    );
  });
});
