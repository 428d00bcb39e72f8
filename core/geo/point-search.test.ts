import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PointIndex } from './point-index.ts';
import { forEachRunWithin, nearestPoints } from './point-search.ts';
import {
  antipodeOf,
  bruteForceNearest,
  bruteForceWithin,
  inFlatbushOrder,
  createPointIndex,
  pointsWithinRadius,
  positions,
  radii,
  scenes,
  scenesWithPoints,
  shifted,
  trueDistance,
} from './testing/scenes.ts';
import type { Position } from './wgs84.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

function runsWithin(index: PointIndex, centre: Position, radius: number): [number, number][] {
  const runs: [number, number][] = [];
  forEachRunWithin(index, centre, radius, (startSlot, endSlot) => runs.push([startSlot, endSlot]));
  return runs;
}

describe('the search within a radius', () => {
  it('finds exactly the points that brute force finds, anywhere on the globe and for any radius', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        for (const list of [points, inFlatbushOrder(points)]) {
          expect(pointsWithinRadius(createPointIndex(list), centre, radius)).toEqual(
            bruteForceWithin(list, centre, radius),
          );
        }
      }),
      { numRuns: sizeOf(1500) },
    );
  });

  it('includes its edge: a point at exactly the radius is found', () => {
    fc.assert(
      fc.property(scenesWithPoints, fc.nat(), ({ centre, points }, choice) => {
        const point = choice % points.length;
        const radius = trueDistance(centre, points[point] ?? centre);
        const inside = pointsWithinRadius(createPointIndex(points), centre, radius);
        expect(inside).toContain(point);
        expect(inside).toEqual(bruteForceWithin(points, centre, radius));
      }),
      { numRuns: sizeOf(1500) },
    );
  });

  it('distinguishes radii that are slightly shorter and longer than a distance', () => {
    const differences = fc.constantFrom(-1e-3, -1e-6, -1e-9, 1e-9, 1e-6, 1e-3);
    fc.assert(
      fc.property(scenesWithPoints, fc.nat(), differences, ({ centre, points }, choice, difference) => {
        const distance = trueDistance(centre, points[choice % points.length] ?? centre);
        for (const radius of [distance + difference, distance * (1 + difference)]) {
          expect(pointsWithinRadius(createPointIndex(points), centre, radius)).toEqual(
            bruteForceWithin(points, centre, radius),
          );
        }
      }),
      { numRuns: sizeOf(1500) },
    );
  });

  it('is exact along lines of points in all directions, through poles and across the antimeridian', () => {
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
      const index = createPointIndex(points);
      for (const point of points) {
        const radius = trueDistance(centre, point);
        expect(pointsWithinRadius(index, centre, radius)).toEqual(bruteForceWithin(points, centre, radius));
      }
    }
  });

  it('is exact around the antipode, where the chord says least about the distance', () => {
    for (const centre of [
      { longitude: 0, latitude: 0 },
      { longitude: -64.3, latitude: 32 },
      { longitude: 20, latitude: 89.9 },
    ]) {
      const antipode = antipodeOf(centre);
      const points = Array.from({ length: 400 }, (_, step) =>
        shifted(antipode, ((step % 20) - 10) * 0.1, (Math.floor(step / 20) - 10) * 0.1),
      );
      const index = createPointIndex(points);
      for (let point = 0; point < points.length; point += 7) {
        const radius = trueDistance(centre, points[point] ?? centre);
        expect(pointsWithinRadius(index, centre, radius)).toEqual(bruteForceWithin(points, centre, radius));
      }
    }
  });
});

describe('the search for the nearest points', () => {
  it('finds the least distance and every point at it, as brute force does', () => {
    fc.assert(
      fc.property(scenes, ({ centre, points }) => {
        for (const list of [points, inFlatbushOrder(points)]) {
          const expected = bruteForceNearest(list, centre, Infinity);
          expect(nearestPoints(createPointIndex(list), centre, Infinity)).toEqual(expected);
        }
      }),
      { numRuns: sizeOf(2000) },
    );
  });

  it('respects any limit on the distance', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, atMost) => {
        expect(nearestPoints(createPointIndex(points), centre, atMost)).toEqual(
          bruteForceNearest(points, centre, atMost),
        );
      }),
      { numRuns: sizeOf(1500) },
    );
  });

  it('finds a point at exactly the maximum distance, and none slightly beyond it', () => {
    const differences = fc.constantFrom(1e-9, 1e-6, 1e-3);
    fc.assert(
      fc.property(scenesWithPoints, differences, ({ centre, points }, difference) => {
        const index = createPointIndex(points);
        const least = Math.min(...points.map((point) => trueDistance(centre, point)));
        const expected = bruteForceNearest(points, centre, Infinity);
        expect(nearestPoints(index, centre, least)).toEqual(expected);
        expect(nearestPoints(index, centre, least + difference)).toEqual(expected);
        if (least - difference < least) expect(nearestPoints(index, centre, least - difference)).toBeUndefined();
      }),
      { numRuns: sizeOf(1500) },
    );
  });

  it('finds all ties: points on either side, duplicate points, and the longitudes 180 and -180', () => {
    fc.assert(
      fc.property(positions, fc.array(positions, { maxLength: 30 }), fc.boolean(), (point, others, atZero) => {
        const centre = { longitude: atZero ? 0 : 180, latitude: point.latitude };
        const mirrored = { longitude: -point.longitude, latitude: point.latitude };
        const antimeridian = [-180, 180].map((longitude) => ({ longitude, latitude: 0 }));
        const points = [point, ...others, mirrored, point, ...antimeridian];
        expect(nearestPoints(createPointIndex(points), centre, Infinity)).toEqual(
          bruteForceNearest(points, centre, Infinity),
        );
      }),
      { numRuns: sizeOf(1000) },
    );
    const sides = [1, -1, 1].map((longitude) => ({ longitude, latitude: 0 }));
    expect(nearestPoints(createPointIndex(sides), { longitude: 0, latitude: 0 }, Infinity)?.points).toEqual([0, 1, 2]);
  });

  it('finds all points of a ring around a pole whose computed distance is the smallest', () => {
    const ring = Array.from({ length: 360 }, (_, step) => ({ longitude: step - 180, latitude: 89 }));
    const pole = { longitude: 12, latitude: 90 };
    expect(nearestPoints(createPointIndex(ring), pole, Infinity)).toEqual(bruteForceNearest(ring, pole, Infinity));
  });

  it('is exact around the antipode, where a longer chord can belong to a shorter geodesic', () => {
    let nearestByChordDiffers = 0;
    for (const centre of [
      { longitude: 0, latitude: 0 },
      { longitude: -64.3, latitude: 32 },
      { longitude: 20, latitude: 89.9 },
      { longitude: 180, latitude: -0.2 },
    ]) {
      const antipode = antipodeOf(centre);
      for (let turn = 0; turn < 60; turn++) {
        const points = Array.from({ length: 300 }, (_, step) => {
          const angle = step * 2.399_963 + turn;
          const reach = 0.02 * (1 + (turn % 20)) * (1 + 0.001 * ((step * 7919) % 13));
          return shifted(antipode, reach * Math.cos(angle), reach * Math.sin(angle));
        });
        const expected = bruteForceNearest(points, centre, Infinity);
        expect(nearestPoints(createPointIndex(points), centre, Infinity)).toEqual(expected);
        if (expected?.points[0] !== shortestChord(points, centre)) nearestByChordDiffers++;
      }
    }
    expect(nearestByChordDiffers).toBeGreaterThan(50); // Otherwise the test proves nothing.
  });
});

it.each([1, 2, 15, 16, 17, 255, 256, 257, 4096, 4097])(
  'both searches are exact with %d points, at the limits of nodes',
  (size) => {
    const points = Array.from({ length: size }, (_, step) => ({
      longitude: 110 + ((step * 0.618_034) % 1) * 10,
      latitude: -30 + ((step * 0.754_878) % 1) * 10,
    }));
    const last = points[size - 1] ?? { longitude: 0, latitude: 0 };
    for (const list of [points, inFlatbushOrder(points)]) {
      const index = createPointIndex(list);
      for (const radius of [0, 20_000, 400_000, 3_000_000]) {
        expect(pointsWithinRadius(index, last, radius)).toEqual(bruteForceWithin(list, last, radius));
      }
      expect(runsWithin(index, last, Infinity)).toEqual([[0, size]]);
      for (let step = 0; step < 10; step++) {
        const centre = { longitude: 109 + step * 1.3, latitude: -31 + ((step * 3.7) % 12) };
        expect(nearestPoints(index, centre, Infinity)).toEqual(bruteForceNearest(list, centre, Infinity));
      }
    }
  },
);

function shortestChord(points: readonly Position[], centre: Position): number {
  const direction = ({ longitude, latitude }: Position): number[] => {
    const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
    const normal = 1 / Math.sqrt(1 - 0.006_694_38 * Math.sin(phi) ** 2);
    const across = normal * Math.cos(phi);
    return [across * Math.cos(lambda), across * Math.sin(lambda), normal * 0.993_305_62 * Math.sin(phi)];
  };
  const from = direction(centre);
  const chords = points.map((point) => Math.hypot(...direction(point).map((value, axis) => value - (from[axis] ?? 0))));
  return chords.indexOf(Math.min(...chords));
}
