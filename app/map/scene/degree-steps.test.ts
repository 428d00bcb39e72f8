import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { degreeLabel, degreeStep } from './degree-steps.ts';

describe('the step of the graticule', () => {
  it('never places lines closer than requested', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 500_000, noNaN: true }),
        fc.integer({ min: 20, max: 120 }),
        (pixels, apart) => {
          expect((degreeStep(pixels, apart) / 3600) * pixels).toBeGreaterThanOrEqual(apart);
        },
      ),
    );
  });
});

describe('the label of a line', () => {
  it.each([
    [-115_200, 'latitude', '32° S'],
    [36_000, 'latitude', '10° N'],
    [0, 'latitude', '0°'],
    [416_400, 'longitude', '115° 40′ E'],
    [-115_170, 'latitude', '31° 59′ 30″ S'],
    [414_300, 'longitude', '115° 05′ E'],
    [651_600, 'longitude', '179° W'],
    [648_000, 'longitude', '180°'],
  ] as const)('for %d seconds of %s is %s', (seconds, axis, expected) => {
    expect(degreeLabel(seconds, axis)).toBe(expected);
  });
});
