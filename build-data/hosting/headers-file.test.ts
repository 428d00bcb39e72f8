import { describe, expect, it } from 'vitest';

import { datasets } from '../../core/datasets/datasets.ts';
import {
  allowsAnyOrigin,
  cacheControlOf,
  fileSecurityHeaders,
  immutableCacheControl,
} from '../../core/http/file-headers.ts';
import { checksumsPath, exportEndingOf, exportPath, hashedExportPath } from '../../core/storage/format/layout.ts';
import { headersFile } from './host-files.ts';

interface ReadRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [string, string])[];
}

/** Parses the format that Cloudflare and Netlify document: a URL path with at most one star, then indented headers. */
function readRules(text: string): ReadRule[] {
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = /^ {2}([A-Za-z-]+): (.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    else {
      // Cloudflare allows one star.
      expect(line).toMatch(/^\/[^ *]*\*?[^ *]*$/);
      const source = line.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '.*');
      rules.push({ pattern: new RegExp(`^${source}$`), headers: [] });
    }
  }
  return rules;
}

function headersAt(rules: readonly ReadRule[], address: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { pattern, headers } of rules) {
    if (!pattern.test(address)) continue;
    for (const [name, value] of headers) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

const files = [
  'index.html',
  'sw.js',
  'icon.svg',
  'robots.txt',
  'manifest.webmanifest',
  'icons/icon-192.png',
  'docs/index.html',
  'feeds/records.atom',
  'datapackage.json',
  'catalog.jsonld',
  'sitemap.xml',
  'assets/page-1a2b3c.js',
  'data/manifest.json',
  ...[...'0123456789abcdef'].map((digit) => `data/${digit.repeat(32)}.bin`),
  `data/${'4f'.repeat(16)}.json`,
  checksumsPath,
  ...datasets.flatMap(({ name }) =>
    Object.values(exportEndingOf).flatMap((ending) => [
      exportPath(name, ending),
      hashedExportPath(name, '0123456789abcdef', ending),
      hashedExportPath(name, 'c5f0000000000000', ending),
    ]),
  ),
];

describe.each(['/', '/coast/'])('the _headers file, under %s', (basePath) => {
  const rules = readRules(headersFile(basePath, ['https://news.example.org', "'self'"]));

  it.each(files)('sets for %s the headers that every other host sends', (file) => {
    const found = headersAt(rules, basePath + file);
    for (const [name, values] of found) expect([name, values.length]).toEqual([name, 1]);
    const header = (name: string): string | undefined => found.get(name)?.[0];
    for (const [name, value] of Object.entries(fileSecurityHeaders)) expect(header(name)).toBe(value);
    // Without a rule, these hosts require revalidation.
    const caching = header('Cache-Control');
    if (cacheControlOf(file) === immutableCacheControl) expect(caching).toBe(immutableCacheControl);
    else expect(caching ?? 'no-cache').toBe('no-cache');
    expect(header('Access-Control-Allow-Origin')).toBe(allowsAnyOrigin(file) ? '*' : undefined);
  });

  it('lets only the named sites frame the page for embedding, and none the other pages', () => {
    for (const file of ['', 'index.html', 'docs/', 'docs/downloads/index.html']) {
      expect(headersAt(rules, basePath + file).get('Content-Security-Policy')).toEqual(["frame-ancestors 'none'"]);
    }
    for (const file of ['embed/', 'embed/index.html']) {
      expect(headersAt(rules, basePath + file).get('Content-Security-Policy')).toEqual([
        "frame-ancestors https://news.example.org 'self'",
      ]);
    }
  });

  it('is within the limit of 100 rules of Cloudflare', () => {
    expect(rules.length).toBeLessThanOrEqual(100);
  });
});
