import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { metresPerDegreeOfLongitude } from './wgs84.ts';

describe('metres per degree of longitude', () => {
  it('agree with short geodesics along any parallel', () => {
    fc.assert(
      fc.property(fc.double({ min: -89, max: 89, noNaN: true }), (latitude) => {
        // A few metres: short enough for the parallel and the geodesic to agree to a millionth.
        const step = 1e-4;
        const geodesic = geodesicDistanceInMetres(115, latitude, 115 + step, latitude);
        expect((metresPerDegreeOfLongitude(latitude) * step) / geodesic).toBeCloseTo(1, 6);
      }),
    );
  });

  it('are zero at a pole, and a 360th of the circumference on the equator', () => {
    expect(metresPerDegreeOfLongitude(90)).toBeCloseTo(0, 6);
    expect(metresPerDegreeOfLongitude(0)).toBeCloseTo(111_319.491, 3);
  });
});
