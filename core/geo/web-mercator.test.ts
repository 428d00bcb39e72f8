import fc from 'fast-check';
import { expect, it } from 'vitest';

import { fromMercator, mercatorX, mercatorY } from './web-mercator.ts';

it('the projection can be inverted for every position on the map', () => {
  const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
  const latitudes = fc.double({ min: -85, max: 85, noNaN: true });
  fc.assert(
    fc.property(longitudes, latitudes, (longitude, latitude) => {
      const back = fromMercator(mercatorX(longitude), mercatorY(latitude));
      expect(back.longitude).toBeCloseTo(longitude, 9);
      expect(back.latitude).toBeCloseTo(latitude, 9);
    }),
  );
});
