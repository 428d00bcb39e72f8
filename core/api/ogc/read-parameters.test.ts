import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultTimes } from '../../../core/datasets/testing/default-rules.ts';
import { seed, sizeOf } from '../../../tests/support/test-size.ts';
import { coordinateSystems, crs84 } from './crs.ts';
import { parseBox, parseInstant, parsePeriod } from './read-parameters.ts';

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
    expect(parsePeriod(text, defaultTimes)).toEqual(expected);
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
});
