import { describe, expect, it } from 'vitest';

import { type BaseMap, openStreetMap } from '../../core/http/base-maps.ts';
import { contentSecurityPolicyOf, withContentSecurityPolicy } from './content-security-policy.ts';

const directives = (html: string, baseMaps: readonly BaseMap[] = []): Map<string, string> =>
  new Map(
    contentSecurityPolicyOf(html, baseMaps)
      .split('; ')
      .map((directive) => [directive.replace(/ .*/, ''), directive.replace(/^\S+ ?/, '')]),
  );

describe('the content security policy of a page', () => {
  it('allows only content of the site itself', () => {
    const policy = contentSecurityPolicyOf('<!doctype html><title>Coastwatch</title>');
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'; ")).toBe(true);
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

  it.each([
    ['tiles', 'https://tiles.example.org/{z}/{x}/{y}.png', "'self' data: https://tiles.example.org", "'self'"],
    [
      'tiles',
      'https://{s}.example.org:8443/{z}/{x}/{y}.png',
      "'self' data: https://a.example.org:8443 https://b.example.org:8443 https://c.example.org:8443",
      "'self'",
    ],
    ['archive', 'https://example.org/coast.pmtiles', "'self' data: blob:", "'self' https://example.org"],
    ['archive', 'assets/base-map-0123456789abcdef.pmtiles', "'self' data: blob:", "'self'"],
  ] as const)('allows exactly the hosts of a base map: %s %s', (kind, url, images, connections) => {
    const policy = directives('', [{ ...openStreetMap, kind, url }]);
    expect(policy.get('img-src')).toBe(images);
    expect(policy.get('connect-src')).toBe(connections);
    expect(policy.get('script-src')).toBe("'self'");
  });
});

describe('a page with its policy', () => {
  it('has it before every script and style', () => {
    const page = '<!doctype html><head><meta charset="utf-8" /><style>a{}</style><script>a()</script></head>';
    expect(withContentSecurityPolicy(page)).toBe(
      page.replace(
        '<style>',
        `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicyOf(page)}" /><style>`,
      ),
    );
  });

  it('replaces an earlier policy', () => {
    const page = '<!doctype html><head><meta charset="utf-8" /><style>a{}</style></head>';
    expect(withContentSecurityPolicy(withContentSecurityPolicy(page), [openStreetMap])).toBe(
      withContentSecurityPolicy(page, [openStreetMap]),
    );
  });

  it('is refused without a character set', () => {
    expect(() => withContentSecurityPolicy('<title>a</title>')).toThrow(/has no <meta charset/);
  });
});
