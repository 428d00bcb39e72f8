import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { sampleTables } from '../../build-data/exports/testing/sample-tables.ts';
import { explorerDirectory } from '../../build-data/programs/build-programs.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { apiDocumentPath, sitemapPath } from '../../core/storage/format/layout.ts';
import { verifySite } from '../contract/verify/verify-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/* Checks that every link in a complete site has a target, and that everything meant for visitors is linked. */

const siteUrl = 'https://data.example.org/coast/';
const isBuilt = existsSync(join(explorerDirectory, 'document.html'));
if (!isBuilt)
  console.warn('The explorer is not built (npm run build:programs): the links of a complete site are SKIPPED.');

const folder = temporaryFolder();
let site: string;
/** Each file that was reached, with the document that links to it. */
const found = new Map<string, string>();
const broken: string[] = [];

/** The path of the file for a URL of the site; undefined for URLs elsewhere. */
function filePathAt(address: string, from: string): string | undefined {
  const url = new URL(address, siteUrl + from);
  if (!url.href.startsWith(siteUrl)) return undefined;
  const path = decodeURIComponent(url.pathname.slice(new URL(siteUrl).pathname.length));
  // The static file contains what the handler or the service worker sends for such a URL.
  if (/^webapi\/v1\/\w+(?:\/\d+)?$/.test(path)) return `${path}.json`;
  if (/^webapi\/v1\/?$/.test(path)) return apiDocumentPath('index.json');
  const isFolder = path === '' || path.endsWith('/') || (existsSync(join(site, path)) && isDirectory(path));
  return isFolder ? join(path, 'index.html') : path;
}

const isDirectory = (path: string): boolean => statSync(join(site, path)).isDirectory();

/** The URLs in a document: the links of a page, and every URL of the site in JSON and XML. */
function addressesIn(path: string): string[] {
  const text = readFileSync(join(site, path), 'utf8');
  const all = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, address = '']) => address);
  const unescaped = (address: string): string => address.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
  if (path.endsWith('.html')) return all(/\s(?:href|src)="([^"#][^"]*)"/g).map(unescaped);
  if (path === apiDocumentPath('index.json')) return all(/"(?:href|hashedHref)":"([^"]+)"/g);
  if (path.startsWith('webapi/')) return [];
  if (path === 'datapackage.json') return all(/"path": "([^"]+)"/g);
  return all(/["<>](https:\/\/data\.example\.org\/coast\/[^"<>#]*)/g).map(unescaped);
}

function visit(address: string, from: string): void {
  const file = filePathAt(address, from);
  if (file === undefined || found.has(file)) return;
  if (!existsSync(join(site, file))) {
    broken.push(`${from}: ${address}`);
    return;
  }
  found.set(file, from);
  if (!/\.(?:html|json|jsonld|xml|atom)$/.test(file)) return;
  for (const next of addressesIn(file)) visit(next, file);
}

describe.skipIf(!isBuilt)('a complete site', () => {
  beforeAll(async () => {
    site = join(folder, 'site');
    const builtAt = '2026-01-01T00:00:00.000Z';
    const options = { target: 'static', sample: true, siteUrl, explorerDirectory, builtAt } as const;
    await writeSite(sampleTables(60), { ...options, outputDirectory: site });
    for (const start of ['docs/index.html', apiDocumentPath('index.json')]) visit(start, '');
  });

  it('has each file that its documents link to', () => {
    expect(found.size).toBeGreaterThan(50);
    expect(broken).toEqual([]);
  });

  it('passes every check of the verify command', async () => {
    const server = createSiteServer({ directory: site });
    const url = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
    const { parts } = await verifySite({ url, checksAll: true });
    server.close();
    expect(parts.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('links to every document from its documentation page and its service document', () => {
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        !isDirectory(path) &&
        /^(?:docs|downloads|feeds)\/|^[^/]+\.(?:json|jsonld|xml)$/.test(path) &&
        !/\.(?:br|gz)$/.test(path),
    );
    expect(files).toContain(sitemapPath);
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((path) => !found.has(path))).toEqual([]);
  });
});
