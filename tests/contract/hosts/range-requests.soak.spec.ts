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
import { startHost, type TestedHost, hasServer } from '../../support/start-host.ts';
import { isFullSize, seed } from '../../support/test-size.ts';
import type * as browserReaders from './browser-readers.ts';

/*
 * Range requests inside Chromium, by `fetch` and by third-party readers of FlatGeobuf and Parquet: from a page of the
 * site and from a page of another site, with and without the service worker. The browser caches parts and combines them
 * by their entity tags.
 */

type Readers = typeof browserReaders;
type RunningHost = Awaited<ReturnType<typeof startHost>>;

// One Playwright worker builds the site once and starts each host once.
test.describe.configure({ mode: 'default' });

/** In `npm test` one kind of page reads from every host, and all kinds read from the Node host. */
const isTested = (hostName: TestedHost, basePath: string, origin: string, worker: string): boolean =>
  isFullSize || hostName === 'node' || (basePath === '/' && origin === 'another' && worker === 'with');

const records: readonly RawDataRecord[] = [...sampleRawData({ seed: 7, rawDataRecords: 4000 })];
let folder: string;
let site: string;
let script: string;
/** A site on another origin than the site under test. */
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
  otherSite = await startHost('node', join(folder, 'other'), { siteDirectory: site, basePath: '/' });
});
test.afterAll(async () => {
  await otherSite.stop();
  await rm(folder, { recursive: true });
});

for (const hostName of ['node', 'nginx', 'caddy', 'workerd'] as const) {
  // nginx and Caddy serve files at the root only.
  for (const basePath of hostName === 'node' || hostName === 'workerd' ? ['/', '/coast/'] : ['/']) {
    test.describe(`byte ranges of files from ${hostName}, under ${basePath}`, () => {
      let host: RunningHost;
      const isMissing = (hostName === 'nginx' || hostName === 'caddy') && !hasServer(hostName);
      if (isMissing) console.warn(`${hostName} is not installed: reading byte ranges from it is SKIPPED.`);
      test.skip(isMissing, `${hostName} is not installed`);
      test.beforeAll(async () => {
        const hostFolder = join(folder, `${hostName}${basePath.replaceAll('/', '-')}`);
        host = await startHost(hostName satisfies TestedHost, hostFolder, { siteDirectory: site, basePath });
      });
      test.afterAll(() => host.stop());

      for (const origin of ['the same', 'another'] as const) {
        // The base path makes no difference to pages of other sites or pages without a worker.
        if (basePath !== '/' && origin === 'another') continue;
        for (const worker of ['with', 'without'] as const) {
          if (basePath !== '/' && worker === 'without') continue;
          if (!isTested(hostName, basePath, origin, worker)) continue;
          test(`are right in a page of ${origin} origin, ${worker} the service worker`, async ({ browser }) => {
            // A page's content security policy allows only its own origin, so it is bypassed for the page of another
            // site.
            const context = await browser.newContext({
              serviceWorkers: worker === 'with' ? 'allow' : 'block',
              bypassCSP: origin === 'another',
            });
            const page = await context.newPage();
            const fromWorker: string[] = [];
            page.on('response', (response) => {
              if (response.url().includes('/downloads/') && response.fromServiceWorker())
                fromWorker.push(response.url());
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
      }
    });
  }
}

async function readParts(page: Page, address: URL): Promise<void> {
  const next = randomNumbers(seed);
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
        const first = Math.floor(next() * size);
        return part(first, Math.min(size - 1, first + Math.floor(next() * 30_000)));
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
      expect(received[index], `${range} of ${name}, seed ${seed}`).toMatchObject({
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

/** The same numbers for the same seed: a linear congruential generator. */
function randomNumbers(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
