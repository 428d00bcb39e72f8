import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { codeBlocks, read, section } from '../documentation/markdown.ts';
import { hasFileServer, startFileServer, type FileServer } from './file-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

const { sampleStatic } = inject('soakSites');
const folder = temporaryFolder();

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
      site = await serve(host, sampleStatic, basePath);
    });
    afterAll(() => site.stop());

    it.each(datasets)(
      '%s.json, records and pages have the same items, and the links lead to each item once',
      async (dataset) => {
        await expectSameItems(site.address.href, sampleStatic, dataset);
      },
    );
  });
});

describe.skipIf(isMissing('python3 -m http.server'))('the examples of docs/api.md', () => {
  it.each([
    ['js', process.execPath, ['--input-type=module', '-e']],
    ['python', 'python3', ['-c']],
  ] as const)('in %s count every record by following the links of static pages', async (language, command, options) => {
    const site = await serve('python3 -m http.server', sampleStatic, '/coast/');
    try {
      const [program = ''] = codeBlocks(section(read('docs/api.md'), '## Static files'), language);
      const text = program.replace('https://data.example.org/coast/', site.address.href);
      expect(text).not.toBe(program);
      const { stdout } = await promisify(execFile)(command, [...options, text], {
        env: { ...process.env, no_proxy: '*' },
      });
      const counts = stdout.trim().split('\n').map(Number);
      const records = await readRecords(sampleStatic, 'RawData');
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
