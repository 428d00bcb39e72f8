import fc from 'fast-check';
import parseRange from 'range-parser';
import { describe, expect, it } from 'vitest';

import { acceptedEncoding, byteRangeOf, contentSecurityPolicyOf } from './file-headers.ts';

const directives = (html: string): Map<string, string> =>
  new Map(
    contentSecurityPolicyOf(html)
      .split('; ')
      .map((directive) => [directive.replace(/ .*/, ''), directive.replace(/^\S+ ?/, '')]),
  );

describe('the content security policy of a page', () => {
  it('allows only content of the site itself', () => {
    const policy = contentSecurityPolicyOf('<!doctype html><title>Coastwatch</title>');
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'; ")).toBe(true);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it('allows each inline style of the page by its own hash', () => {
    // The SHA-256 of the text `a{}` in base64.
    const hashOfFirst = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";
    const found = directives('<style>a{}</style><style>b{}</style>').get('style-src') ?? '';
    expect(found.split(' ')).toEqual(["'self'", hashOfFirst, expect.stringMatching(/^'sha256-.{44}'$/)]);
    expect(found.split(' ')[2]).not.toBe(hashOfFirst);
  });

  it('allows an inline script of the page by its hash only', () => {
    const page = '<script>a()</script><script type="module" src="./a.js"></script><button onclick="b()">';
    expect(directives(page).get('script-src')).toBe("'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='");
  });

  it('lets only the sites that the page names frame it', () => {
    const page = (origins: string): string => `<meta name="coastwatch-embed-origins" content="${origins}" />`;
    expect(directives(page('*')).get('frame-ancestors')).toBe('*');
    expect(directives(page('https://a.example &#39;self&#39;')).get('frame-ancestors')).toBe(
      "https://a.example 'self'",
    );
    for (const wrong of ['', '* https://a.example', "https://a.example; script-src 'unsafe-inline'", 'javascript:']) {
      expect(directives(page(wrong)).get('frame-ancestors')).toBe("'none'");
    }
  });

  it.each([
    ['https://tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org'],
    ['https://{s}.example.org:8443/{z}/{x}/{y}.png', 'https://*.example.org:8443'],
    ['https://example.org/coast.pmtiles', 'https://example.org'],
  ])('allows the tiles that the page names: %s', (address, origin) => {
    const policy = directives(`<meta name="coastwatch-tiles" content="${address}" data-attribution="A" />`);
    expect(policy.get('img-src')).toBe(`'self' data: blob: ${origin}`);
    expect(policy.get('connect-src')).toBe(`'self' ${origin}`);
    expect(policy.get('script-src')).toBe("'self'");
  });

  it.each(['tiles/{z}/{x}/{y}.png', "https://a' 'unsafe-inline", 'javascript:alert(1)'])(
    'allows nothing more because of the tile address %s',
    (address) => {
      expect(contentSecurityPolicyOf(`<meta name="coastwatch-tiles" content="${address}">`)).not.toMatch(
        /unsafe|javascript/,
      );
    },
  );
});

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
    ['bytes=0-3', 0, 3],
    ['bytes=0-0', 0, 0],
    ['bytes=4-4', 4, 4],
    ['bytes=7-', 7, 9],
    ['bytes=7-99', 7, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-11', 0, 9],
    [`bytes=-${'9'.repeat(400)}`, 0, 9],
    ['BYTES= 1-2 ', 1, 2],
  ])('%s is from %i to %i', (header, first, last) => {
    expect(byteRangeOf(header, 10)).toEqual({ first, last });
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])('%s cannot be satisfied', (header) => {
    expect(byteRangeOf(header, 10)).toBe('unsatisfiable');
  });

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
