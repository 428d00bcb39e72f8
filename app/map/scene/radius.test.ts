import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from '../../../core/geo/geodesic.ts';
import { radiusLimitsInMetres } from '../../vocabulary/radii.ts';
import { circleAround, handleBearing, geodesicPath, roundRadius } from './radius.ts';

const centres = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -75, max: 75, noNaN: true }),
});

describe('a dragged radius', () => {
  it('is within the limits, and does not change if it is rounded again', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 3e7, noNaN: true }), (dragged) => {
        const radius = roundRadius(dragged);
        expect(radius).toBeGreaterThanOrEqual(radiusLimitsInMetres.smallest);
        expect(radius).toBeLessThanOrEqual(radiusLimitsInMetres.largest);
        expect(roundRadius(radius)).toBe(radius);
      }),
    );
  });
});

describe('the circle', () => {
  it('has all of its vertices at the radius, within 180° of longitude from the centre', () => {
    fc.assert(
      fc.property(centres, fc.integer({ min: 50, max: 1_000_000 }), (centre, radius) => {
        const points = circleAround(centre, radius, 24);
        for (const { longitude, latitude } of points) {
          const distance = geodesicDistanceInMetres(centre.longitude, centre.latitude, longitude, latitude);
          expect(Math.abs(distance - radius)).toBeLessThan(1e-5);
          expect(Math.abs(longitude - centre.longitude)).toBeLessThanOrEqual(180);
        }
      }),
      { numRuns: 50 },
    );
  });
});

it('a geodesic path has points at equal distances from its start to its end', () => {
  const perth = { longitude: 115.75, latitude: -32 };
  const path = geodesicPath(perth, { bearingInDegrees: 30, distanceInMetres: 50_000 }, 4);
  const distances = path.map(({ longitude, latitude }) =>
    Math.round(geodesicDistanceInMetres(perth.longitude, perth.latitude, longitude, latitude)),
  );
  expect(distances).toEqual([0, 12_500, 25_000, 37_500, 50_000]);
});

describe('the handle', () => {
  it('does not move while it has space', () => {
    expect(handleBearing(90, () => true)).toBe(90);
  });

  it('moves in steps of 15° to the nearest bearing with space, or does not move if there is none', () => {
    expect(handleBearing(90, (bearing) => bearing > 200 && bearing < 250)).toBe(210);
    expect(handleBearing(0, (bearing) => bearing > 300)).toBe(345);
    expect(handleBearing(90, () => false)).toBe(90);
  });
});
