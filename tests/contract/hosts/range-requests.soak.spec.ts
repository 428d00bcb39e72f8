import { expect, type Page, test } from '@playwright/test';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { sampleCoastalFeatures, sampleRawData } from '../../../build-data/sample/sample-inputs.ts';
import { writeSite } from '../../../build-data/testing/write-site.ts';
import { tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../../core/datasets/datasets.ts';
import { fromRoot } from '../../support/repository.ts';
import { startHost } from '../../support/start-host.ts';
import { printedRandom } from '../../support/test-size.ts';
import type * as browserReaders from './browser-readers.ts';

/*
 * Range requests inside Chromium, by `fetch` and by third-party readers of FlatGeobuf and Parquet. The browser caches
 * parts and combines them by their entity tags.
 */

type Readers = typeof browserReaders;
type RunningHost = Awaited<ReturnType<typeof startHost>>;

// One process builds the site once.
test.describe.configure({ mode: 'default' });

const records: readonly RawDataRecord[] = [...sampleRawData({ seed: 7, rawDataRecords: 4000 })];
const random = printedRandom('byte ranges in a page');
let folder: string;
let site: string;
let script: string;
let host: RunningHost;
/** The same site on another origin. */
let otherSite: RunningHost;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-parts-'));
  site = join(folder, 'site');
  const features = tableOf(coastalFeatures, sampleCoastalFeatures({ seed: 7, rawDataRecords: 0 }));
  await writeSite([features, tableOf(rawData, records)], {
    outputDirectory: site,
    target: 'compute',
    sample: true,
    explorerDirectory: fromRoot('dist/explorer'),
  });
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'readers'),
      lib: {
        entry: fileURLToPath(new URL('browser-readers.ts', import.meta.url)),
        formats: ['iife'],
        name: 'readers',
        fileName: () => 'readers.js',
      },
    },
  });
  script = await readFile(join(folder, 'readers/readers.js'), 'utf8');
  host = await startHost('node', join(folder, 'host'), { siteDirectory: site, basePath: '/' });
  otherSite = await startHost('node', join(folder, 'other'), { siteDirectory: site, basePath: '/' });
});
test.afterAll(async () => {
  await Promise.all([host.stop(), otherSite.stop()]);
  await rm(folder, { recursive: true });
});

for (const [origin, worker] of [
  ['the same', 'without'],
  ['another', 'with'],
] as const) {
  test(`byte ranges are right in a page of ${origin} origin, ${worker} the service worker`, async ({ browser }) => {
    // A page's content security policy allows only its own origin, so it is bypassed for the page of another site.
    const context = await browser.newContext({
      serviceWorkers: worker === 'with' ? 'allow' : 'block',
      bypassCSP: origin === 'another',
    });
    const page = await context.newPage();
    const fromWorker: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/downloads/') && response.fromServiceWorker()) fromWorker.push(response.url());
    });
    await page.goto(new URL('docs/', origin === 'another' ? otherSite.address : host.address).href);
    if (worker === 'with') await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.evaluate(script);
    await readParts(page, host.address);
    await readWithLibraries(page, host.address);
    expect(fromWorker).toEqual([]);
    await context.close();
  });
}

async function readParts(page: Page, address: URL): Promise<void> {
  for (const name of ['downloads/RawData.fgb', 'downloads/RawData.csv', 'downloads/CoastalFeatures.fgb']) {
    const bytes = await readFile(join(site, name));
    const size = bytes.length;
    const isWholeFirst = name === 'downloads/CoastalFeatures.fgb';
    const wanted = [
      ...(isWholeFirst ? [part(0, size - 1, '')] : []),
      // Overlapping ranges, as from a reader that reads ahead: the browser reuses the first, from its cache, for the
      // second.
      ...(size > 48_768 ? [part(0, 12_943), part(5408, 48_767)] : []),
      part(0, 0),
      part(size - 8, size - 1, 'bytes=-8'),
      part(size - 100, size - 1, `bytes=${size - 100}-`),
      ...Array.from({ length: 12 }, () => {
        const first = random.integer(0, size - 1);
        return part(first, Math.min(size - 1, first + random.integer(0, 30_000)));
      }),
      // The complete file after its parts, and a part after the complete file.
      part(0, size - 1, ''),
      part(100, 199),
    ];
    const received = await page.evaluate(
      ([url, ranges]) => (globalThis as unknown as { readers: Readers }).readers.readParts(url, ranges),
      [new URL(name, address).href, wanted.map(({ range }) => range)] as const,
    );
    for (const [index, { first, last, range }] of wanted.entries()) {
      expect(received[index], `${range} of ${name}`).toMatchObject({
        status: range === '' ? 200 : 206,
        contentRange: range === '' ? null : `bytes ${first}-${last}/${size}`,
        bytes: last - first + 1,
        digest: createHash('sha256')
          .update(bytes.subarray(first, last + 1))
          .digest('hex'),
        // nginx sends this header only with the complete file.
        ...(isWholeFirst && index === 0 ? { acceptRanges: 'bytes' } : {}),
        entityTag: expect.stringMatching(/^"[^"]+"$/) as unknown,
      });
    }
  }
}

function part(first: number, last: number, range = `bytes=${first}-${last}`) {
  return { first, last, range };
}

async function readWithLibraries(page: Page, address: URL): Promise<void> {
  const box = { minX: 115.3, minY: -33, maxX: 116.2, maxY: -31.4 };
  const within = records
    .filter(({ LocationX: x, LocationY: y }) => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY)
    .map(({ RawDataId }) => RawDataId)
    .sort((a, b) => a - b);
  expect(within.length).toBeGreaterThan(100);
  expect(within.length).toBeLessThan(records.length);
  const found = await page.evaluate(
    ([url, box]) => (globalThis as unknown as { readers: Readers }).readers.readBox(url, box),
    [new URL('downloads/RawData.fgb', address).href, box] as const,
  );
  expect(found).toEqual(within);
  const { rows, values } = await page.evaluate(
    (url) => (globalThis as unknown as { readers: Readers }).readers.readParquet(url, 'ObjectId'),
    new URL('downloads/RawData.parquet', address).href,
  );
  expect(rows).toBe(records.length);
  expect(values.sort()).toEqual(records.map(({ ObjectId }) => ObjectId).sort());
}
