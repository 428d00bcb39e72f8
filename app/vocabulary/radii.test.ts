import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { closestStopIndex, formatRadiusInUnit, radiusLimitsInMetres, radiusStops, readRadius } from './radii.ts';

const units = fc.constantFrom('metric', 'nautical' as const);
const { smallest, largest } = radiusLimitsInMetres;

describe('the stops of the radius', () => {
  it.each(['metric', 'nautical'] as const)(
    'are ascending, within the limits, and distinct when displayed: %s',
    (each) => {
      const stops = radiusStops(each);
      expect(stops.toSorted((a, b) => a - b)).toEqual(stops);
      expect(stops.every((stop) => stop >= smallest && stop <= largest)).toBe(true);
      expect(new Set(stops.map((stop) => formatRadiusInUnit(stop, each))).size).toBe(stops.length);
    },
  );

  it('include none that is closer to a radius than the one that `closestStopIndex` finds', () => {
    fc.assert(
      fc.property(units, fc.double({ min: smallest, max: largest, noNaN: true }), (each, radius) => {
        const stops = radiusStops(each);
        const distances = stops.map((stop) => Math.abs(stop - radius));
        expect(distances[closestStopIndex(stops, radius)]).toBe(Math.min(...distances));
      }),
    );
  });
});

describe('a typed radius', () => {
  it('is parsed to the radius that was displayed, to half a thousandth of the unit', () => {
    fc.assert(
      fc.property(units, fc.double({ min: smallest, max: largest, noNaN: true }), (each, radius) => {
        const read = readRadius(formatRadiusInUnit(radius, each), each);
        expect(read).toHaveProperty('radiusInMetres');
        if ('radiusInMetres' in read) expect(Math.abs(read.radiusInMetres - radius)).toBeLessThan(1);
      }),
    );
  });

  it.each(['', '0', '-5', '0.01', '1001', 'five', '1e3', '5 km', 'NaN', '1.2.3'])(
    'is rejected with a message: "%s"',
    (text) => {
      expect(readRadius(text, 'metric')).toEqual({ problem: 'The radius must be between 0.05 and 1,000 km.' });
    },
  );

  it('is rejected with the limits in the units of the view', () => {
    expect(readRadius('600', 'nautical')).toEqual({ problem: 'The radius must be between 0.027 and 539.957 nmi.' });
  });
});
