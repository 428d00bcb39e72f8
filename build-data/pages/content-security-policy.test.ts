import { describe, expect, it } from 'vitest';

import { contentSecurityPolicyOf, withContentSecurityPolicy } from './content-security-policy.ts';

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

  it('is refused without a character set', () => {
    expect(() => withContentSecurityPolicy('<title>a</title>')).toThrow(/has no <meta charset/);
  });
});
