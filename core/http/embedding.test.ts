import { describe, expect, it } from 'vitest';

import { framePolicyIn, readEmbedOrigins, withEmbedOrigins } from './embedding.ts';

const read = (text: string): readonly string[] =>
  readEmbedOrigins(text, (given, problem) => {
    throw new Error(`${given} ${problem}`);
  });

describe('the origins that may embed the map', () => {
  it.each([
    ['any', ['*']],
    ['*', ['*']],
    ['none', ["'none'"]],
    ["'self'", ["'self'"]],
    ['self, https://news.example.org', ["'self'", 'https://news.example.org']],
    ['https://News.Example.org/', ['https://news.example.org']],
    ['https://*.example.org http://localhost:*', ['https://*.example.org', 'http://localhost:*']],
    ['http://127.0.0.1:8080,http://127.0.0.1:8080', ['http://127.0.0.1:8080']],
  ])('are read from %j', (text, origins) => {
    expect(read(text)).toEqual(origins);
  });

  it.each([
    ['', /names no origin/],
    [' , ', /names no origin/],
    ['news.example.org', /^news\.example\.org does not begin with https/],
    ['javascript:alert(1)', /does not begin with https/],
    ['https://news.example.org/page', /has a path/],
    ['https://news.example.org?a', /has a path/],
    ['https://user@news.example.org', /is not an origin/],
    ['https://', /is not an origin/],
    ['https://a.example:99999', /is not an origin/],
    ["https://a.example;script-src'unsafe-inline'", /is not an origin/],
    ['https://a"b.example', /is not an origin/],
    ['any, https://a.example', /cannot be combined/],
    ['none, self', /cannot be combined/],
  ])('are refused in %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('are found in a page as they were written into it', () => {
    const page = '<title>a</title><meta name="coastwatch-embed-origins" content="*" /><p>b</p>';
    for (const text of ['any', 'none', 'self, https://news.example.org:8443', 'https://*.example.org']) {
      const origins = read(text);
      expect(framePolicyIn(withEmbedOrigins(page, origins))).toBe(`frame-ancestors ${origins.join(' ')}`);
    }
  });

  it('are none in a page that names none, or something else', () => {
    const wrong = [
      '',
      'everyone',
      '* https://a.example',
      "https://a.example; script-src 'unsafe-inline'",
      'javascript:',
    ];
    const pages = wrong.map((content) => `<meta name="coastwatch-embed-origins" content="${content}" />`);
    for (const html of ['<title>a</title>', ...pages]) expect(framePolicyIn(html)).toBe("frame-ancestors 'none'");
  });
});
