import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';

import { geodesicDirection } from './geodesic-direction.ts';
import { geodesicDistanceInMetres } from './geodesic.ts';
import { positions } from './testing/scenes.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });

describe('the direction of a geodesic', () => {
  it.each([
    { name: 'due north', from: at(115, -32), to: at(115, -31), bearing: 0 },
    { name: 'due east along the equator', from: at(0, 0), to: at(1, 0), bearing: 90 },
    { name: 'due south', from: at(115, -31), to: at(115, -32), bearing: 180 },
    { name: 'due west along the equator', from: at(1, 0), to: at(0, 0), bearing: 270 },
    { name: 'east across the antimeridian', from: at(179.5, 0), to: at(-179.5, 0), bearing: 90 },
    { name: 'from a point to itself in the north', from: at(10, 10), to: at(10, 10), bearing: 0 },
    { name: 'from a point to itself in the south', from: at(10, -10), to: at(10, -10), bearing: 0 },
  ])('is told clockwise from north: $name', ({ from, to, bearing }) => {
    expect(geodesicDirection(from, to).bearingInDegrees).toBeCloseTo(bearing, 9);
  });

  it('is of exactly the length that searches measure, and leads where it is said to', () => {
    fc.assert(
      fc.property(positions, positions, (from, to) => {
        const { distanceInMetres, bearingInDegrees } = geodesicDirection(from, to);
        expect(distanceInMetres).toBe(
          geodesicDistanceInMetres(from.longitude, from.latitude, to.longitude, to.latitude),
        );
        expect(bearingInDegrees).toBeGreaterThanOrEqual(0);
        expect(bearingInDegrees).toBeLessThan(360);
        const { WGS84 } = geodesicLibrary.Geodesic;
        const end = WGS84.Direct(from.latitude, from.longitude, bearingInDegrees, distanceInMetres);
        const missedByInMetres = geodesicDistanceInMetres(
          ...([end.lon2 ?? Number.NaN, end.lat2 ?? Number.NaN, to.longitude, to.latitude] as const),
        );
        expect(missedByInMetres).toBeLessThan(1e-6);
      }),
      { numRuns: 1000 },
    );
  });
});
