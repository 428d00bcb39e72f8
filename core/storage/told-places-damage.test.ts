import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from './bytes.ts';
import { placesOf, told, type Place } from './testing/told.ts';
import { readToldPlaces } from './told-places.ts';

const cottesloe: Place = ['Cottesloe', [115.7506, -31.99583], [115.74, -31.9937]];
const north: Place = ['Cottesloe North', [115.7506, -31.99583], [115.74, -31.9837]];

describe('damaged places told by known ones', () => {
  const known = placesOf([cottesloe, north], 2);
  const whole = told(
    [
      ['Cottesloe', [115.7506, -31.99583]],
      ['Cottesloe, Perth', [115.9, -31.9]],
      ['Elsewhere', [115.1, -31.1]],
    ],
    [cottesloe, north],
  );

  it.each([
    ['known', [1, 0], 'known places: 2 values, not 3'],
    ['known', [1, 2, -3], 'known places: 3 of 2'],
    ['known', [1, -2, 1], 'known places: -1 of 2'],
    ['known', [1, 0.5, -1], 'known places: not whole numbers'],
    ['standings', [0, 4], 'standings: 2 values, not 3'],
    ['standings', [6, 4, 4], 'standings: 6 to a of the known places'],
    ['standings', [-1, 4, 4], 'standings: -1 to a of the known places'],
    ['standings', [0, 4, 0], 'standings: 0 to none of the known places'],
    ['standings', [0, 0, 4], 'longitudes: 2 values, not 1'],
    ['rounded', 3, 'rounded: not whole numbers'],
    ['rounded', [3], 'rounded: 1 values, not 2'],
    ['rounded', [3, 10], 'rounded: 10 decimals'],
    ['endings', [], 'endings: missing'],
    ['endings', { values: [''], at: [0, 2, 1] }, 'endings: 2 of the 1 values met so far'],
    ['endings', { values: [''], at: [0, 0, 1] }, 'endings: 1 values, not 2'],
    ['endings', { values: [''], at: [0, 1] }, 'endings: 2 values, not 3'],
    ['endings', { values: [7], at: [0, 1, 1] }, 'endings: not texts'],
    ['longitudes', [115], 'longitudes: 1 values, not 2'],
    ['longitudes', [115, 181], 'longitudes: 181 is nowhere on earth'],
    ['longitudes', { decimals: 0, differences: [65, 0] }, 'longitudes: 181 is nowhere on earth'],
    ['latitudes', { decimals: 0, differences: [0, -91] }, 'latitudes: -91 is nowhere on earth'],
    ['latitudes', undefined, 'latitudes: not a column'],
  ] as [string, unknown, string][])('with %s %j are refused in words: %s', (part, value, message) => {
    expect(Object.keys(whole)).toContain(part);
    expect(() => readToldPlaces({ ...whole, [part]: value }, 3, known)).toThrow(new MalformedBytesError(message));
  });

  it('are refused when none are known', () => {
    const message = 'places: told by those of another overview, which is not at hand';
    expect(() => readToldPlaces(whole, 3, undefined)).toThrow(new MalformedBytesError(message));
    expect(() => readToldPlaces(whole, 3, placesOf([]))).toThrow(new MalformedBytesError('known places: 1 of 0'));
  });

  it('are met with a MalformedBytesError, or read, whatever stands in place of a part', () => {
    const forms = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.integer({ min: -3, max: 7 }), fc.jsonValue())));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), forms, (part, form) => {
        try {
          expect(readToldPlaces({ ...whole, [part]: form }, 3, known).names).toHaveLength(3);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
