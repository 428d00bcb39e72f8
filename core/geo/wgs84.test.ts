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
});
