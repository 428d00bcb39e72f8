import fc from 'fast-check';
import parseRange from 'range-parser';
import { describe, expect, it } from 'vitest';

import { acceptedEncoding, byteRangeOf } from './file-headers.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP ; q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0.0', undefined],
  ['gzipped, brotli', undefined],
])('the best encoding that the header "%s" accepts is %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

describe('the part of a file of ten bytes that a Range header requests', () => {
  it.each([
    null,
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-1',
    'bytes=0-1,3-4',
    'bytes=a-b',
    'lines=1-2',
    '5-6',
  ])('%s is the whole file', (header) => {
    expect(byteRangeOf(header, 10)).toBeUndefined();
  });

  it('cannot be satisfied for an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(byteRangeOf(header, 0)).toBe('unsatisfiable');
  });
});

it('a Range header is read as by range-parser, except where that package differs from the standard', () => {
  const size = fc.nat(50);
  fc.assert(
    fc.property(size, fc.nat(60), fc.nat(60), fc.constantFrom('both', 'first', 'suffix'), (size, a, b, form) => {
      // The exceptions: range-parser rejects a suffix longer than the file and a range that ends before it starts.
      if ((form === 'suffix' && b > size) || (form === 'both' && b < a)) return;
      const header = `bytes=${form === 'suffix' ? '' : a}-${form === 'first' ? '' : b}`;
      const [found] = [parseRange(size, header)].flat();
      const expected = typeof found === 'object' ? { first: found.start, last: found.end } : 'unsatisfiable';
      expect(byteRangeOf(header, size)).toEqual(expected);
    }),
  );
});
