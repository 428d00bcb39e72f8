import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mapSizeIn, zoomForRadius } from './zoom-for-radius.ts';

const size = { widthInPixels: 1040, heightInPixels: 640 };
/** From the projection itself: the map is 256 * 2^zoom pixels wide and shows 360 degrees. */
const radiusInPixels = (radiusInMetres: number, latitude: number, zoom: number): number =>
  (radiusInMetres / (111_319.49 * Math.cos((latitude * Math.PI) / 180))) * ((256 * 2 ** zoom) / 360);

describe('the zoom at which a circle fits', () => {
  it('leaves room around it, and the next zoom would not', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 200, max: 500_000, noNaN: true }),
        fc.integer({ min: -60, max: 60 }),
        (radius, latitude) => {
          const zoom = zoomForRadius(radius, latitude, size);
          expect(2 * radiusInPixels(radius, latitude, zoom)).toBeLessThan(0.86 * 640);
          expect(2 * radiusInPixels(radius, latitude, zoom + 1)).toBeGreaterThan(0.84 * 640);
        },
      ),
    );
  });

  it('is 12 for 8 km off Perth on a screen of 1440 by 900', () => {
    expect(zoomForRadius(8000, -31.99, mapSizeIn({ innerWidth: 1440, innerHeight: 900 }))).toBe(12);
  });

  it('is smaller on a phone', () => {
    expect(zoomForRadius(8000, -31.99, mapSizeIn({ innerWidth: 390, innerHeight: 844 }))).toBe(11);
    // Text of 20 pixels makes a sheet of the panel.
    expect(zoomForRadius(25_000, -32.05, mapSizeIn({ innerWidth: 1024, innerHeight: 768 }))).toBe(10);
    expect(zoomForRadius(25_000, -32.05, mapSizeIn({ innerWidth: 1024, innerHeight: 768 }, 20))).toBe(9);
  });

  it('stays within the limits of the map', () => {
    expect(zoomForRadius(1, 0, size)).toBe(18);
    expect(zoomForRadius(1_000_000, 89.99, size)).toBe(3);
    expect(zoomForRadius(1_000_000, 90, { widthInPixels: 0, heightInPixels: 0 })).toBe(3);
  });
});
