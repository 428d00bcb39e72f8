import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parsePlainNumber } from './plain-number.ts';
import {
  lastPageNumber,
  type ListQuery,
  pageBounds,
  pageQueryString,
  parameters,
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

describe('paging', () => {
  const totals = fc.oneof(fc.constantFrom(0, 1, 10, 11), fc.nat({ max: 2000 }));
  const sizes = fc.oneof(fc.constantFrom(1, 10, Number.MAX_SAFE_INTEGER, 1e300), fc.integer({ min: 1, max: 2100 }));

  it('covers every record once, in order, with links between pages', () => {
    fc.assert(
      fc.property(totals, sizes, (total, size) => {
        const last = lastPageNumber(total, size);
        const expected = Array.from({ length: last }, (_, index) => ({
          totalPages: total === 0 ? 0 : last,
          start: index * size,
          end: Math.min(total, (index + 1) * size),
          hasNext: index < last - 1,
          hasPrevious: index > 0,
        }));
        expect(expected.map((_, index) => pageBounds(total, { number: index + 1, size }))).toEqual(expected);
        expect(expected.at(-1)?.end).toBe(total);
      }),
    );
  });

  it('has no page beyond the last page, however large its number', () => {
    fc.assert(
      fc.property(totals, sizes, fc.oneof(fc.constantFrom(1, 1e15, 1e300), fc.nat()), (total, size, beyond) => {
        const number = lastPageNumber(total, size) + Math.max(1, beyond);
        expect(pageBounds(total, { number, size })).toBeUndefined();
      }),
    );
  });
});

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

describe('reading the query string', () => {
  const read = (search: string): Record<string, string> => Object.fromEntries(readQueryString(search));

  it('decodes any encoded text, for every parameter', () => {
    const names = fc.constantFrom(...parameters.map(({ name }) => name));
    fc.assert(
      fc.property(names, fc.string({ unit: 'grapheme', minLength: 1 }), (name, value) => {
        fc.pre(value !== 'null');
        expect(read(`?${name}=${encodeURIComponent(value)}`)).toEqual({ [name]: value });
      }),
    );
  });

  it('never throws, and returns only known parameters', () => {
    const known = new Set<string>(parameters.map(({ name }) => name));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (search) => {
        for (const [name, text] of readQueryString(search)) {
          expect(known.has(name)).toBe(true);
          expect(text).not.toBe('');
        }
      }),
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
