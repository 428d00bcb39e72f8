import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from '../format/bytes.ts';
import { FeatureMatcher, type Locations, readRelativeLocations, writeRelativeLocations } from './locations.ts';

type Point = readonly [longitude: number, latitude: number];
type NamedPoints = readonly [name: string | null, ...points: Point[]];

function locationsFrom(places: readonly NamedPoints[], pointsPerLocation = 1): Locations {
  const degrees = (axis: 0 | 1): Float64Array =>
    Float64Array.from(places.flatMap(([, ...points]) => points.map((point) => point[axis])));
  return { names: places.map(([name]) => name), pointsPerLocation, longitudes: degrees(0), latitudes: degrees(1) };
}

/** The columns of locations relative to features, as they are in the file. */
function relativeColumns(
  places: readonly NamedPoints[],
  known: readonly NamedPoints[],
  pointsPerLocation = 2,
): Record<string, unknown> {
  const search = new FeatureMatcher(locationsFrom(known, pointsPerLocation));
  return JSON.parse(JSON.stringify(writeRelativeLocations(locationsFrom(places), search))) as Record<string, unknown>;
}

const cottesloe: NamedPoints = ['Cottesloe', [115.7506, -31.99583], [115.74, -31.9937]];
const north: NamedPoints = ['Cottesloe North', [115.7506, -31.99583], [115.74, -31.9837]];
const backBeaches: NamedPoints[] = [
  ['Back Beach', [115.63, -33.33], [115.61, -33.33]],
  ['Back Beach', [114.6, -28.78], [114.59, -28.78]],
];

describe('locations relative to features', () => {
  const degrees = (limit: number): fc.Arbitrary<number> =>
    fc
      .oneof(
        fc.constantFrom(-limit, limit, 0, 0.5, 5e-324, limit / 3),
        fc.integer({ min: -limit * 1e3, max: limit * 1e3 }).map((number) => number / 1e3),
        fc.double({ min: -limit, max: limit, noNaN: true }),
      )
      .map((value) => value + 0);
  const points = fc.oneof(fc.tuple(degrees(180), degrees(90)), fc.constantFrom<Point>([0, 0], [115.123456, -31.98765]));
  const names = fc.option(
    fc.oneof(fc.constantFrom('', 'Cable', 'Cable Beach', 'Back', 'back'), fc.string({ unit: 'binary', maxLength: 4 })),
  );
  const endings = fc.constantFrom('', ', Broome', ' Beach', '🦈', '\u0000');

  it.each([1, 2, 3])('are restored to the bit with features of %i points', (pointsPerLocation) => {
    const knownPlaces = fc.array(
      fc.tuple(names, fc.array(points, { minLength: pointsPerLocation, maxLength: pointsPerLocation })),
      { maxLength: 8 },
    );
    // Half of them are at or near the point of a feature, or have its name, perhaps with an ending.
    const hints = fc.array(
      fc.record({ name: names, ending: endings, point: points, by: fc.nat(), form: fc.nat(4), decimals: fc.nat(9) }),
    );
    fc.assert(
      fc.property(knownPlaces, hints, (knownList, list) => {
        const known = locationsFrom(
          knownList.map(([name, all]): NamedPoints => [name, ...all]),
          pointsPerLocation,
        );
        const places = list.map(({ name, ending, point, by, form, decimals }): NamedPoints => {
          const [knownName, knownPoints] = knownList[by % Math.max(1, knownList.length)] ?? [null, []];
          const [longitude, latitude] = knownPoints[by % pointsPerLocation] ?? point;
          const fullName = knownName === null || form > 3 ? name : knownName + ending;
          if (form === 0) return [fullName, [longitude, latitude]];
          const rounded = (value: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
          return [fullName, form === 1 ? [rounded(longitude), rounded(latitude)] : point];
        });
        const search = new FeatureMatcher(known);
        const file = JSON.parse(JSON.stringify(writeRelativeLocations(locationsFrom(places), search))) as Record<
          string,
          unknown
        >;
        expect(readRelativeLocations(file, places.length, known)).toEqual(locationsFrom(places));
      }),
      { numRuns: 500 },
    );
  });

  it('refer to a point of a feature and have the endings of their names', () => {
    const places: NamedPoints[] = [
      ['Cottesloe, Perth Metro', [115.7506, -31.99583]],
      ['Cottesloe', [115.74, -31.9937]],
    ];
    expect(relativeColumns(places, [backBeaches[0] ?? cottesloe, cottesloe])).toEqual({
      known: [2, 0],
      standings: [0, 1],
      rounded: [0, 0],
      endings: { values: [', Perth Metro', ''], at: [0, 0] },
      longitudes: { decimals: 0, differences: [] },
      latitudes: { decimals: 0, differences: [] },
    });
  });

  it('refer to a rounded point, with the most frequent number of decimals', () => {
    const places: NamedPoints[] = [
      ['Cottesloe', [115.751, -31.9958]],
      ['Cottesloe, Perth Metro', [115.74, -31.9937]],
      ['Cottesloe', [115.7506, -31.98]],
    ];
    expect(relativeColumns(places, [cottesloe])).toMatchObject({
      rounded: [3, 4],
      standings: [2, 1, 4],
      longitudes: { decimals: 4, differences: [0] },
      latitudes: { decimals: 2, differences: [2] },
    });
  });

  it('prefer the feature with the longest name, at one point and elsewhere', () => {
    const places: NamedPoints[] = [
      ['Cottesloe North', [115.7506, -31.99583]],
      ['Cottesloe North, Perth', [115.7506, -31.99583]],
      ['Cottesloe Nor', [115.7506, -31.99583]],
      ['Cottesloe North', [115.74, -31.99]],
    ];
    expect(relativeColumns(places, [cottesloe, north])).toMatchObject({
      known: [2, 0, -1, 1],
      standings: [0, 0, 0, 5],
    });
  });

  it('prefer a shorter name at the same point to a longer one elsewhere', () => {
    expect(relativeColumns([['Cottesloe North', [115.74, -31.9937]]], [north, cottesloe])).toMatchObject({
      known: [2],
      standings: [1],
      endings: { values: [' North'] },
    });
  });

  it('prefer the nearest of several features with the same name', () => {
    const places: NamedPoints[] = [
      ['Back Beach', [114.7, -28.7]],
      ['Back Beach', [115.611, -33.3]],
    ];
    expect(relativeColumns(places, backBeaches)).toMatchObject({ known: [2, -1], standings: [4, 5] });
  });

  it('refer to no feature when no name matches, there are no features, or they have no name', () => {
    const places: NamedPoints[] = [
      ['West of Rottnest', [115.418063, -32.033622]],
      [null, [115.7506, -31.99583]],
      ['', [115.7506, -31.99583]],
    ];
    for (const known of [[cottesloe], [], [[null, [115.7506, -31.99583], [0, 0]] satisfies NamedPoints]]) {
      expect(relativeColumns(places, known)).toEqual({
        known: [0, 0, 0],
        standings: [4, 4, 4],
        rounded: [0, 0],
        endings: { values: ['West of Rottnest', null, ''], at: [0, 0, 0] },
        longitudes: { decimals: 6, differences: [115418063, 115750600, 115750600] },
        latitudes: { decimals: 6, differences: [-32033622, -31995830, -31995830] },
      });
    }
  });

  it('are matched in linear time, also among many features with one name at one point', () => {
    const many = Array.from({ length: 20_000 }, (): NamedPoints => ['Back Beach', [115, -32], [115, -32]]);
    const places = Array.from({ length: 20_000 }, (_, index): NamedPoints => [
      'Back Beach',
      [115 + (index % 2) / 8, -32],
    ]);
    const { known } = relativeColumns(places, many);
    expect(known).toEqual([1, ...Array.from({ length: 19_999 }, () => 0)]);
  });
});

describe('damaged locations relative to features', () => {
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
    ['standings', [6, 4, 4], 'standings: 6 for a known place'],
    ['standings', [-1, 4, 4], 'standings: -1 for a known place'],
    ['standings', [0, 4, 0], 'standings: 0 for no known place'],
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
  ] as [string, unknown, string][])('with %s %j are refused with the message: %s', (part, value, message) => {
    expect(Object.keys(whole)).toContain(part);
    expect(() => readRelativeLocations({ ...whole, [part]: value }, 3, known)).toThrow(
      new MalformedBytesError(message),
    );
  });

  it('are refused without features', () => {
    const message = 'places: relative to features, which are not available';
    expect(() => readRelativeLocations(whole, 3, undefined)).toThrow(new MalformedBytesError(message));
    expect(() => readRelativeLocations(whole, 3, locationsFrom([]))).toThrow(
      new MalformedBytesError('known places: 1 of 0'),
    );
  });

  it('are read or refused with a MalformedBytesError, whatever replaces a part', () => {
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
