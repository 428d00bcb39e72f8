import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seed, sizeOf } from '../../../tests/support/test-size.ts';
import { coordinateSystems, crs84, epsg4326, withLongitudeFirst } from './crs.ts';
import { shared } from './parameters.ts';
import { OgcParameterReader, parseBox, parseInstant, parsePeriod, parsePosition } from './read-parameters.ts';

console.info(`parameters of OGC API Features: COASTWATCH_SEED=${seed}`);
const options = { seed, numRuns: sizeOf(2000) };
const minutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
const pad = (value: number): string => String(value).padStart(2, '0');

describe('times', () => {
  it('are the same instants in UTC, whatever their offset and letter case', () => {
    const dates = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, minutes, fc.constantFrom('+', ' '), (instant, offset, plus) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const sign = offset < 0 ? '-' : plus;
        const written = `${local}${sign}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
        for (const text of [written, written.toLowerCase()]) {
          const read = parseInstant(text);
          expect(read && 'timestamp' in read && Date.parse(read.timestamp)).toBe(instant.getTime());
        }
      }),
      options,
    );
  });

  it.each([
    ['2020-01-31', { date: '2020-01-31' }],
    ['2020-01-31T01:02:03Z', { timestamp: '2020-01-31T01:02:03Z' }],
    ['2020-01-31T01:02:03.5Z', { timestamp: '2020-01-31T01:02:03.500Z' }],
    ['2020-01-01/2020-01-02', { interval: ['2020-01-01', '2020-01-02'] }],
    ['2020-01-01T10:00:00Z/2020-01-01', { interval: ['2020-01-01T10:00:00Z', '2020-01-01'] }],
    ['../2020-01-02', { interval: ['..', '2020-01-02'] }],
    ['2020-01-02/', { interval: ['2020-01-02', '..'] }],
  ])('%s is read', (text, expected) => {
    expect(parsePeriod(text)).toEqual(expected);
  });

  it.each([
    ...[
      '',
      '/',
      '../..',
      '2020',
      '2020-1-1',
      '2020-02-30',
      '2021-02-29T00:00:00Z',
      '2020-01-01T00:00:00',
      '2020-01-01 00:00',
    ],
    ...['2020-01-01T24:00:00Z', '2020-01-01T00:60:00Z', '2020-01-01T00:00:00+24:00', '2020-01-02/2020-01-01', '..'],
    ...['2020-01-01/2020-01-02/2020-01-03', '9999-12-31T23:59:59-08:00', '+002020-01-01', '2020-01-01T00:00:00.Z'],
  ])('%s is refused', (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  });
});

describe('boxes', () => {
  const degrees = (limit: number): fc.Arbitrary<number> => fc.double({ min: -limit, max: limit, noNaN: true });
  const boxes = fc
    .tuple(degrees(180), degrees(90), degrees(180), degrees(90))
    .map(([west, south, east, north]) => [west, Math.min(south, north), east, Math.max(south, north)] as const);

  it('are read with and without heights, in the axis order of their reference system', () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(...coordinateSystems), fc.boolean(), (box, crs, hasHeights) => {
        const corners = [box.slice(0, 2), box.slice(2)].map((corner) =>
          crs === crs84 ? corner : [...corner].reverse(),
        );
        const text = corners.map((corner) => [...corner, ...(hasHeights ? [0] : [])].join()).join();
        expect(parseBox(text, crs)?.bbox.map((each) => each + 0)).toEqual(box.map((each) => each + 0));
      }),
      options,
    );
  });

  it.each([
    '0,0,0',
    '0,1,0,0',
    '0,0,0,91',
    '-181,0,0,0',
    '0,0,0,0,0',
    'a,0,0,0',
    '0,0,0,',
    '0, 0,0,0',
    'NaN,0,0,0',
    '0x1,0,0,0',
  ])('%s is refused', (text) => {
    expect(parseBox(text, crs84)).toBeUndefined();
  });

  it('have no position outside the Earth as a centre', () => {
    expect(parsePosition('115.7,-31.9')).toEqual({ longitude: 115.7, latitude: -31.9 });
    for (const text of ['', '1', '1,2,3', '181,0', '0,91', 'x,0']) expect(parsePosition(text)).toBeUndefined();
  });
});

describe('a filter in EPSG:4326', () => {
  it('has its geometries and boxes with longitude first, and is otherwise the same', () => {
    const place = { property: 'geometry' } as const;
    const condition = { op: '=', args: [{ property: 'coordinates' }, 'bbox'] } as const;
    const swapped = (crs: string): Parameters<typeof withLongitudeFirst>[0] => {
      const at = (longitude: number, latitude: number): [number, number] =>
        crs === epsg4326 ? [latitude, longitude] : [longitude, latitude];
      const point = { type: 'Point', coordinates: at(1, 2) } as const;
      const polygon = { type: 'Polygon', coordinates: [[at(1, 2), at(3, 4), at(5, 6), at(1, 2)]] } as const;
      const collection = { type: 'GeometryCollection', geometries: [point, polygon] } as const;
      const box = { bbox: [...at(1, 2), 7, ...at(3, 4), 8] } as const;
      return {
        op: 'and',
        args: [
          condition,
          { op: 's_within', args: [place, polygon] },
          { op: 'not', args: [{ op: 's_intersects', args: [collection, place] }] },
          { op: 's_intersects', args: [place, box] },
        ],
      };
    };
    expect(withLongitudeFirst(swapped(epsg4326))).toEqual(swapped(crs84));
  });
});

describe('the parameters of a request', () => {
  it('are refused if they are unknown, repeated or in another letter case, with all errors at once', () => {
    const reader = new OgcParameterReader(
      new URLSearchParams('limit=1&Limit=1&limit=2&x=%22'),
      shared('limit', 'near'),
    );
    expect(reader.read('limit', Number)).toBe(1);
    expect(reader.errors).toEqual([
      { parameter: 'Limit', value: '1', allowed: 'absent: here are only limit, near' },
      { parameter: 'limit', value: '2', allowed: 'given only once' },
      { parameter: 'x', value: '"', allowed: 'absent: here are only limit, near' },
    ]);
  });
});
