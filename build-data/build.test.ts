import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import sirv from 'sirv';
import { beforeEach, describe, expect, it } from 'vitest';

import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';
import { formatVersion } from '../core/storage/format/envelope.ts';
import { contentHash } from '../core/storage/format/file-reference.ts';
import { decodeManifest, encodeManifest } from '../core/storage/snapshot/manifest.ts';
import { OutputError } from './write/output-error.ts';
import { sampleCoastalFeatures, sampleRawData } from './sample/sample-inputs.ts';
import { siteOptionsIn, siteToStartWith } from '../tests/support/start-site.ts';
import { type SiteOptions, writeSite } from './testing/write-site.ts';
import type { RecordTable } from './write/record-table.ts';
import { tableOf } from './write/testing/stored-dataset.ts';
import { folderOfTest } from '../tests/support/temporary-folder.ts';

let folder: string;
let options: SiteOptions;

beforeEach(() => {
  folder = folderOfTest();
  // Exports have their own tests.
  options = { ...siteOptionsIn(folder), exports: false };
});

const sample = { seed: 3, rawDataRecords: 900 };
const featureTable = tableOf(coastalFeatures, [...sampleCoastalFeatures(sample)].slice(0, 30));
const sampleRecords = [...sampleRawData(sample)];

/** Sample tables with this many records of RawData. The first records do not depend on the number. */
function tables(records: number): RecordTable[] {
  return [featureTable, tableOf(rawData, sampleRecords.slice(0, records))];
}

/** Copies a site of 100 records to an output. Most tests start with it. */
const copySite = siteToStartWith(tables(100), { exports: false });
const startWithSite = (outputDirectory = options.outputDirectory) => copySite(outputDirectory);

async function dataFiles(): Promise<string[]> {
  return (await readdir(join(options.outputDirectory, 'data'))).filter((name) => /\.(json|bin)$/.test(name)).sort();
}

async function readManifest() {
  const bytes = await readFile(join(options.outputDirectory, 'data/manifest.json'));
  return decodeManifest(Uint8Array.from(bytes));
}

/** Feeds and metadata, which every build rewrites. */
const isDocument = (path: string): boolean => /^(?:feeds|datapackage\.json|catalog\.jsonld|sitemap\.xml)/.test(path);

describe('writing a site', () => {
  it('writes the same files and the same version for the same data', async () => {
    const first = await startWithSite();
    const files = await dataFiles();
    const second = await writeSite(tables(100), { ...options, builtAt: '2026-01-02T00:00:00.000Z' });
    expect(second.manifest.dataVersion).toBe(first.manifest.dataVersion);
    // The manifest and the other files with the build time: the service document, the inventory and the change log.
    expect(second.changedFiles).toBe(4);
    const timeDependent = [first, second].flatMap(({ manifest: { inventory, documents } }) => [
      `${inventory.hash}.json`,
      `${documents?.['index.json']?.hash ?? ''}.json`,
    ]);
    const timeIndependent = (names: readonly string[]): string[] =>
      names.filter((name) => !timeDependent.includes(name));
    expect(timeIndependent(await dataFiles())).toEqual(timeIndependent(files));
    expect(timeIndependent(files).length).toBe(files.length - 2);
  });

  it('keeps the files of the two previous versions, and deletes the files of older versions', async () => {
    const versions: string[] = [];
    const inventories: string[] = [];
    for (const records of [100, 120, 140, 140, 160]) {
      const { manifest } = records === 100 ? await startWithSite() : await writeSite(tables(records), options);
      versions.push(manifest.dataVersion);
      inventories.push(`${manifest.inventory.hash}.json`);
    }
    const manifest = await readManifest();
    expect(manifest.previous.map(({ dataVersion }) => dataVersion)).toEqual([versions[3], versions[1]]);
    const files = await dataFiles();
    expect(files).toEqual(expect.arrayContaining([inventories[1], inventories[2], inventories[4]]));
    expect(files).not.toContain(inventories[0]);
    const names = await readdir(join(options.outputDirectory, 'data'));
    for (const copy of names.filter((name) => /\.(br|gz)$/.test(name))) expect(files).toContain(copy.slice(0, -3));
    for (const inventory of [inventories[1], inventories[2], inventories[4]]) {
      const listed = JSON.parse(await readFile(join(options.outputDirectory, 'data', inventory ?? ''), 'utf8')) as {
        path: string;
      }[];
      expect(listed.length).toBeGreaterThan(5);
      for (const { path } of listed) expect(existsSync(join(options.outputDirectory, path)), path).toBe(true);
    }
  });

  it('copies earlier versions from a URL', async () => {
    const elsewhere = { ...options, outputDirectory: join(folder, 'elsewhere') };
    const first = await startWithSite(elsewhere.outputDirectory);
    const server: Server = createServer(sirv(elsewhere.outputDirectory, { dev: true }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const previous = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const second = await writeSite(tables(120), { ...options, previous });
    server.close();
    server.closeAllConnections();
    expect(second.previousVersion).toBe(first.manifest.dataVersion);
    expect(second.manifest.previous).toEqual([
      { dataVersion: first.manifest.dataVersion, inventory: first.manifest.inventory },
    ]);
    expect(await dataFiles()).toContain(`${first.manifest.datasets['RawData']?.list.hash ?? ''}.bin`);
  });

  it('changes at most 25 files for one new record', async () => {
    await writeSite(tables(899), options);
    const { changedFiles } = await writeSite(tables(900), options);
    // A list shard, a tile and its records, one or two identifier blocks, a column chunk, three
    // of the detail columns, seven tables, the inventory, the records of the points and the manifest; then two documents,
    // four dictionary files and the change log.
    expect(changedFiles).toBeLessThanOrEqual(18 + 7);
  });

  it('writes compressed copies with the same content, and replaces those that are damaged or missing', async () => {
    await startWithSite();
    const data = join(options.outputDirectory, 'data');
    const [first = '', second = '', third = ''] = (await readdir(data)).filter((name) => name.endsWith('.json.br'));
    await writeFile(join(data, first), 'damaged');
    await writeFile(join(data, second.replace('.br', '.gz')), '');
    await rm(join(data, third.replace('.br', '.gz')));
    await writeSite(tables(100), options);
    const names = (await readdir(data)).filter((name) => name.endsWith('.br')).map((copy) => copy.slice(0, -3));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const plain = await readFile(join(data, name));
      expect(brotliDecompressSync(await readFile(join(data, `${name}.br`))).equals(plain)).toBe(true);
      expect(gunzipSync(await readFile(join(data, `${name}.gz`))).equals(plain)).toBe(true);
    }
  });

  it('uses the compressed copies of the explorer, except copies of files that have changed since', async () => {
    const explorerDirectory = join(folder, 'explorer');
    await mkdir(join(explorerDirectory, 'assets'), { recursive: true });
    const script = Buffer.from('console.log("coast");'.repeat(80));
    const existingCopy = brotliCompressSync(script);
    await writeFile(join(explorerDirectory, 'assets/index.js'), script);
    await writeFile(join(explorerDirectory, 'assets/index.js.br'), existingCopy);
    await writeFile(join(explorerDirectory, 'index.html'), `<p>${'now '.repeat(200)}</p>`);
    await writeFile(join(explorerDirectory, 'index.html.br'), brotliCompressSync(`<p>${'before '.repeat(200)}</p>`));
    await writeSite(tables(20), { ...options, explorerDirectory });
    const read = (path: string): Promise<Buffer> => readFile(join(options.outputDirectory, path));
    expect(await read('assets/index.js.br')).toEqual(existingCopy);
    expect(gunzipSync(await read('assets/index.js.gz'))).toEqual(script);
    expect(brotliDecompressSync(await read('index.html.br'))).toEqual(await read('index.html'));
  });

  it('counts the changed data files of a static tree, and their bytes', async () => {
    const target = 'static';
    const contents = async (): Promise<Map<string, string>> => {
      const names = await readdir(options.outputDirectory, { recursive: true });
      const files = names.filter((name) => /\.(json|geojson|bin|csv|flatbush)$/.test(name));
      return new Map(
        await Promise.all(
          files.map(async (name) => [name, await readFile(join(options.outputDirectory, name), 'latin1')] as const),
        ),
      );
    };
    await writeSite(tables(99), { ...options, target });
    const before = await contents();
    const { changedFiles, changedBytes } = await writeSite(tables(100), { ...options, target });
    const changed = [...(await contents())].filter(
      ([path, content]) => !isDocument(path) && before.get(path) !== content,
    );
    expect(changedFiles).toBe(changed.length);
    expect(changedBytes).toBe(changed.reduce((sum, [, content]) => sum + content.length, 0));
    expect(changedFiles).toBeLessThan(45); // of more than 100, because most records are unchanged
  });

  it('accepts datasets with no records and with one record', async () => {
    for (const records of [0, 1]) {
      const { manifest } = await writeSite(tables(records), { ...options, target: 'static' });
      expect(manifest.datasets['RawData']?.records).toBe(records);
      expect(manifest.datasets['RawData']?.last === null).toBe(records === 0);
    }
    await writeSite(tables(0), { ...options, target: 'static' });
    const root = join(options.outputDirectory, 'webapi/v1');
    expect(await readFile(join(root, 'RawData.json'), 'utf8')).toBe('[]');
    expect(JSON.parse(await readFile(join(root, 'RawData/pages/asc/1.json'), 'utf8'))).toEqual({
      MetaData: { TotalItems: 0, CurrentPage: 1, TotalPages: 0, NextPageLink: null, PrevPageLink: null },
      PagedItems: [],
    });
  });

  it('deletes the files of an earlier layout of static paths', async () => {
    await writeSite(tables(2), { ...options, target: 'static' });
    const root = join(options.outputDirectory, 'webapi/v1/RawData');
    for (const earlier of ['index.json', 'index.json.br', '7/index.json']) {
      await mkdir(dirname(join(root, earlier)), { recursive: true });
      await writeFile(join(root, earlier), '[]');
    }
    await writeSite(tables(2), { ...options, target: 'static' });
    expect((await readdir(root)).filter((name) => !/^\d+\.json$/.test(name))).toEqual(['pages']);
  });

  it('does not replace a directory that contains no build', async () => {
    await mkdir(options.outputDirectory);
    await writeFile(join(options.outputDirectory, 'thesis.txt'), 'years of work');
    await expect(writeSite(tables(1), options)).rejects.toThrow('contains no earlier build');
    expect(await readdir(options.outputDirectory)).toEqual(['thesis.txt']);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('does not replace a directory with a manifest in another format', async () => {
    await mkdir(join(options.outputDirectory, 'data'), { recursive: true });
    await writeFile(join(options.outputDirectory, 'data/manifest.json'), '{}');
    await writeFile(join(options.outputDirectory, 'notes.txt'), 'precious');
    await expect(writeSite(tables(1), options)).rejects.toThrow(
      'contains no earlier build (data/manifest.json is not a manifest, or is damaged)',
    );
    expect((await readdir(options.outputDirectory)).filter((name) => !isDocument(name)).sort()).toEqual([
      'data',
      'notes.txt',
    ]);
  });

  it('keeps files that were added to a build by hand', async () => {
    await writeSite(tables(1), options);
    await writeFile(join(options.outputDirectory, 'CNAME'), 'data.example.org');
    await mkdir(join(options.outputDirectory, 'features'));
    await writeFile(join(options.outputDirectory, 'features/index.json'), 'of an earlier static build');
    await mkdir(join(options.outputDirectory, '.well-known'));
    await writeFile(join(options.outputDirectory, '.well-known/security.txt'), 'Contact: …');
    await writeSite(tables(2), options);
    expect((await readdir(options.outputDirectory)).filter((name) => !isDocument(name)).sort()).toEqual([
      '.well-known',
      'CNAME',
      'data',
      'docs',
    ]);
    expect(await readFile(join(options.outputDirectory, '.well-known/security.txt'), 'utf8')).toBe('Contact: …');
  });

  it('does not replace a file', async () => {
    await writeFile(options.outputDirectory, 'a file');
    await expect(writeSite(tables(1), options)).rejects.toThrow('is not a directory: choose another --out');
    expect(await readFile(options.outputDirectory, 'utf8')).toBe('a file');
  });

  it('reports that the build named by `previous` cannot be read, and changes nothing', async () => {
    await startWithSite();
    const before = await dataFiles();
    const previous = join(folder, 'nowhere');
    await expect(writeSite(tables(120), { ...options, previous })).rejects.toThrow('The previous tree at');
    expect(await dataFiles()).toEqual(before);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('refuses a named previous build in an earlier format, but replaces such a build in the output', async () => {
    await startWithSite();
    const before = await dataFiles();
    const path = join(options.outputDirectory, 'data/manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(`"version":${formatVersion}`, `"version":9`));
    const previous = options.outputDirectory;
    const attempt = writeSite(tables(120), { ...options, previous });
    await expect(attempt).rejects.toThrow(OutputError);
    await expect(attempt).rejects.toThrow(
      `manifest version 9, while this reader knows version ${formatVersion}. Name another`,
    );
    expect(await dataFiles()).toEqual(before);
    const { manifest, previousVersion } = await writeSite(tables(120), options);
    expect(previousVersion).toBeUndefined();
    expect(manifest.previous).toEqual([]);
    expect(await readManifest()).toEqual(manifest);
  });

  it('omits an earlier version when one of its files is missing or damaged', async () => {
    for (const damage of ['missing', 'damaged'] as const) {
      const first = await startWithSite();
      const file = join(options.outputDirectory, `data/${first.manifest.datasets['RawData']?.list.hash ?? ''}.bin`);
      if (damage === 'missing') await rm(file);
      else await writeFile(file, 'damaged');
      const second = await writeSite(tables(120), options);
      expect(second.manifest.previous).toEqual([]);
      await rm(options.outputDirectory);
      await rm(`${options.outputDirectory}.versions`, { recursive: true });
    }
  });

  it('writes nothing outside the tree, whatever paths an inventory from another host contains', async () => {
    const elsewhere = { ...options, outputDirectory: join(folder, 'elsewhere') };
    const { manifest } = await startWithSite(elsewhere.outputDirectory);
    const inventory = new TextEncoder().encode('[{"path":"../../pwned.txt","bytes":5}]');
    const hash = await contentHash(inventory);
    await writeFile(join(elsewhere.outputDirectory, `data/${hash}.json`), inventory);
    const hostile = { ...manifest, inventory: { hash, bytes: inventory.length } };
    await writeFile(join(elsewhere.outputDirectory, 'data/manifest.json'), await encodeManifest(hostile));
    const attempt = writeSite(tables(120), { ...options, previous: elsewhere.outputDirectory });
    await expect(attempt).rejects.toThrow('is not a list of data files');
    expect((await readdir(folder)).sort()).toEqual(['elsewhere']);
  });

  it.each([
    ['damaged', '{"format":"coastwatch-data",garbage', 'not JSON'],
    ['empty', '', 'is empty, as after a power loss'],
    ['full of zero bytes', '\0'.repeat(1000), 'contains only zero bytes, as after a power loss'],
  ])('replaces a tree whose manifest is %s, with a warning', async (_, text, reason) => {
    await startWithSite();
    await writeFile(join(options.outputDirectory, 'data/manifest.json'), text);
    const previous = options.outputDirectory;
    await expect(writeSite(tables(100), { ...options, previous })).rejects.toThrow(
      `The previous tree at ${previous} cannot be read: data/manifest.json: ${reason}. Name another tree with --previous`,
    );
    const { manifest, previousVersion, warnings } = await writeSite(tables(100), options);
    expect(previousVersion).toBeUndefined();
    expect(await readManifest()).toEqual(manifest);
    expect(warnings).toEqual([
      `The earlier build in ${options.outputDirectory} cannot be read: data/manifest.json: ${reason}. It is replaced, and ` +
        'its versions are not kept.',
    ]);
  });

  it('does not replace a directory with an empty manifest, which no build writes', async () => {
    await mkdir(join(options.outputDirectory, 'data'), { recursive: true });
    await writeFile(join(options.outputDirectory, 'data/manifest.json'), '');
    await expect(writeSite(tables(1), options)).rejects.toThrow('contains no earlier build');
  });
});
