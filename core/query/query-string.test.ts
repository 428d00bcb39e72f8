import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parameters } from './parameters.ts';
import { parsePlainNumber } from './plain-number.ts';
import { readQueryString } from './query-string.ts';

const read = (search: string): Record<string, string> => Object.fromEntries(readQueryString(search));

describe('reading the query string', () => {
  it.each([
    { what: 'nothing', search: '', texts: {} },
    { what: 'a question mark alone', search: '?', texts: {} },
    { what: 'ampersands alone', search: '?&&&', texts: {} },
    { what: 'equals signs alone', search: '?=&==&=x', texts: {} },
    { what: 'one parameter', search: '?pageNumber=2', texts: { pageNumber: '2' } },
    { what: 'no question mark', search: 'pageNumber=2', texts: { pageNumber: '2' } },
    { what: 'a second question mark, which belongs to the name', search: '??pageNumber=2', texts: {} },
    { what: 'names in any case', search: '?PAGENUMBER=2&pagesize=3', texts: { pageNumber: '2', pageSize: '3' } },
    { what: 'an encoded name', search: '?page%4Eumber=2', texts: { pageNumber: '2' } },
    { what: 'a repeated parameter: the first', search: '?pageSize=1&PageSize=2', texts: { pageSize: '1' } },
    { what: 'an empty first of a repeated one: absent', search: '?pageSize=&pageSize=2', texts: {} },
    { what: 'a name without a value: absent', search: '?pageNumber', texts: {} },
    { what: 'a name without a value, then with one', search: '?pageNumber&pageNumber=2', texts: {} },
    { what: 'pageNumber=null: absent', search: '?pageNumber=null&pageSize=5', texts: { pageSize: '5' } },
    { what: 'another parameter=null: its text', search: '?pageSize=null', texts: { pageSize: 'null' } },
    { what: 'unknown parameters: ignored', search: '?format=xml&callback=x&pageSize=5', texts: { pageSize: '5' } },
    {
      what: 'a plus sign: itself',
      search: '?latitude=+17.76&rangeInM=1e+4',
      texts: { latitude: '+17.76', rangeInM: '1e+4' },
    },
    { what: 'an encoded plus sign', search: '?rangeInM=1e%2B4', texts: { rangeInM: '1e+4' } },
    { what: 'an encoded space: kept', search: '?pageSize=%205', texts: { pageSize: ' 5' } },
    { what: 'a value with an equals sign', search: '?pageSize=a=b', texts: { pageSize: 'a=b' } },
    {
      what: 'a percent sign that encodes nothing: itself',
      search: '?pageSize=5%&sortOrder=%zz',
      texts: { pageSize: '5%', sortOrder: '%zz' },
    },
    { what: 'bytes that are no UTF-8: as they stand', search: '?pageSize=%ff%41', texts: { pageSize: '%ff%41' } },
    { what: 'a name with a bad percent sign: unknown', search: '?pageSize%=5', texts: {} },
    { what: 'names of the object prototype: unknown', search: '?__proto__=1&constructor=2&toString=3', texts: {} },
    {
      what: 'an encoded ampersand, which does not part',
      search: '?pageSize=5%26pageNumber=2',
      texts: { pageSize: '5&pageNumber=2' },
    },
  ])('takes $what', ({ search, texts }) => {
    expect(read(search)).toEqual(texts);
  });

  it('gives back whatever was encoded, for every parameter and any letters', () => {
    const names = fc.constantFrom(...parameters.map(({ name }) => name));
    fc.assert(
      fc.property(names, fc.string({ unit: 'grapheme', minLength: 1 }), (name, value) => {
        fc.pre(value !== 'null');
        expect(read(`?${name}=${encodeURIComponent(value)}`)).toEqual({ [name]: value });
      }),
    );
  });

  it('never throws, and names known parameters only', () => {
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
  ])('refuses %j', (text) => {
    expect(parsePlainNumber(text)).toBeUndefined();
  });

  it('reads back every finite number as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const expected = Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
        expect(parsePlainNumber(String(value))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads every number that JSON knows, as JSON reads it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,5})?([eE][+-]?\d{1,2})?$/), (text) => {
        const value = JSON.parse(text) as number;
        expect(parsePlainNumber(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('decides about a very long text at once', () => {
    expect(parsePlainNumber('1'.repeat(300_000) + 'x')).toBeUndefined();
    expect(parsePlainNumber('0.' + '1'.repeat(300_000))).toBeCloseTo(1 / 9);
  });
});
