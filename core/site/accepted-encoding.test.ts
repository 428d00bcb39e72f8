import { expect, it } from 'vitest';

import { acceptedEncoding } from './accepted-encoding.ts';

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
])('of what %s accepts the best is %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
