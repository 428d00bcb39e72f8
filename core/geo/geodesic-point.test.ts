import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { geodesicPoint } from './geodesic-point.ts';

const bearings = fc.double({ min: 0, max: 360, noNaN: true });

describe('the point at a distance and a bearing', () => {
  it.each([
    { name: 'a quarter of a meridian', from: [12, 0], bearing: 0, metres: 10_001_965.729, to: [12, 90] },
    { name: 'a degree along the equator', from: [0, 0], bearing: 90, metres: 111_319.491, to: [1, 0] },
    { name: 'across the antimeridian', from: [179.5, 0], bearing: 90, metres: 111_319.491, to: [-179.5, 0] },
  ] as const)('agrees with the published value: $name', ({ from, bearing, metres, to }) => {
    const { longitude, latitude } = geodesicPoint({ longitude: from[0], latitude: from[1] }, bearing, metres);
    expect(latitude).toBeCloseTo(to[1], 6);
    if (to[1] !== 90) expect(longitude).toBeCloseTo(to[0], 6);
  });

  it('lies at just that distance', () => {
    const starts = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    });
    fc.assert(
      fc.property(starts, bearings, fc.double({ min: 1, max: 1_000_000, noNaN: true }), (from, bearing, distance) => {
        const to = geodesicPoint(from, bearing, distance);
        const measured = geodesicDistanceInMetres(from.longitude, from.latitude, to.longitude, to.latitude);
        expect(Math.abs(measured - distance)).toBeLessThan(1e-6);
      }),
    );
  });

  it('lies in the direction of the bearing', () => {
    const perth = { longitude: 115.75, latitude: -32 };
    const north = geodesicPoint(perth, 0, 5000);
    const west = geodesicPoint(perth, 270, 5000);
    expect(north.longitude).toBeCloseTo(perth.longitude, 9);
    expect(north.latitude).toBeGreaterThan(perth.latitude);
    expect(west.longitude).toBeLessThan(perth.longitude);
    expect(west.latitude).toBeCloseTo(perth.latitude, 4);
  });
});
