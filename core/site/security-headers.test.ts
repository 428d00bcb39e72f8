import { describe, expect, it } from 'vitest';

import { contentSecurityPolicyOf } from './security-headers.ts';

const directives = (html: string): Map<string, string> =>
  new Map(
    contentSecurityPolicyOf(html)
      .split('; ')
      .map((directive) => [directive.replace(/ .*/, ''), directive.replace(/^\S+ ?/, '')]),
  );

describe('the policy of a page', () => {
  it('lets nothing in that the site does not bring itself', () => {
    const policy = contentSecurityPolicyOf('<!doctype html><title>Coastwatch</title>');
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'; ")).toBe(true);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it('names the style written in the page by its hash, and no other', () => {
    // The hash of the text `a{}`, as any SHA-256 tool gives it in base64.
    const ofFirst = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";
    const found = directives('<style>a{}</style><style>b{}</style>').get('style-src') ?? '';
    expect(found.split(' ')).toEqual(["'self'", ofFirst, expect.stringMatching(/^'sha256-.{44}'$/)]);
    expect(found.split(' ')[2]).not.toBe(ofFirst);
  });

  it('names a script written in the page by its hash alone', () => {
    const page = '<script>a()</script><script type="module" src="./a.js"></script><button onclick="b()">';
    expect(directives(page).get('script-src')).toBe("'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='");
  });

  it.each([
    ['https://tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org'],
    ['https://{s}.example.org:8443/{z}/{x}/{y}.png', 'https://*.example.org:8443'],
    ['https://example.org/coast.pmtiles', 'https://example.org'],
  ])('lets the tiles in that the page names: %s', (address, origin) => {
    const policy = directives(`<meta name="coastwatch-tiles" content="${address}" data-attribution="A" />`);
    expect(policy.get('img-src')).toBe(`'self' data: blob: ${origin}`);
    expect(policy.get('connect-src')).toBe(`'self' ${origin}`);
    expect(policy.get('script-src')).toBe("'self'");
  });

  it.each(['tiles/{z}/{x}/{y}.png', "https://a' 'unsafe-inline", 'javascript:alert(1)'])(
    'is not widened by %s',
    (address) => {
      expect(contentSecurityPolicyOf(`<meta name="coastwatch-tiles" content="${address}">`)).not.toMatch(
        /unsafe|javascript/,
      );
    },
  );
});
