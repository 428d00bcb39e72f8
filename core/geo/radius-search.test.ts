import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { writeCentredCoordinates } from './point-set.ts';
import { pointsWithinRadius } from './radius-search.ts';
import { boxesAround } from './search-box.ts';
import { pointSetOf } from './testing/point-set-of.ts';
import { trueDistance } from './testing/true-distance.ts';
import { smallestCurvatureRadiusInMetres, type Position } from './wgs84.ts';

function bruteForce(positions: readonly Position[], centre: Position, radius: number): number[] {
  return positions.flatMap((position, index) => (trueDistance(centre, position) <= radius ? [index] : []));
}

const edgeLongitudes = [-180, 180, -179.999_999_9, 179.999_999_9, -90, 90, 0, -0, 1e-12, 115.73338];
const edgeLatitudes = [-90, 90, -89.999_999_9, 89.999_999_9, 0, -0, 1e-12, -32.34915, 45, -66];
const longitudes = fc.oneof(
  fc.constantFrom(...edgeLongitudes),
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 115, max: 116, noNaN: true }),
);
const latitudes = fc.oneof(
  fc.constantFrom(...edgeLatitudes),
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -33, max: -32, noNaN: true }),
);
const positions = fc.record({ longitude: longitudes, latitude: latitudes });

/** Points that stand in a special way to a centre: itself, its antipode, its mirror images, its neighbours. */
function companionsOf({ longitude, latitude }: Position): Position[] {
  const wrap = (degrees: number): number => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees);
  const clamp = (degrees: number): number => Math.max(-90, Math.min(90, degrees));
  return [
    { longitude, latitude },
    { longitude, latitude },
    { longitude: wrap(longitude + 180), latitude: -latitude },
    { longitude: wrap(longitude + 179.9), latitude: clamp(0.1 - latitude) },
    { longitude: -longitude, latitude },
    { longitude, latitude: -latitude },
    { longitude: wrap(longitude + 1e-9), latitude },
    { longitude, latitude: clamp(latitude + 1e-9) },
    { longitude: wrap(longitude + 0.1), latitude },
    { longitude: wrap(longitude - 0.1), latitude },
    { longitude, latitude: clamp(latitude + 0.09) },
    { longitude: wrap(longitude + 180), latitude },
  ];
}

const scenes = fc
  .tuple(positions, fc.array(positions, { maxLength: 20 }))
  .map(([centre, others]) => ({ centre, points: [...companionsOf(centre), ...others] }));
const radii = fc.oneof(
  fc.double({ min: 1e-3, max: 3e7, noNaN: true }),
  fc.double({ min: -3, max: 7.5, noNaN: true }).map((exponent) => 10 ** exponent),
  fc.constantFrom(1e-3, 10_000, 9_999_999.999, 10_000_000, 10_000_001, 19_903_369, 20_003_932, 1e9, 1e300),
);

describe('the search within a radius', () => {
  it('finds exactly the points that brute force finds, anywhere on the globe and for any radius', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        expect(pointsWithinRadius(pointSetOf(points), centre, radius)).toEqual(bruteForce(points, centre, radius));
      }),
      { numRuns: 1500 },
    );
  });

  it('includes its edge: a radius equal to a distance to the last bit lets the point in', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), ({ centre, points }, choice) => {
        const index = choice % points.length;
        const radius = trueDistance(centre, points[index] ?? centre);
        const found = pointsWithinRadius(pointSetOf(points), centre, radius);
        expect(found).toContain(index);
        expect(found).toEqual(bruteForce(points, centre, radius));
      }),
      { numRuns: 1500 },
    );
  });

  it('tells a radius a hair too short from one a hair longer', () => {
    fc.assert(
      fc.property(
        scenes,
        fc.nat(),
        fc.constantFrom(1 - 1e-6, 1 - 1e-9, 1 - 1e-12, 1 + 1e-12, 1 + 1e-9, 1 + 1e-6),
        ({ centre, points }, choice, factor) => {
          const radius = trueDistance(centre, points[choice % points.length] ?? centre) * factor;
          expect(pointsWithinRadius(pointSetOf(points), centre, radius)).toEqual(bruteForce(points, centre, radius));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('is exact along lines of points, north and south, east and west, through poles and across the antimeridian', () => {
    const centres: Position[] = [
      { longitude: 180, latitude: -17 },
      { longitude: -180, latitude: 0 },
      { longitude: 0, latitude: 89.95 },
      { longitude: 135, latitude: -90 },
      { longitude: 115.7, latitude: -32 },
    ];
    for (const centre of centres) {
      const line = Array.from({ length: 81 }, (_, step) => (step - 40) * 0.01);
      const points = line.flatMap((offset) => [
        { longitude: centre.longitude, latitude: Math.max(-90, Math.min(90, centre.latitude + offset)) },
        { longitude: ((centre.longitude + offset + 540) % 360) - 180, latitude: centre.latitude },
      ]);
      const set = pointSetOf(points);
      for (const point of points) {
        const radius = trueDistance(centre, point);
        expect(pointsWithinRadius(set, centre, radius)).toEqual(bruteForce(points, centre, radius));
      }
    }
  });

  it('finds a point under both ways of writing the antimeridian, and a pole under any longitude', () => {
    const points = [
      { longitude: 180, latitude: 10 },
      { longitude: -180, latitude: 10 },
      { longitude: 77, latitude: 90 },
      { longitude: -123, latitude: 90 },
    ];
    const set = pointSetOf(points);
    expect(pointsWithinRadius(set, { longitude: -180, latitude: 10 }, 1e-3)).toEqual([0, 1]);
    expect(pointsWithinRadius(set, { longitude: 180, latitude: 10 }, 1e-3)).toEqual([0, 1]);
    expect(pointsWithinRadius(set, { longitude: 0, latitude: 90 }, 1e-3)).toEqual([2, 3]);
  });

  it('finds nothing among no points, and one point where there is one', () => {
    const centre = { longitude: 115, latitude: -32 };
    expect(pointsWithinRadius(pointSetOf([]), centre, 1e9)).toEqual([]);
    expect(pointsWithinRadius(pointSetOf([centre]), centre, Number.MIN_VALUE)).toEqual([0]);
    expect(pointsWithinRadius(pointSetOf([{ longitude: -65, latitude: 32 }]), centre, 1e9)).toEqual([0]);
    expect(pointsWithinRadius(pointSetOf([{ longitude: -65, latitude: 32 }]), centre, 20_000_000)).toEqual([]);
  });

  it('finds every point of the globe when the radius exceeds the longest distance there is', () => {
    fc.assert(
      fc.property(scenes, ({ centre, points }) => {
        expect(pointsWithinRadius(pointSetOf(points), centre, 20_003_931.46)).toHaveLength(points.length);
      }),
    );
  });
});

describe('the bracket between chord and geodesic', () => {
  it('holds: the chord is never longer, and an arc of the least radius over the same chord never shorter', () => {
    const rho = smallestCurvatureRadiusInMetres;
    fc.assert(
      fc.property(scenes, ({ centre, points }) => {
        const coordinates = new Float64Array(6);
        writeCentredCoordinates(centre.longitude, centre.latitude, coordinates, 0);
        const [x0 = 0, y0 = 0, z0 = 0] = coordinates;
        for (const point of points) {
          writeCentredCoordinates(point.longitude, point.latitude, coordinates, 3);
          const [, , , x1 = 0, y1 = 0, z1 = 0] = coordinates;
          const chord = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
          const geodesic = trueDistance(centre, point);
          expect(chord).toBeLessThanOrEqual(geodesic + 1e-7);
          if (geodesic <= 10_000_000) {
            expect(geodesic).toBeLessThanOrEqual(2 * rho * Math.asin(Math.min(1, chord / (2 * rho))) + 1e-7);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the boxes around a centre', () => {
  it('hold every point within the radius between them, and none of them twice', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        const boxes = boxesAround(centre, radius);
        for (const { longitude, latitude } of points.filter((point) => trueDistance(centre, point) <= radius)) {
          const holding = boxes.filter(
            (box) => longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north,
          );
          expect(holding).toHaveLength(1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never cross the antimeridian and never leave the range of degrees', () => {
    fc.assert(
      fc.property(positions, radii, (centre, radius) => {
        const boxes = boxesAround(centre, radius);
        expect(boxes.length).toBeGreaterThanOrEqual(1);
        expect(boxes.length).toBeLessThanOrEqual(2);
        for (const { west, south, east, north } of boxes) {
          expect(west >= -180 && west <= east && east <= 180).toBe(true);
          expect(south >= -90 && south <= north && north <= 90).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
