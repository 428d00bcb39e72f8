import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parsePlainNumber } from './plain-number.ts';
import {
  type ListQuery,
  pageQueryString,
  parseQuery,
  type Query,
  type RadiusQuery,
  readQueryString,
} from './parameters.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

function parseOrThrow(search: string): Query {
  const parsed = parseQuery(readQueryString(search));
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed.query;
}

describe('links to other pages', () => {
  const page = fc.record({
    number: fc.integer({ min: 1, max: 1e9 }),
    size: fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.constantFrom(1e21, 1e300)),
  });
  const sortOrder = fc.constantFrom('asc' as const, 'desc' as const);
  const queries: fc.Arbitrary<(ListQuery | RadiusQuery) & { readonly page: { number: number; size: number } }> =
    fc.oneof(
      fc.record({ kind: fc.constant('list' as const), sortOrder, page }),
      fc.record({
        kind: fc.constant('inRadius' as const),
        sortOrder,
        page,
        centre: fc.record({
          longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
          latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0),
        }),
        rangeInMetres: fc.double({ min: Number.MIN_VALUE, max: 1e300, noNaN: true }),
      }),
    );

  it('are parsed as the same query, to the last bit of every number', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const search = pageQueryString(query, query.page.number, query.page.size);
        expect(parseOrThrow(`?${search}`)).toEqual(query);
        expect(new URL(`https://data.example.org/?${search}`).search).toBe(`?${search}`);
      }),
      { numRuns: sizeOf(500) },
    );
  });
});

describe('plain numbers', () => {
  it('parses every finite number from its JavaScript notation', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const expected = Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
        expect(parsePlainNumber(String(value))).toBe(expected);
      }),
      { numRuns: sizeOf(1000) },
    );
  });

  it('parses every JSON number as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,5})?([eE][+-]?\d{1,2})?$/), (text) => {
        const value = JSON.parse(text) as number;
        expect(parsePlainNumber(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('rejects or accepts a very long text in linear time', () => {
    expect(parsePlainNumber('1'.repeat(300_000) + 'x')).toBeUndefined();
    expect(parsePlainNumber('0.' + '1'.repeat(300_000))).toBeCloseTo(1 / 9);
  });
});
