import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';

import { geodesicPoint } from './geodesic-point.ts';
import { geodesicDirection, geodesicDistanceInMetres } from './geodesic.ts';
import { positions } from './testing/scenes.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const anyPositions = fc.record({
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

  it('is the same in both directions to within 100 nanometres, and zero from a point to itself', () => {
    fc.assert(
      fc.property(anyPositions, anyPositions, (a, b) => {
        const there = geodesicDistanceInMetres(a.longitude, a.latitude, b.longitude, b.latitude);
        const back = geodesicDistanceInMetres(b.longitude, b.latitude, a.longitude, a.latitude);
        expect(Math.abs(there - back)).toBeLessThan(1e-7);
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThan(20_003_931.46);
        expect(geodesicDistanceInMetres(a.longitude, a.latitude, a.longitude, a.latitude)).toBe(0);
      }),
      { numRuns: sizeOf(1000) },
    );
  });
});

const position = (longitude: number, latitude: number) => ({ longitude, latitude });

describe('the direction of a geodesic', () => {
  it.each([
    { name: 'due north', from: position(115, -32), to: position(115, -31), bearing: 0 },
    { name: 'due east along the equator', from: position(0, 0), to: position(1, 0), bearing: 90 },
    { name: 'due south', from: position(115, -31), to: position(115, -32), bearing: 180 },
    { name: 'due west along the equator', from: position(1, 0), to: position(0, 0), bearing: 270 },
    { name: 'east across the antimeridian', from: position(179.5, 0), to: position(-179.5, 0), bearing: 90 },
    { name: 'from a point to itself in the north', from: position(10, 10), to: position(10, 10), bearing: 0 },
    { name: 'from a point to itself in the south', from: position(10, -10), to: position(10, -10), bearing: 0 },
  ])('is clockwise from north: $name', ({ from, to, bearing }) => {
    expect(geodesicDirection(from, to).bearingInDegrees).toBeCloseTo(bearing, 9);
  });

  it('has exactly the length that searches measure, and leads to the given point', () => {
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
      { numRuns: sizeOf(1000) },
    );
  });
});

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

  it('is at that distance to within a micrometre', () => {
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

  it('is in the direction of the bearing', () => {
    const perth = { longitude: 115.75, latitude: -32 };
    const north = geodesicPoint(perth, 0, 5000);
    const west = geodesicPoint(perth, 270, 5000);
    expect(north.longitude).toBeCloseTo(perth.longitude, 9);
    expect(north.latitude).toBeGreaterThan(perth.latitude);
    expect(west.longitude).toBeLessThan(perth.longitude);
    expect(west.latitude).toBeCloseTo(perth.latitude, 4);
  });
});
