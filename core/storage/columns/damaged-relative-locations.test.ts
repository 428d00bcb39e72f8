import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from '../format/bytes.ts';
import { locationsFrom, relativeColumns, type NamedPoints } from './testing/relative-locations.ts';
import { readRelativeLocations } from './feature-relative-locations.ts';

const cottesloe: NamedPoints = ['Cottesloe', [115.7506, -31.99583], [115.74, -31.9937]];
const north: NamedPoints = ['Cottesloe North', [115.7506, -31.99583], [115.74, -31.9837]];

describe('damaged places told by known ones', () => {
  const known = locationsFrom([cottesloe, north], 2);
  const whole = relativeColumns(
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
    ['endings', { values: [''], at: [0, 2, 1] }, 'endings: 2 of 1 distinct values so far'],
    ['endings', { values: [''], at: [0, 0, 1] }, 'endings: 1 values, not 2'],
    ['endings', { values: [''], at: [0, 1] }, 'endings: 2 values, not 3'],
    ['endings', { values: [7], at: [0, 1, 1] }, 'endings: not texts'],
    ['longitudes', [115], 'longitudes: 1 values, not 2'],
    ['longitudes', [115, 181], 'longitudes: 181 is out of range'],
    ['longitudes', { decimals: 0, differences: [65, 0] }, 'longitudes: 181 is out of range'],
    ['latitudes', { decimals: 0, differences: [0, -91] }, 'latitudes: -91 is out of range'],
    ['latitudes', undefined, 'latitudes: not a column'],
  ] as [string, unknown, string][])('with %s %j are refused in words: %s', (part, value, message) => {
    expect(Object.keys(whole)).toContain(part);
    expect(() => readRelativeLocations({ ...whole, [part]: value }, 3, known)).toThrow(
      new MalformedBytesError(message),
    );
  });

  it('are refused when none are known', () => {
    const message = 'places: relative to features, which are not available';
    expect(() => readRelativeLocations(whole, 3, undefined)).toThrow(new MalformedBytesError(message));
    expect(() => readRelativeLocations(whole, 3, locationsFrom([]))).toThrow(
      new MalformedBytesError('known places: 1 of 0'),
    );
  });

  it('are met with a MalformedBytesError, or read, whatever stands in place of a part', () => {
    const forms = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.integer({ min: -3, max: 7 }), fc.jsonValue())));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), forms, (part, form) => {
        try {
          expect(readRelativeLocations({ ...whole, [part]: form }, 3, known).names).toHaveLength(3);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
