import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PointIndex } from './point-index.ts';
import { bruteForceWithin, trueDistance } from './testing/brute-force.ts';
import { pointIndexInGivenOrderOf, pointIndexOf, pointsWithinRadius } from './testing/point-indexes.ts';
import { antipodeOf, radii, scenes, scenesWithPoints, shifted } from './testing/scenes.ts';
import type { Position } from './wgs84.ts';
import { forEachRunWithin } from './within-radius.ts';

function found(index: PointIndex, centre: Position, radius: number): number[] {
  return Array.from(pointsWithinRadius(index, centre, radius).sort());
}

function runsWithin(index: PointIndex, centre: Position, radius: number): [number, number][] {
  const runs: [number, number][] = [];
  forEachRunWithin(index, centre, radius, (startSlot, endSlot) => runs.push([startSlot, endSlot]));
  return runs;
}

describe('the search within a radius', () => {
  it('finds exactly the points that brute force finds, anywhere on the globe and for any radius', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        const expected = bruteForceWithin(points, centre, radius);
        expect(found(pointIndexOf(points), centre, radius)).toEqual(expected);
        expect(found(pointIndexInGivenOrderOf(points), centre, radius)).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('includes its edge: a radius equal to a distance to the last bit lets the point in', () => {
    fc.assert(
      fc.property(scenesWithPoints, fc.nat(), ({ centre, points }, choice) => {
        const point = choice % points.length;
        const radius = trueDistance(centre, points[point] ?? centre);
        const inside = found(pointIndexOf(points), centre, radius);
        expect(inside).toContain(point);
        expect(inside).toEqual(bruteForceWithin(points, centre, radius));
      }),
      { numRuns: 1500 },
    );
  });

  it('tells a radius a hair too short from one a hair longer', () => {
    const hairs = fc.constantFrom(-1e-3, -1e-6, -1e-9, 1e-9, 1e-6, 1e-3);
    fc.assert(
      fc.property(scenesWithPoints, fc.nat(), hairs, ({ centre, points }, choice, hair) => {
        const distance = trueDistance(centre, points[choice % points.length] ?? centre);
        for (const radius of [distance + hair, distance * (1 + hair)]) {
          expect(found(pointIndexOf(points), centre, radius)).toEqual(bruteForceWithin(points, centre, radius));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('is exact along lines of points, north and south, east and west, through poles and across the antimeridian', () => {
    const centres: Position[] = [
      { longitude: 180, latitude: -17 },
      { longitude: -180, latitude: 0 },
      { longitude: 0, latitude: 0 },
      { longitude: 0, latitude: 89.95 },
      { longitude: 135, latitude: -90 },
      { longitude: 115.7, latitude: -32 },
    ];
    for (const centre of centres) {
      const offsets = Array.from({ length: 81 }, (_, step) => (step - 40) * 0.01);
      const points = offsets.flatMap((offset) => [shifted(centre, 0, offset), shifted(centre, offset, 0)]);
      const index = pointIndexOf(points);
      for (const point of points) {
        const radius = trueDistance(centre, point);
        expect(found(index, centre, radius)).toEqual(bruteForceWithin(points, centre, radius));
      }
    }
  });

  it('is exact around the antipode, where the chord tells least of the distance', () => {
    for (const centre of [
      { longitude: 0, latitude: 0 },
      { longitude: -64.3, latitude: 32 },
      { longitude: 20, latitude: 89.9 },
    ]) {
      const antipode = antipodeOf(centre);
      const points = Array.from({ length: 400 }, (_, step) =>
        shifted(antipode, ((step % 20) - 10) * 0.1, (Math.floor(step / 20) - 10) * 0.1),
      );
      const index = pointIndexOf(points);
      for (let place = 0; place < points.length; place += 7) {
        const radius = trueDistance(centre, points[place] ?? centre);
        expect(found(index, centre, radius)).toEqual(bruteForceWithin(points, centre, radius));
      }
    }
  });

  it.each([1, 2, 15, 16, 17, 255, 256, 257, 4096, 4097])('is exact with %d points, at the bounds of nodes', (size) => {
    const points = Array.from({ length: size }, (_, step) => ({
      longitude: 110 + ((step * 0.618_034) % 1) * 10,
      latitude: -30 + ((step * 0.754_878) % 1) * 10,
    }));
    const last = points[size - 1] ?? { longitude: 0, latitude: 0 };
    for (const index of [pointIndexOf(points), pointIndexInGivenOrderOf(points)]) {
      for (const radius of [0, 20_000, 400_000, 3_000_000]) {
        expect(found(index, last, radius)).toEqual(bruteForceWithin(points, last, radius));
      }
      expect(runsWithin(index, last, Infinity)).toEqual([[0, size]]);
    }
  });

  it('gives its runs in ascending order, none empty and no two touching, and the points of their slots', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        const index = pointIndexOf(points);
        let before = -1;
        const inside: number[] = [];
        for (const [startSlot, endSlot] of runsWithin(index, centre, radius)) {
          expect(startSlot).toBeGreaterThan(before);
          expect(endSlot).toBeGreaterThan(startSlot);
          before = endSlot;
          inside.push(...index.order.subarray(startSlot, endSlot));
        }
        expect(before).toBeLessThanOrEqual(points.length);
        expect(Array.from(pointsWithinRadius(index, centre, radius))).toEqual(inside);
      }),
      { numRuns: 500 },
    );
  });

  it('lets a search begin in the middle of another', () => {
    const points = Array.from({ length: 1000 }, (_, step) => ({
      longitude: (step * 37) % 180,
      latitude: (step * 17) % 90,
    }));
    const index = pointIndexOf(points);
    const centre = { longitude: 90, latitude: 45 };
    const alone = runsWithin(index, centre, 2_000_000);
    const disturbed: [number, number][] = [];
    forEachRunWithin(index, centre, 2_000_000, (startSlot, endSlot) => {
      disturbed.push([startSlot, endSlot]);
      pointsWithinRadius(index, { longitude: 0, latitude: 0 }, 5_000_000);
    });
    expect(alone.length).toBeGreaterThan(2);
    expect(disturbed).toEqual(alone);
  });

  it('finds a point under both ways of writing the antimeridian, and a pole under any longitude', () => {
    const index = pointIndexOf([
      { longitude: 180, latitude: 10 },
      { longitude: -180, latitude: 10 },
      { longitude: 77, latitude: 90 },
      { longitude: -123, latitude: 90 },
    ]);
    expect(found(index, { longitude: -180, latitude: 10 }, 1e-3)).toEqual([0, 1]);
    expect(found(index, { longitude: 180, latitude: 10 }, 1e-3)).toEqual([0, 1]);
    expect(found(index, { longitude: 0, latitude: 90 }, 1e-3)).toEqual([2, 3]);
  });

  it('finds nothing among no points, within a negative radius or within none at all', () => {
    const centre = { longitude: 115, latitude: -32 };
    expect(found(pointIndexOf([]), centre, Infinity)).toEqual([]);
    const index = pointIndexOf([centre]);
    expect(found(index, centre, 0)).toEqual([0]);
    expect(found(index, centre, -1)).toEqual([]);
    expect(found(index, centre, Number.NaN)).toEqual([]);
    expect(found(index, { longitude: Number.NaN, latitude: 0 }, 1000)).toEqual([]);
  });

  it('finds every point of the globe when the radius exceeds the longest distance there is', () => {
    fc.assert(
      fc.property(scenes, fc.constantFrom(20_003_931.46, 20_037_623, Infinity), ({ centre, points }, radius) => {
        expect(pointsWithinRadius(pointIndexOf(points), centre, radius)).toHaveLength(points.length);
      }),
    );
  });
});
