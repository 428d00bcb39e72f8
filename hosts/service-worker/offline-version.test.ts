import { beforeEach, describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { rawDataRecord, smallSizes, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { writeDatasets, writeManifest } from '../../build-data/write/write-datasets.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { openDataset } from '../../core/storage/reader/stored-dataset.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/snapshot/manifest.ts';
import { fixtureTree } from '../../tests/contract/fixture/fixture-tree.ts';
import { DataCache } from './data-cache.ts';
import { cacheForOffline, cacheRemaining } from './page-messages.ts';
import { FakeSite, requestFor, siteUrl } from './testing/fake-site.ts';

const manifestPath = 'data/manifest.json';

interface Version {
  readonly tree: MemoryTree;
  readonly manifest: Manifest;
}

/** A version with this number of records. */
async function version(records: number, previous: readonly PreviousVersion[] = []): Promise<Version> {
  const list = Array.from({ length: records }, (_, index) =>
    rawDataRecord(index + 1, 1_600_086_400 + index * 86_400, 115, -32),
  );
  const tree = new MemoryTree();
  const written = await writeDatasets([tableOf(coastalFeatures, []), tableOf(rawData, list)], tree, () => smallSizes);
  const builtAt = '2026-01-01T00:00:00.000Z';
  const options = { target: 'compute', sample: true, rules: defaultRules, builtAt, previous } as const;
  return { tree, manifest: await writeManifest(written, tree, options) };
}

const asPrevious = ({ manifest: { dataVersion, inventory } }: Version): PreviousVersion => ({ dataVersion, inventory });
const first = await version(30);
const second = await version(60, [asPrevious(first)]);
const third = await version(90, [asPrevious(second), asPrevious(first)]);

let site: FakeSite;
let cache: DataCache;

beforeEach(() => {
  site = new FakeSite();
  cache = new DataCache(site);
});

/** Keeps the files of earlier versions, as a build does. */
function deploy({ tree }: Version): void {
  for (const [path, bytes] of tree.files) site.files.set(path, bytes);
}

/** The number of records in the columns of RawData, read only from the cache. */
async function countRecordsOffline(): Promise<number> {
  site.network = 'offline';
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await (await cache.respond(requestFor(path))).arrayBuffer());
  const files = openDataset(await new DatasetReader({ read }).openSnapshot(), rawData);
  let records = 0;
  for (const chunk of (await files.columnTable()).chunks) records += (await files.columnChunk(chunk)).records;
  site.network = 'online';
  return records;
}

describe('Caching for offline use', () => {
  it('caches the manifest and every column chunk', async () => {
    deploy(first);
    expect(await cacheForOffline(cache, siteUrl)).toBe(true);
    expect(await countRecordsOffline()).toBe(30);
  });

  it('keeps the previous version while a file of the new one is unreachable', async () => {
    deploy(first);
    await cacheForOffline(cache, siteUrl);
    deploy(second);
    site.override = (path) => (first.tree.files.has(path) ? undefined : new Response('', { status: 404 }));
    expect(await cacheForOffline(cache, siteUrl)).toBe(false);
    expect(await countRecordsOffline()).toBe(30);
    site.override = undefined;
    expect(await cacheForOffline(cache, siteUrl)).toBe(true);
    expect(await countRecordsOffline()).toBe(60);
  });

  it.each(['offline', 'silent'] as const)('changes nothing when the network is %s', async (network) => {
    deploy(first);
    await cacheForOffline(cache, siteUrl);
    const cached = await cache.cachedPaths();
    site.network = network;
    expect(await cacheForOffline(cache, siteUrl)).toBe(false);
    expect(await cache.cachedPaths()).toEqual(cached);
    expect(await countRecordsOffline()).toBe(30);
  });
});

describe('Deleting files of old versions', () => {
  async function readEverything({ tree }: Version): Promise<void> {
    for (const path of tree.files.keys()) await cache.cache(path);
  }
  const dataPathsIn = ({ tree }: Version): string[] => [...tree.files.keys()].filter((path) => path !== manifestPath);
  const onlyIn = (version: Version, ...others: Version[]): string[] =>
    dataPathsIn(version).filter((path) => !others.some(({ tree }) => tree.files.has(path)));

  it('keeps this version and the previous one', async () => {
    deploy(first);
    await cacheForOffline(cache, siteUrl);
    await readEverything(first);
    deploy(second);
    await cacheForOffline(cache, siteUrl);
    const cached = await cache.cachedPaths();
    const inventory = `data/${first.manifest.inventory.hash}.json`;
    expect(cached).toEqual(expect.arrayContaining(dataPathsIn(first).filter((path) => path !== inventory)));
  });

  it('deletes the files that only older versions reference', async () => {
    expect(onlyIn(first, second, third).length).toBeGreaterThan(3);
    deploy(first);
    await cacheForOffline(cache, siteUrl);
    await readEverything(first);
    deploy(second);
    deploy(third);
    await cacheForOffline(cache, siteUrl);
    const cached = await cache.cachedPaths();
    expect(cached.filter((path) => onlyIn(first, second, third).includes(path))).toEqual([]);
    expect(await countRecordsOffline()).toBe(90);
  });

  it('deletes nothing when an inventory cannot be read', async () => {
    deploy(first);
    await cacheForOffline(cache, siteUrl);
    await readEverything(first);
    const before = await cache.cachedPaths();
    deploy(second);
    deploy(third);
    site.override = (path) =>
      path === `data/${third.manifest.inventory.hash}.json` ? new Response('', { status: 404 }) : undefined;
    expect(await cacheForOffline(cache, siteUrl)).toBe(true);
    expect(await cache.cachedPaths()).toEqual(expect.arrayContaining(before));
  });
});

const { tree } = await fixtureTree();
const dataPaths = [...tree.files.keys()].filter((path) => /^data\/[0-9a-f]{32}\./.test(path));

describe('Caching the remaining data', () => {
  beforeEach(() => {
    for (const [path, bytes] of tree.files) site.files.set(path, bytes);
  });

  it('caches every data file of the version', async () => {
    expect(await cacheForOffline(cache, siteUrl)).toBe(true);
    expect(await cacheRemaining(cache)).toBe(true);
    expect((await cache.cachedPaths()).toSorted()).toEqual(dataPaths.toSorted());
  });

  it('reads only missing files, and resumes after a failure', async () => {
    await cacheForOffline(cache, siteUrl);
    const missing = dataPaths.at(-1);
    site.override = (path) => (path === missing ? new Response('', { status: 503 }) : undefined);
    const wasComplete = await cacheRemaining(cache);
    site.override = undefined;
    expect(await cacheRemaining(cache)).toBe(true);
    site.requested.length = 0;
    expect(await cacheRemaining(cache)).toBe(true);
    expect(site.requested).toEqual([]);
    expect(wasComplete).toBe(false);
  });

  it('stops as soon as it is no longer wanted', async () => {
    await cacheForOffline(cache, siteUrl);
    let calls = 0;
    expect(await cacheRemaining(cache, () => ++calls < 6)).toBe(false);
    const cached = (await cache.cachedPaths()).length;
    expect(cached).toBeLessThan(dataPaths.length);
    expect(await cacheRemaining(cache, () => false)).toBe(false);
    expect((await cache.cachedPaths()).length).toBe(cached);
  });

  it('does nothing if the data is too large for this device', async () => {
    const small = Object.assign(new FakeSite(), {
      estimateStorage: () => Promise.resolve({ quota: 100_000 }),
    });
    for (const [path, bytes] of tree.files) small.files.set(path, bytes);
    cache = new DataCache(small);
    expect(await cacheForOffline(cache, siteUrl)).toBe(true);
    small.requested.length = 0;
    expect(await cacheRemaining(cache)).toBe(false);
    expect(small.requested.length).toBeLessThan(2);
  });
});
