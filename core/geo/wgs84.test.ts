import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { metresPerDegreeOfLongitude } from './wgs84.ts';

describe('metres for a degree of longitude', () => {
  it('are those of short geodesics along the parallel, wherever it is', () => {
    fc.assert(
      fc.property(fc.double({ min: -89, max: 89, noNaN: true }), (latitude) => {
        // Some metres: short enough for the parallel and the geodesic to be the same to a millionth.
        const step = 1e-4;
        const geodesic = geodesicDistanceInMetres(115, latitude, 115 + step, latitude);
        expect((metresPerDegreeOfLongitude(latitude) * step) / geodesic).toBeCloseTo(1, 6);
      }),
    );
  });

  it('are none at a pole, and a 360th of the equator on it', () => {
    expect(metresPerDegreeOfLongitude(90)).toBeCloseTo(0, 6);
    expect(metresPerDegreeOfLongitude(0)).toBeCloseTo(111_319.491, 3);
  });
});
