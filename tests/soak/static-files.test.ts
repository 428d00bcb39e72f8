import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Browser } from '@playwright/test';
import geodesicLibrary from 'geographiclib-geodesic';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { codeBlocks, read, section } from '../documentation/markdown.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { hasFileServer, startFileServer, type FileServer } from './file-servers.ts';

/*
 * Tests the static paths of a site built with `--target static` on file servers without any settings for this project.
 * The clients that follow the links resolve them with their own libraries: `urljoin` in Python, `URL` in JavaScript.
 */

type Item = Readonly<Record<string, string | number | null>>;
interface PageObject {
  readonly MetaData: { readonly NextPageLink: string | null; readonly PrevPageLink: string | null };
  readonly PagedItems: readonly Item[];
}

const fileServers = ['python3 -m http.server', 'nginx as installed'] as const;

const identifierFields = { CoastalFeatures: 'CoastalFeatureID', RawData: 'RawDataId' } as const;
type DatasetName = keyof typeof identifierFields;
const datasets: readonly DatasetName[] = ['CoastalFeatures', 'RawData'];

const { sampleStatic, publishedStatic } = inject('soakSites');
const trees = { sample: sampleStatic, published: publishedStatic };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-static-'));
});
afterAll(() => rm(folder, { recursive: true }));

function isMissing(host: FileServer): boolean {
  const missing = !hasFileServer(host);
  if (missing) console.warn(`${host} is not installed: the tests of static files on it are SKIPPED.`);
  return missing;
}

/** Serves a tree under a base path. The returned address includes this path. */
async function serve(host: FileServer, tree: string, basePath: string): Promise<{ address: URL; stop(): unknown }> {
  const hostFolder = await mkdtemp(join(folder, 'host-'));
  const root = join(hostFolder, 'root');
  if (basePath !== '/') {
    await mkdir(root);
    await symlink(tree, join(root, basePath.replaceAll('/', '')));
  }
  const { address, stop } = await startFileServer(host, basePath === '/' ? tree : root, hostFolder);
  return { address: new URL(basePath, address), stop };
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status !== 200 || !/^application\/json\b/.test(type)) {
    throw new Error(`${url}: status ${response.status}, ${type}`);
  }
  return response.json();
}

/** Follows the links to the next pages and then back to the first page. Returns the records and the number of pages. */
async function followLinks(first: string): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  const forth: string[] = [];
  let last = first;
  for (let url: string | null = first; url !== null;) {
    const { MetaData, PagedItems } = (await readJson(url)) as PageObject;
    items.push(...PagedItems);
    forth.push(url);
    last = url;
    url = MetaData.NextPageLink === null ? null : new URL(MetaData.NextPageLink, url).href;
  }
  const back: string[] = [];
  for (let url: string | null = last; url !== null;) {
    const { MetaData } = (await readJson(url)) as PageObject;
    back.push(url);
    url = MetaData.PrevPageLink === null ? null : new URL(MetaData.PrevPageLink, url).href;
  }
  expect(back.reverse()).toEqual(forth);
  return { items, pages: forth.length };
}

const readRecords = async (tree: string, dataset: DatasetName): Promise<Item[]> =>
  JSON.parse(await readFile(join(tree, `webapi/v1/${dataset}.json`), 'utf8')) as Item[];

/** Sends many requests, four at a time. */
async function sendAll<Input>(inputs: readonly Input[], send: (input: Input) => Promise<void>): Promise<void> {
  const next = inputs[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const input of next) await send(input);
    }),
  );
}

describe.each(fileServers)('on %s', (host) => {
  describe.skipIf(isMissing(host)).each(['/', '/coast/'])('under %s', (basePath) => {
    let site: { address: URL; stop(): unknown };
    beforeAll(async () => {
      site = await serve(host, trees.sample, basePath);
    });
    afterAll(() => site.stop());

    it.each(datasets)(
      '%s.json, records and pages have the same items, and the links lead to each item once',
      async (dataset) => {
        await expectSameItems(site.address.href, trees.sample, dataset);
      },
    );
  });
});

describe.skipIf(isMissing('python3 -m http.server'))('the examples of docs/api.md', () => {
  it.each([
    ['js', process.execPath, ['--input-type=module', '-e']],
    ['python', 'python3', ['-c']],
  ] as const)('in %s count every record by following the links of static pages', async (language, command, options) => {
    const site = await serve('python3 -m http.server', trees.sample, '/coast/');
    try {
      const [program = ''] = codeBlocks(section(read('docs/api.md'), '## Static files'), language);
      const text = program.replace('https://data.example.org/coast/', site.address.href);
      expect(text).not.toBe(program);
      const { stdout } = await promisify(execFile)(command, [...options, text], {
        env: { ...process.env, no_proxy: '*' },
      });
      const counts = stdout.trim().split('\n').map(Number);
      const records = await readRecords(trees.sample, 'RawData');
      expect(counts.reduce((sum, count) => sum + count)).toBe(records.length);
    } finally {
      await site.stop();
    }
  });
});

async function expectSameItems(siteUrl: string, tree: string, dataset: DatasetName): Promise<void> {
  const root = `${siteUrl}webapi/v1/${dataset}`;
  const field = identifierFields[dataset];
  const records = await readRecords(tree, dataset);
  const ids = records.map((record) => record[field]);
  expect(await readJson(`${root}.json`)).toEqual(records);
  // Every file of the smaller dataset is read, and many of the larger one.
  const step = dataset === 'CoastalFeatures' ? 1 : 7;
  const wrong: unknown[] = [];
  await sendAll(
    records.filter((_, index) => index % step === 0),
    async (record) => {
      const found = await readJson(`${root}/${record[field] ?? ''}.json`);
      if (JSON.stringify(found) !== JSON.stringify(record)) wrong.push(record[field]);
    },
  );
  expect(wrong).toEqual([]);
  for (const order of ['desc', 'asc'] as const) {
    const { items, pages } = await followLinks(`${root}/pages/${order}/1.json`);
    expect(pages).toBe(Math.ceil(records.length / 100));
    if (order === 'desc') expect(items).toEqual(records);
    const found = items.map((item) => item[field]);
    expect(new Set(found)).toEqual(new Set(ids));
    expect(found).toHaveLength(ids.length);
  }
  expect((await fetch(`${root}/999999999.json`)).status).toBe(404);
  const beyond = await fetch(`${root}/pages/desc/${Math.ceil(records.length / 100) + 1}.json`);
  expect(beyond.status).toBe(404);
  for (const path of [`${root}/index.json`, `${root}/${ids[0] ?? ''}/index.json`]) {
    expect([path, (await fetch(path)).status]).toEqual([path, 404]);
  }
}

describe('in Chromium, from file servers without any settings for this project', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(await findChromium());
  });
  afterAll(() => browser.close());

  const runs = fileServers.flatMap((server) => [
    [server, '/', 'sample'] as const,
    [server, '/coast/', publishedStatic === undefined ? 'sample' : 'published'] as const,
  ]);
  it.each(runs)(
    '%s under %s, %s data: the explorer, searches and every kind of .json file work',
    async (server, basePath, data) => {
      if (isMissing(server)) return;
      const tree = trees[data] ?? '';
      const records = await readRecords(tree, 'RawData');
      const site = await serve(server, tree, basePath);
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(`${site.address.href}?c=-32,115.75`);
        await page
          .getByRole('tabpanel')
          .getByText(/^[\d,]+ of [\d,]+ records? (?:on this map|within)/)
          .first()
          .waitFor();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        const send = (
          path: string,
        ): Promise<{ status: number; type: string | null; version: string | null; text: string }> =>
          page.evaluate(async (url) => {
            const response = await fetch(url);
            const { headers } = response;
            return {
              status: response.status,
              type: headers.get('Content-Type'),
              version: headers.get('X-Data-Version'),
              text: await response.text(),
            };
          }, path);
        for (const [latitude, longitude, range] of [
          [-32, 115.75, 5000],
          [-33.64, 115.02, 20_000],
          [-17.9, 122.2, 40_000],
        ] as const) {
          const found = await send(`webapi/v1/RawData?latitude=${latitude}&longitude=${longitude}&rangeInM=${range}`);
          const expected = records.filter(({ LocationX, LocationY }) => {
            const { s12 = Infinity } = geodesicLibrary.Geodesic.WGS84.Inverse(
              latitude,
              longitude,
              Number(LocationY),
              Number(LocationX),
            );
            return s12 <= range;
          });
          expect(expected.length).toBeGreaterThan(0);
          expect([found.status, JSON.parse(found.text)]).toEqual([200, expected]);
        }
        const { RawDataId: id = null } = records[5] ?? {};
        for (const [path, json] of [
          ['webapi/v1/RawData.json', records],
          [`webapi/v1/RawData/${id ?? ''}.json`, records[5]],
          ['webapi/v1/CoastalFeatures.json', await readRecords(tree, 'CoastalFeatures')],
          ['webapi/v1/RawData', records],
        ] as const) {
          const { status, type, text, version } = await send(path);
          expect([path, status, type, JSON.parse(text)]).toEqual([path, 200, 'application/json; charset=UTF-8', json]);
          expect(version).toMatch(/^[0-9a-f]{16}$/);
        }
        const second = JSON.parse((await send('webapi/v1/RawData/pages/desc/2.json')).text) as PageObject;
        expect(second.PagedItems).toEqual(records.slice(100, 200));
        expect(second.MetaData.NextPageLink).toBe(`${site.address.href}webapi/v1/RawData/pages/desc/3.json`);
        expect((await send('webapi/v1/RawData.json?pageNumber=1')).status).toBe(400);
        expect(errors).toEqual([]);
        // Another user opens the link of a record, in a browser without the service worker.
        const other = await browser.newContext({ serviceWorkers: 'block' });
        const opened = await (await other.newPage()).goto(`${site.address.href}webapi/v1/RawData/${id ?? ''}.json`);
        expect([opened?.status(), await opened?.json()]).toEqual([200, records[5]]);
        await other.close();
      } finally {
        await context.close();
        await site.stop();
      }
    },
  );
});
