import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';

import { packRing } from '../../core/coastline/codec.ts';
import { type BaseMap, openStreetMap } from '../../core/http/base-maps.ts';
import { appendBuildManifest, fingerprintOf, readBuildManifest } from '../../core/http/build-manifest.ts';
import { contentSecurityPolicyOf } from './content-security-policy.ts';
import { OutputError } from '../write/output-error.ts';
import type { SiteFile } from '../site/site-file.ts';
import { datasetMetadata } from './metadata/dataset-metadata.ts';
import { readRights } from '../publication.ts';
import { hostileFacts } from './testing/facts.ts';
import { completeExplorer } from './write-pages.ts';
import { CompressedCopies } from '../write/compressed-copies.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { publication } from '../site/testing/default-site.ts';

const facts = hostileFacts();
const page =
  '<!doctype html><html><head><meta charset="utf-8" /><title>Coastwatch</title><!--coastwatch-head--></head><body><!--coastwatch-outline--></body></html>\n';

let folder: string;
/** Long enough to be compressed. */
const workerScript = `self.x = 1; // ${'x'.repeat(600)}`;

beforeEach(async () => {
  folder = folderOfTest();
  const worker = appendBuildManifest(workerScript, { 'index.html': fingerprintOf(Buffer.from(page)) });
  const files = {
    'index.html': page,
    'index.html.br': 'old',
    'sw.js': worker,
    'robots.txt': 'User-agent: *\nAllow: /\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

let coast: Pick<SiteFile, 'coast' | 'landingBox'> & Partial<SiteFile> = {
  coast: undefined,
  landingBox: { west: -11, south: 51, east: -5, north: 56 },
};

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const complete = async (changes: Partial<typeof facts> = {}, baseMaps: readonly BaseMap[] = []): Promise<void> => {
  const copies = new CompressedCopies(folder, { isWanted: true });
  const stated = { ...facts, ...changes };
  const site = { ...stated, publication: { ...stated.publication, site: { ...stated.publication.site, ...coast } } };
  await completeExplorer(site, datasetMetadata(site, []), baseMaps, { directory: folder, copies });
  await copies.finish();
};

it("the explorer's page has metadata for search engines and a preview image, with absolute URLs", async () => {
  await complete();
  const completed = await read('index.html');
  expect(completed).toContain('<meta property="og:image" content="https://data.example.org/coast/card.png" />');
  const [, json = ''] = /<script type="application\/ld\+json">\s*([^<]*?)\s*<\/script>/.exec(completed) ?? [];
  const catalog = JSON.parse(json) as { url: string; dataset: Record<string, unknown>[] };
  expect(catalog.url).toBe(facts.siteUrl);
  expect(catalog.dataset.map((dataset) => dataset['@id'])).toEqual(
    ['CoastalFeatures', 'RawData'].map((name) => `${facts.siteUrl}webapi/v1/${name}`),
  );
  for (const { name, description } of catalog.dataset) {
    expect(String(name)).toContain('sample data');
    expect(String(description).length).toBeGreaterThan(50);
  }
});

it("the explorer's page names the page with live warnings, if there is one", async () => {
  const url = 'https://warnings.example.org/?coast=west&now=1';
  const { warningsUrl } = readRights({ 'warnings-url': url }, (message) => {
    throw new Error(message);
  });
  await complete({ publication: { ...publication, warningsUrl: warningsUrl ?? '' } });
  expect(await read('index.html')).toContain(
    '<meta name="coastwatch-warnings" content="https://warnings.example.org/?coast=west&amp;now=1" />',
  );
});

it("the explorer's page lists the base maps, and its policy allows their hosts and no others", async () => {
  await complete({}, [openStreetMap]);
  const completed = await read('index.html');
  expect(completed).toContain('<meta name="coastwatch-base-maps" content="[{&quot;title&quot;:&quot;Streets&quot;');
  const policies = completed.match(/<meta http-equiv="Content-Security-Policy" content="[^"]*"/g) ?? [];
  expect(policies).toHaveLength(1);
  expect(policies[0]).toContain("img-src 'self' data: https://tile.openstreetmap.org; ");
  expect(policies[0]).toContain("connect-src 'self'; ");
});

it("a completed page matches the worker's file list, and has new compressed copies and the same security policy", async () => {
  await complete();
  const completed = await readFile(join(folder, 'index.html'));
  const worker = await read('sw.js');
  expect(readBuildManifest(worker)).toEqual({
    files: { 'index.html': fingerprintOf(completed) },
    matchesScript: true,
  });
  expect(brotliDecompressSync(await readFile(join(folder, 'index.html.br'))).equals(completed)).toBe(true);
  expect(gunzipSync(await readFile(join(folder, 'sw.js.gz'))).toString()).toBe(worker);
  expect(contentSecurityPolicyOf(completed.toString())).toBe(contentSecurityPolicyOf(page));
});

it('the page and the worker are the same in every version of the data', async () => {
  await complete();
  const before = await Promise.all(['index.html', 'sw.js'].map(read));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(
    join(folder, 'sw.js'),
    appendBuildManifest(workerScript, { 'index.html': fingerprintOf(Buffer.from(page)) }),
  );
  await complete({ dataVersion: 'fedcba9876543210', builtAt: '2027-01-01T00:00:00.000Z', tables: facts.tables });
  expect(await Promise.all(['index.html', 'sw.js'].map(read))).toEqual(before);
});

describe('an explorer with coasts', () => {
  const square = (attribution: string) =>
    JSON.stringify({
      ...{
        source: 'a survey',
        licence: 'public domain',
        attribution: attribution.padEnd(600),
        box: { west: -20, south: 45, east: 5, north: 60 },
      },
      ...{ scale: [0.01, 0.01], origin: [0, 0], exact: [[-2000, 4500, 500, 6000]] },
      rings: [packRing([-900, 5200, -600, 5200, -600, 5400, -900, 5400, -900, 5200], [[-2000, 4500, 500, 6000]])],
    });
  const names = ['outline', 'detail', 'world'] as const;

  beforeEach(async () => {
    await mkdir(join(folder, 'coast'));
    const files = Object.fromEntries(names.map((name) => [`coast/${name}.json`, square(`the build's ${name}`)]));
    const fingerprints = { ...files, 'index.html': page };
    const hashes = Object.entries(fingerprints).map(([path, text]) => [path, fingerprintOf(Buffer.from(text))]);
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    await writeFile(join(folder, 'sw.js'), appendBuildManifest(workerScript, Object.fromEntries(hashes)));
  });

  it('has those of its site, with compressed copies and fingerprints, and the outline in the page', async () => {
    for (const name of ['outline', 'detail'])
      await writeFile(join(folder, `site-${name}.json`), square(`the site's ${name}`));
    coast = { ...coast, directory: folder, coast: { outline: 'site-outline.json', detail: 'site-detail.json' } };
    await complete();
    const { files } = readBuildManifest(await read('sw.js')) ?? { files: {} as Record<string, string> };
    for (const [name, expected] of [
      ['outline', "the site's outline"],
      ['detail', "the site's detail"],
      ['world', "the build's world"],
    ]) {
      const bytes = await readFile(join(folder, `coast/${name}.json`));
      expect(JSON.parse(bytes.toString())).toMatchObject({
        attribution: expect.stringContaining(expected ?? '') as string,
      });
      expect(files[`coast/${name}.json`]).toBe(fingerprintOf(bytes));
    }
    const compressed = await readFile(join(folder, 'coast/outline.json.br'));
    expect(brotliDecompressSync(compressed).toString()).toBe(square("the site's outline"));
    expect(await read('index.html')).toMatch(
      /<svg class="map-outline" viewBox="-110 [^>]*>[^]*<path id="outline"[^]*<\/svg>/,
    );
  });

  it('has the outline of the world for a site without a coast', async () => {
    coast = { ...coast, coast: undefined };
    await complete();
    for (const name of names) expect(await read(`coast/${name}.json`)).toBe(square("the build's world"));
  });

  const changed = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(square('')) as Record<string, unknown>), ...change });
  it.each([
    ['{"box":1,"rings":[]}', 'wrong.json is not a coast (source: '],
    ['null', 'wrong.json is not a coast (the file: '],
    ['no JSON', 'wrong.json cannot be read'],
    [changed({ box: { west: 0 } }), 'wrong.json is not a coast (box.south: '],
    [changed({ rings: [] }), 'wrong.json is not a coast (rings: '],
    [changed({ rings: [1, null] }), 'wrong.json is not a coast (rings.0: '],
    [changed({ rings: ['!!!'] }), 'wrong.json is not a coast (rings.0: is not an encoded line)'],
    [changed({ rings: ['####'] }), 'wrong.json is not a coast (rings.0: is not a closed line of positions in degrees)'],
    [changed({ rings: ['#######'] }), 'wrong.json is not a coast (rings.0: is not a closed line'],
    [changed({ rings: ['########|||Z'] }), 'wrong.json is not a coast (rings.0: is not a closed line'],
    [changed({ scale: [1, 1] }), 'wrong.json is not a coast (rings.0: is not a closed line'],
    [undefined, 'wrong.json cannot be read'],
  ])('refuses %s as a coast', async (text, message) => {
    if (text !== undefined) await writeFile(join(folder, 'wrong.json'), text);
    coast = { ...coast, directory: folder, coast: { outline: 'wrong.json', detail: 'wrong.json' } };
    await expect(complete()).rejects.toThrow(OutputError);
    await expect(complete()).rejects.toThrow(message);
  });

  it.runIf(process.platform !== 'win32')(
    'refuses a named pipe as a coast, and does not wait for a writer',
    async () => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      coast = { ...coast, directory: folder, coast: { outline: 'pipe', detail: 'pipe' } };
      await expect(complete()).rejects.toThrow('pipe is not a file');
    },
  );
});

it('the manifest and the module for other sites have the words of the site, and the worker knows the new manifest', async () => {
  const manifest = '{ "name": "{{title}}: {{subject.one}} records of the {{region.shortName}} coast" }';
  await writeFile(join(folder, 'manifest.webmanifest'), manifest);
  await mkdir(join(folder, 'embed'));
  await writeFile(join(folder, 'embed/coastwatch-map.js'), 'const title = `Map of {{subject.one}} records`;');
  const files = { 'manifest.webmanifest': fingerprintOf(Buffer.from(manifest)) };
  await writeFile(join(folder, 'sw.js'), appendBuildManifest(workerScript, files));
  await complete();
  expect(JSON.parse(await read('manifest.webmanifest'))).toEqual({ name: 'Coastwatch: shark records of the WA coast' });
  expect(await read('embed/coastwatch-map.js')).toBe('const title = `Map of shark records`;');
  const completed = fingerprintOf(await readFile(join(folder, 'manifest.webmanifest')));
  expect(readBuildManifest(await read('sw.js'))?.files).toEqual({ 'manifest.webmanifest': completed });
});

it('robots.txt names the sitemap, unless it names one already', async () => {
  await complete();
  const rules = 'User-agent: *\nAllow: /\n\nSitemap: https://data.example.org/coast/sitemap.xml\n';
  expect(await read('robots.txt')).toBe(rules);
  await complete({ siteUrl: 'https://other.example.org/' });
  expect(await read('robots.txt')).toBe(rules);
});

it('a page edited after its build leaves the worker unchanged; a page without the placeholder is unchanged', async () => {
  const before = await read('sw.js');
  await writeFile(join(folder, 'index.html'), page.replace('Coastwatch', 'Changed'));
  await complete();
  expect(await read('sw.js')).toBe(before);
  await writeFile(join(folder, 'index.html'), '<title>Another</title>');
  await complete();
  expect(await read('index.html')).toBe('<title>Another</title>');
});
