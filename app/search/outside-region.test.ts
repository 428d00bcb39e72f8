import fc from 'fast-check';
import { expect, it } from 'vitest';

import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { isOutsideRegion } from './outside-region.ts';

it.each([
  ['Perth', -31.95, 115.86, false],
  ['Adelaide', -34.93, 138.6, true],
  ['2 degrees off the west edge', -25, 103, false],
  ['4 degrees off the west edge', -25, 101, true],
  ['Munich', 48.1, 11.6, true],
  ['the other side of the antimeridian', -25, -117, true],
])('%s', (_name, latitude, longitude, isOutside) => {
  expect(isOutsideRegion({ longitude, latitude })).toBe(isOutside);
});

it('agrees with the geodesic to the nearest of many points of the region, to a hundredth', () => {
  const points: [number, number][] = [];
  for (let longitude = 105; longitude <= 130; longitude += 0.5) {
    for (let latitude = -38; latitude <= -10; latitude += 0.5) points.push([longitude, latitude]);
  }
  fc.assert(
    fc.property(
      fc.double({ min: 98, max: 137, noNaN: true }),
      fc.double({ min: -44, max: -4, noNaN: true }),
      (x, y) => {
        const distance = Math.min(...points.map(([east, north]) => geodesicDistanceInMetres(x, y, east, north)));
        // Between the points of the grid it may be up to 40 km nearer to the region.
        fc.pre(distance < 297_000 || distance > 345_000);
        expect(isOutsideRegion({ longitude: x, latitude: y })).toBe(distance > 300_000);
      },
    ),
    { numRuns: 30 },
  );
});
