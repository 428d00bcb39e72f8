import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parameters, parseQuery, readQueryString } from './parameters.ts';
import { parsePlainNumber } from './plain-number.ts';
import { lastPageNumber, type ListQuery, pageBounds, pageQueryString, type Query, type RadiusQuery } from './query.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

function parseOrThrow(search: string): Query {
  const parsed = parseQuery(readQueryString(search));
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed.query;
}

function listErrors(search: string): readonly string[] {
  const parsed = parseQuery(readQueryString(search));
  if ('query' in parsed) return [];
  return parsed.errors.map(({ parameter, value }) => `${parameter}=${value ?? '(missing)'}`);
}

const centre = { longitude: 115, latitude: -32 };
const centred = 'latitude=-32&longitude=115';

describe('parsing a query', () => {
  it.each<{ search: string; query: Query }>([
    { search: '', query: { kind: 'list', sortOrder: 'desc', page: undefined } },
    { search: 'sortOrder=ASC', query: { kind: 'list', sortOrder: 'asc', page: undefined } },
    { search: 'pageSize=5', query: { kind: 'list', sortOrder: 'desc', page: undefined } },
    { search: 'pageNumber=3', query: { kind: 'list', sortOrder: 'desc', page: { number: 3, size: 10 } } },
    {
      search: 'pageNumber=1e2&pageSize=+7.0',
      query: { kind: 'list', sortOrder: 'desc', page: { number: 100, size: 7 } },
    },
    {
      search: 'pageNumber=1&pageSize=1e300',
      query: { kind: 'list', sortOrder: 'desc', page: { number: 1, size: 1e300 } },
    },
    { search: centred, query: { kind: 'inRadius', sortOrder: 'desc', page: undefined, centre, rangeInMetres: 10_000 } },
    {
      search: `${centred}&rangeInM=0.5&searchStyle=inradius&sortOrder=asc&pageNumber=2`,
      query: { kind: 'inRadius', sortOrder: 'asc', page: { number: 2, size: 10 }, centre, rangeInMetres: 0.5 },
    },
    {
      search: `${centred}&searchStyle=NEAREST`,
      query: { kind: 'nearest', sortOrder: 'desc', centre, rangeInMetres: undefined },
    },
    {
      search: `${centred}&searchStyle=Nearest&rangeInM=7&pageNumber=5`,
      query: { kind: 'nearest', sortOrder: 'desc', centre, rangeInMetres: 7 },
    },
    {
      search: 'latitude=-90&longitude=180',
      query: {
        kind: 'inRadius',
        sortOrder: 'desc',
        page: undefined,
        centre: { longitude: 180, latitude: -90 },
        rangeInMetres: 10_000,
      },
    },
  ])('parses "$search"', ({ search, query }) => {
    expect(parseOrThrow(search)).toEqual(query);
  });

  it.each([
    { search: 'pageNumber=0', errors: ['pageNumber=0'] },
    { search: 'pageNumber=-1', errors: ['pageNumber=-1'] },
    { search: 'pageNumber=1.5', errors: ['pageNumber=1.5'] },
    { search: 'pageNumber=1e400', errors: ['pageNumber=1e400'] },
    { search: 'pageNumber=NULL', errors: ['pageNumber=NULL'] },
    { search: 'pageSize=0', errors: ['pageSize=0'] },
    { search: 'pageSize=ten&pageNumber=one', errors: ['pageNumber=one', 'pageSize=ten'] },
    { search: 'sortOrder=descending', errors: ['sortOrder=descending'] },
    { search: 'latitude=1', errors: ['longitude=(missing)'] },
    { search: 'longitude=1', errors: ['latitude=(missing)'] },
    { search: 'rangeInM=5', errors: ['latitude=(missing)', 'longitude=(missing)'] },
    { search: 'searchStyle=Nearest', errors: ['latitude=(missing)', 'longitude=(missing)'] },
    { search: 'searchStyle=Near', errors: ['searchStyle=Near', 'latitude=(missing)', 'longitude=(missing)'] },
    { search: 'latitude=90.0000001&longitude=-180.1', errors: ['latitude=90.0000001', 'longitude=-180.1'] },
    { search: `${centred}&rangeInM=0`, errors: ['rangeInM=0'] },
    { search: `${centred}&rangeInM=-5`, errors: ['rangeInM=-5'] },
    { search: `${centred}&rangeInM=1e-400`, errors: ['rangeInM=1e-400'] },
    { search: `${centred}&searchStyle=Nearest&pageNumber=0&pageSize=x`, errors: ['pageNumber=0', 'pageSize=x'] },
    {
      search: 'latitude=north&longitude=east&rangeInM=far',
      errors: ['latitude=north', 'longitude=east', 'rangeInM=far'],
    },
  ])('finds every error in "$search"', ({ search, errors }) => {
    expect(listErrors(search)).toEqual(errors);
  });

  it('includes the allowed values in each error', () => {
    const parsed = parseQuery(readQueryString('pageNumber=x&searchStyle=y'));
    expect('errors' in parsed && parsed.errors.every(({ allowed }) => allowed.length > 5)).toBe(true);
  });
});

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

  it('has one empty page for an empty result', () => {
    expect(pageBounds(0, { number: 1, size: 10 })).toEqual({
      totalPages: 0,
      start: 0,
      end: 0,
      hasNext: false,
      hasPrevious: false,
    });
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

  it('have their parameters in the documented order', () => {
    const list: ListQuery = { kind: 'list', sortOrder: 'asc', page: undefined };
    expect(pageQueryString(list, 2, 10)).toBe('pageNumber=2&pageSize=10&sortOrder=asc');
    const search: RadiusQuery = { kind: 'inRadius', sortOrder: 'desc', page: undefined, centre, rangeInMetres: 1e21 };
    expect(pageQueryString(search, 1, 1e21)).toBe(
      'latitude=-32&longitude=115&rangeInM=1e%2B21&searchStyle=InRadius&pageNumber=1&pageSize=1e%2B21&sortOrder=desc',
    );
  });
});

const read = (search: string): Record<string, string> => Object.fromEntries(readQueryString(search));

describe('reading the query string', () => {
  it.each([
    { title: 'accepts an empty query string', search: '', texts: {} },
    { title: 'accepts a question mark alone', search: '?', texts: {} },
    { title: 'accepts ampersands alone', search: '?&&&', texts: {} },
    { title: 'accepts equals signs alone', search: '?=&==&=x', texts: {} },
    { title: 'reads one parameter', search: '?pageNumber=2', texts: { pageNumber: '2' } },
    { title: 'does not require a question mark', search: 'pageNumber=2', texts: { pageNumber: '2' } },
    { title: 'treats a second question mark as part of a name', search: '??pageNumber=2', texts: {} },
    {
      title: 'accepts names in any letter case',
      search: '?PAGENUMBER=2&pagesize=3',
      texts: { pageNumber: '2', pageSize: '3' },
    },
    { title: 'decodes names', search: '?page%4Eumber=2', texts: { pageNumber: '2' } },
    {
      title: 'uses the first value of a repeated parameter',
      search: '?pageSize=1&PageSize=2',
      texts: { pageSize: '1' },
    },
    { title: 'ignores a repeated parameter whose first value is empty', search: '?pageSize=&pageSize=2', texts: {} },
    { title: 'ignores a name without a value', search: '?pageNumber', texts: {} },
    {
      title: 'ignores a repeated parameter whose first occurrence has no value',
      search: '?pageNumber&pageNumber=2',
      texts: {},
    },
    { title: 'ignores pageNumber=null', search: '?pageNumber=null&pageSize=5', texts: { pageSize: '5' } },
    { title: 'returns the text null for any other parameter', search: '?pageSize=null', texts: { pageSize: 'null' } },
    { title: 'ignores unknown parameters', search: '?format=xml&callback=x&pageSize=5', texts: { pageSize: '5' } },
    {
      title: 'does not decode a plus sign',
      search: '?latitude=+17.76&rangeInM=1e+4',
      texts: { latitude: '+17.76', rangeInM: '1e+4' },
    },
    { title: 'decodes an encoded plus sign', search: '?rangeInM=1e%2B4', texts: { rangeInM: '1e+4' } },
    { title: 'does not trim a space', search: '?pageSize=%205', texts: { pageSize: ' 5' } },
    { title: 'accepts an equals sign in a value', search: '?pageSize=a=b', texts: { pageSize: 'a=b' } },
    {
      title: 'does not decode an invalid percent encoding',
      search: '?pageSize=5%&sortOrder=%zz',
      texts: { pageSize: '5%', sortOrder: '%zz' },
    },
    { title: 'does not decode bytes that are not UTF-8', search: '?pageSize=%ff%41', texts: { pageSize: '%ff%41' } },
    { title: 'ignores a name with an invalid percent encoding', search: '?pageSize%=5', texts: {} },
    { title: 'ignores names of the object prototype', search: '?__proto__=1&constructor=2&toString=3', texts: {} },
    {
      title: 'does not separate parameters at an encoded ampersand',
      search: '?pageSize=5%26pageNumber=2',
      texts: { pageSize: '5&pageNumber=2' },
    },
  ])('$title', ({ search, texts }) => {
    expect(read(search)).toEqual(texts);
  });

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
  it.each([
    ['0', 0],
    ['-0', 0],
    ['+0', 0],
    ['-0.0e5', 0],
    ['1', 1],
    ['+1', 1],
    ['-1', -1],
    ['007', 7],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['1E3', 1000],
    ['1e+3', 1000],
    ['1e-3', 0.001],
    ['.5e1', 5],
    ['1e308', 1e308],
    ['1e-400', 0],
    ['9007199254740993', 9007199254740992],
  ])('reads %s', (text, value) => {
    expect(parsePlainNumber(text)).toBe(value);
  });

  it.each([
    ...['', ' ', '.', '+', '-', 'e', 'e5', '.e5', '1e', '1e+', '--1', '+-1', '1-', '1.2.3', '1e5.5', '1e5e5'],
    ...['NaN', 'nan', 'Infinity', '-Infinity', '1e309', '-1e309', 'null', 'undefined', 'true', 'five'],
    ...['0x10', '0b1', '0o7', '1n', '1_000', '1,000', '1,5', ' 1', '1 ', '1\n', '\t1', '1 000', '١', '１', '½', '1f'],
  ])('rejects %j', (text) => {
    expect(parsePlainNumber(text)).toBeUndefined();
  });

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
