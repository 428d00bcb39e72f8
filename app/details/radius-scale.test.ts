import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { radiusLimitsInMetres } from '../view/view-state.ts';
import { metresPerNauticalMile } from '../vocabulary/distances.ts';
import { radiusAtSlider, radiusInUnits, readTypedRadius, sliderEnd, sliderPosition } from './radius-scale.ts';

const { smallest, largest } = radiusLimitsInMetres;
const positions = fc.integer({ min: 0, max: sliderEnd });
const units = fc.constantFrom('metric' as const, 'nautical' as const);

describe('the slider of the radius', () => {
  it('goes from the smallest radius to the largest', () => {
    expect(radiusAtSlider(0, 'metric')).toBe(smallest);
    expect(radiusAtSlider(sliderEnd, 'metric')).toBe(largest);
    expect(sliderPosition(smallest)).toBe(0);
    expect(sliderPosition(largest)).toBe(sliderEnd);
  });

  it('stands where it was put, but for rounding', () => {
    fc.assert(
      fc.property(positions, units, (position, unit) => {
        expect(Math.abs(sliderPosition(radiusAtSlider(position, unit)) - position)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never goes down as it is moved up, nor out of the limits', () => {
    fc.assert(
      fc.property(positions, units, (position, unit) => {
        const radius = radiusAtSlider(position, unit);
        expect(radius).toBeGreaterThanOrEqual(smallest);
        expect(radius).toBeLessThanOrEqual(largest);
        expect(radiusAtSlider(Math.min(sliderEnd, position + 1), unit)).toBeGreaterThanOrEqual(radius);
      }),
    );
  });
});

describe('a typed radius', () => {
  it('is read in the units of the view, with a point or a comma', () => {
    expect(readTypedRadius('5', 'metric')).toBe(5000);
    expect(readTypedRadius(' 2,5 ', 'metric')).toBe(2500);
    expect(readTypedRadius('1', 'nautical')).toBe(metresPerNauticalMile);
  });

  it.each(['', ' ', 'five', '0', '-1', '1001', '5 km'])('%o is none', (typed) => {
    expect(readTypedRadius(typed, 'metric')).toBeNull();
  });

  it('is shown so that it is read again as the same radius', () => {
    fc.assert(
      fc.property(fc.integer({ min: smallest + 2, max: largest - 2 }), units, (radius, unit) => {
        const read = readTypedRadius(String(radiusInUnits(radius, unit)), unit);
        expect(Math.abs((read ?? Number.NaN) - radius)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
