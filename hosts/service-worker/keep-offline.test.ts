import { beforeEach, describe, expect, it } from 'vitest';

import { rawDataRecord, smallSizes } from '../../build-data/write/testing/stored-dataset.ts';
import { RecordTableBuilder } from '../../build-data/write/record-table.ts';
import { MemoryTree } from '../../build-data/write/tree-sink.ts';
import { writeDatasets, writeManifest } from '../../build-data/write/write-datasets.ts';
import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { openDataset } from '../../core/storage/dataset-files.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/manifest.ts';
import { DataCache } from './data-cache.ts';
import { keepOffline } from './keep-offline.ts';
import { FakeSite, requestFor, settle, siteUrl } from './testing/fake-site.ts';

const manifestPath = 'data/manifest.json';

interface Version {
  readonly tree: MemoryTree;
  readonly manifest: Manifest;
}

/** Each version has more records than the one before. */
async function version(records: number, previous: readonly PreviousVersion[] = []): Promise<Version> {
  const features = new RecordTableBuilder(coastalFeatures).finish();
  const table = new RecordTableBuilder(rawData);
  for (let id = 1; id <= records; id++) table.add(rawDataRecord(id, 1_600_000_000 + id * 86_400, 115, -32));
  const tree = new MemoryTree();
  const written = await writeDatasets([features, table.finish()], tree, () => smallSizes);
  const builtAt = '2026-01-01T00:00:00.000Z';
  return { tree, manifest: await writeManifest(written, tree, { target: 'compute', sample: true, builtAt, previous }) };
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

/** The host keeps the files of earlier versions, as a build does. */
function deploy({ tree }: Version): void {
  for (const [path, bytes] of tree.files) site.files.set(path, bytes);
}

/** The sizes of all overviews of RawData, read through the cache alone. */
async function recordsReadOffline(): Promise<number> {
  site.network = 'gone';
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await (await cache.answer(requestFor(path))).arrayBuffer());
  const files = openDataset(await new DataLibrary({ read }).pin(), rawData);
  let records = 0;
  for (const piece of (await files.overviewTable()).pieces) records += (await files.overviewPiece(piece)).records;
  site.network = 'there';
  return records;
}

describe('Keeping what a page needs without a network', () => {
  it('keeps the manifest and every piece of the overviews', async () => {
    deploy(first);
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    expect(await recordsReadOffline()).toBe(30);
  });

  it('tells what its reads leave to do, which is over when all of it is kept', async () => {
    deploy(first);
    const works: Promise<unknown>[] = [];
    const manifestUrl = siteUrl + manifestPath;
    expect(await keepOffline(cache, siteUrl, (work) => works.push(work))).toBe(true);
    const tables = site.asked.filter((path) => path !== manifestPath);
    expect(works.length).toBeGreaterThan(1);
    await Promise.all(works);
    expect(site.caches.urls()).toEqual(expect.arrayContaining([manifestUrl, ...tables.map((path) => siteUrl + path)]));
  });

  it('reads nothing twice but the manifest', async () => {
    deploy(first);
    await keepOffline(cache, siteUrl);
    site.asked.length = 0;
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    expect(site.asked).toEqual([manifestPath]);
  });

  it('stays with the version before as long as a piece of the new one is out of reach', async () => {
    deploy(first);
    await keepOffline(cache, siteUrl);
    deploy(second);
    site.override = (path) => (first.tree.files.has(path) ? undefined : new Response('', { status: 404 }));
    expect(await keepOffline(cache, siteUrl)).toBe(false);
    expect(await recordsReadOffline()).toBe(30);
    site.override = undefined;
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    expect(await recordsReadOffline()).toBe(60);
  });

  it.each(['gone', 'silent'] as const)('changes nothing when the network is %s', async (network) => {
    deploy(first);
    await keepOffline(cache, siteUrl);
    const kept = await cache.keptPaths();
    site.network = network;
    expect(await keepOffline(cache, siteUrl)).toBe(false);
    expect(await cache.keptPaths()).toEqual(kept);
    expect(await recordsReadOffline()).toBe(30);
  });

  it('fails quietly without room, without a host, and with a manifest that cannot be read', async () => {
    deploy(first);
    site.caches.failWith = new DOMException('no room', 'QuotaExceededError');
    expect(await keepOffline(cache, siteUrl)).toBe(false);
    site.caches.failWith = undefined;
    site.files.set(manifestPath, '{}');
    expect(await keepOffline(cache, siteUrl)).toBe(false);
    site.files.clear();
    expect(await keepOffline(cache, siteUrl)).toBe(false);
    await settle();
  });
});

describe('Forgetting what is not needed any more', () => {
  async function readEverything({ tree }: Version): Promise<void> {
    for (const path of tree.files.keys()) await cache.keep(path);
  }
  const pathsOf = ({ tree }: Version): string[] => [...tree.files.keys()].filter((path) => path !== manifestPath);
  const onlyIn = (version: Version, ...others: Version[]): string[] =>
    pathsOf(version).filter((path) => !others.some(({ tree }) => tree.files.has(path)));

  it('spares this version and the one before', async () => {
    deploy(first);
    await keepOffline(cache, siteUrl);
    await readEverything(first);
    deploy(second);
    await keepOffline(cache, siteUrl);
    const kept = await cache.keptPaths();
    const inventory = `data/${first.manifest.inventory.hash}.json`;
    expect(kept).toEqual(expect.arrayContaining(pathsOf(first).filter((path) => path !== inventory)));
  });

  it('lets the files go that only versions before that had', async () => {
    expect(onlyIn(first, second, third).length).toBeGreaterThan(3);
    deploy(first);
    await keepOffline(cache, siteUrl);
    await readEverything(first);
    deploy(second);
    deploy(third);
    await keepOffline(cache, siteUrl);
    const kept = await cache.keptPaths();
    expect(kept.filter((path) => onlyIn(first, second, third).includes(path))).toEqual([]);
    expect(await recordsReadOffline()).toBe(90);
  });

  it('lets nothing go when a list of files cannot be read', async () => {
    deploy(first);
    await keepOffline(cache, siteUrl);
    await readEverything(first);
    const before = await cache.keptPaths();
    deploy(second);
    deploy(third);
    site.override = (path) =>
      path === `data/${third.manifest.inventory.hash}.json` ? new Response('', { status: 404 }) : undefined;
    expect(await keepOffline(cache, siteUrl)).toBe(true);
    expect(await cache.keptPaths()).toEqual(expect.arrayContaining(before));
  });
});
