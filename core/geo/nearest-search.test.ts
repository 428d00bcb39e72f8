import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { nearestPoints } from './nearest-search.ts';
import { distanceToBoxAtLeast } from './search-box.ts';
import { pointSetOf } from './testing/point-set-of.ts';
import { trueDistance } from './testing/true-distance.ts';
import type { Position } from './wgs84.ts';

const longitudes = fc.oneof(
  fc.constantFrom(-180, 180, -179.999_999_9, 0, 90, -90, 115.73338),
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.integer({ min: -3, max: 3 }).map((step) => 115 + step * 1e-7),
);
const latitudes = fc.oneof(
  fc.constantFrom(-90, 90, 0, 89.999_999_9, -32.34915),
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.integer({ min: -3, max: 3 }).map((step) => -32 + step * 1e-7),
);
const positions = fc.record({ longitude: longitudes, latitude: latitudes });

function bruteForce(points: readonly Position[], centre: Position, atMost: number): unknown {
  const distances = points.map((point) => trueDistance(centre, point));
  const least = Math.min(...distances);
  if (points.length === 0 || least > atMost) return undefined;
  return {
    distanceInMetres: least,
    points: distances.flatMap((distance, index) => (distance === least ? [index] : [])),
  };
}

describe('the search for the nearest points', () => {
  it('gives the least distance and every point that stands at it, as brute force does', () => {
    fc.assert(
      fc.property(positions, fc.array(positions, { maxLength: 40 }), (centre, points) => {
        expect(nearestPoints(pointSetOf(points), centre, Infinity)).toEqual(bruteForce(points, centre, Infinity));
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps ties complete: points on either side, the same point twice, both signs of the antimeridian', () => {
    fc.assert(
      fc.property(positions, fc.array(positions, { maxLength: 10 }), fc.nat(), (point, others, seed) => {
        const centre = { longitude: seed % 2 === 0 ? 0 : 180, latitude: point.latitude };
        const mirrored = { longitude: -point.longitude, latitude: point.latitude };
        const points = [
          point,
          ...others,
          mirrored,
          point,
          { longitude: -180, latitude: 0 },
          { longitude: 180, latitude: 0 },
        ];
        expect(nearestPoints(pointSetOf(points), centre, Infinity)).toEqual(bruteForce(points, centre, Infinity));
      }),
      { numRuns: 1000 },
    );
    const sides = [
      { longitude: 1, latitude: 0 },
      { longitude: -1, latitude: 0 },
      { longitude: 1, latitude: 0 },
    ];
    expect(nearestPoints(pointSetOf(sides), { longitude: 0, latitude: 0 }, Infinity)?.points).toEqual([0, 1, 2]);
  });

  it('lets in a point at exactly the greatest distance allowed, and none a hair beyond', () => {
    fc.assert(
      fc.property(positions, fc.array(positions, { minLength: 1, maxLength: 20 }), (centre, points) => {
        const set = pointSetOf(points);
        const least = Math.min(...points.map((point) => trueDistance(centre, point)));
        expect(nearestPoints(set, centre, least)).toEqual(bruteForce(points, centre, least));
        expect(nearestPoints(set, centre, least)).toBeDefined();
        expect(nearestPoints(set, centre, least * (1 + 1e-6))).toEqual(bruteForce(points, centre, Infinity));
        if (least > 0) expect(nearestPoints(set, centre, least * (1 - 1e-6))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the one point there is, however far, and nothing among no points', () => {
    const centre = { longitude: 0, latitude: 90 };
    const found = nearestPoints(pointSetOf([{ longitude: 135, latitude: -90 }]), centre, Infinity);
    expect(found?.points).toEqual([0]);
    expect(found?.distanceInMetres).toBeCloseTo(20_003_931.459, 3);
    expect(nearestPoints(pointSetOf([]), centre, Infinity)).toBeUndefined();
  });

  it('takes a hundred points at one place as a hundred ties', () => {
    const points = Array.from({ length: 100 }, () => ({ longitude: 115.73338, latitude: -32.34915 }));
    expect(nearestPoints(pointSetOf(points), { longitude: 116, latitude: -32 }, Infinity)?.points).toHaveLength(100);
  });
});

describe('the least distance to a box', () => {
  it('never exceeds the distance to any point of the box, edges and corners included', () => {
    const fractions = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
    const sights = fc.record({ centre: positions, a: positions, b: positions, across: fractions, up: fractions });
    fc.assert(
      fc.property(sights, ({ centre, a, b, across, up }) => {
        const box = {
          west: Math.min(a.longitude, b.longitude),
          east: Math.max(a.longitude, b.longitude),
          south: Math.min(a.latitude, b.latitude),
          north: Math.max(a.latitude, b.latitude),
        };
        const inside = {
          longitude: Math.min(box.east, box.west + across * (box.east - box.west)),
          latitude: Math.min(box.north, box.south + up * (box.north - box.south)),
        };
        const atLeast = distanceToBoxAtLeast(centre, box);
        expect(atLeast).toBeGreaterThanOrEqual(0);
        expect(atLeast).toBeLessThanOrEqual(trueDistance(centre, inside));
      }),
      { numRuns: 5000 },
    );
  });

  it('never exceeds the distance to the point nearest of many on the rim of the box', () => {
    const small = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(positions, positions, small, small, (centre, corner, width, height) => {
        const box = {
          west: corner.longitude,
          east: Math.min(180, corner.longitude + width),
          south: corner.latitude,
          north: Math.min(90, corner.latitude + height),
        };
        const atLeast = distanceToBoxAtLeast(centre, box);
        for (let step = 0; step <= 8; step++) {
          const longitude = Math.min(box.east, box.west + ((box.east - box.west) * step) / 8);
          const latitude = Math.min(box.north, box.south + ((box.north - box.south) * step) / 8);
          for (const rim of [
            { longitude, latitude: box.south },
            { longitude, latitude: box.north },
            { longitude: box.west, latitude },
            { longitude: box.east, latitude },
          ]) {
            expect(atLeast).toBeLessThanOrEqual(trueDistance(centre, rim));
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is zero inside, and close to the truth outside', () => {
    const box = { west: 115, south: -33, east: 116, north: -32 };
    expect(distanceToBoxAtLeast({ longitude: 115.5, latitude: -32.5 }, box)).toBe(0);
    expect(distanceToBoxAtLeast({ longitude: 116, latitude: -32 }, box)).toBe(0);
    const truth = geodesicDistanceInMetres(115.5, -31, 115.5, -32);
    const atLeast = distanceToBoxAtLeast({ longitude: 115.5, latitude: -31 }, box);
    expect(atLeast / truth).toBeGreaterThan(0.99);
    expect(distanceToBoxAtLeast({ longitude: -180, latitude: 0 }, { west: 180, south: 0, east: 180, north: 0 })).toBe(
      0,
    );
  });
});
