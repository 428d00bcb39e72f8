import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from './geodesic.ts';

const positions = fc.record({
  longitude: fc.oneof(fc.constantFrom(-180, 180, 0, 90), fc.double({ min: -180, max: 180, noNaN: true })),
  latitude: fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true })),
});

describe('the geodesic distance', () => {
  it.each([
    // Karney, "Algorithms for geodesics" and the documentation of GeographicLib.
    { name: 'Wellington to Salamanca', from: [174.81, -41.32], to: [-5.5, 40.96], metres: 19_959_679.267 },
    { name: 'New York (JFK) to London (Heathrow)', from: [-73.8, 40.6], to: [-0.5, 51.6], metres: 5_551_759.4 },
    { name: 'a quarter of a meridian', from: [12, 0], to: [12, 90], metres: 10_001_965.729 },
    { name: 'pole to pole', from: [0, -90], to: [77, 90], metres: 20_003_931.459 },
    { name: 'a degree along the equator', from: [0, 0], to: [1, 0], metres: 111_319.491 },
    { name: 'across the antimeridian', from: [179.5, 0], to: [-179.5, 0], metres: 111_319.491 },
  ] as const)(
    'agrees with the published value: $name',
    ({ from: [longitudeA, latitudeA], to: [longitudeB, latitudeB], metres }) => {
      const distance = geodesicDistanceInMetres(longitudeA, latitudeA, longitudeB, latitudeB);
      expect(Math.abs(distance - metres)).toBeLessThan(0.0006);
    },
  );

  it('is the same there and back, but for nanometres, and zero only from a place to itself', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const there = geodesicDistanceInMetres(a.longitude, a.latitude, b.longitude, b.latitude);
        const back = geodesicDistanceInMetres(b.longitude, b.latitude, a.longitude, a.latitude);
        expect(Math.abs(there - back)).toBeLessThan(1e-7);
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThan(20_003_931.46);
        expect(geodesicDistanceInMetres(a.longitude, a.latitude, a.longitude, a.latitude)).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});
