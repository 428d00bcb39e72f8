import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../../core/api/handle-request.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { FileCache } from '../../core/storage/snapshot/file-cache.ts';
import type { ReadOptions, Store } from '../../core/storage/snapshot/store.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { fixtureRecords } from './fixture/fixture-records.ts';
import { fixtureTables, fixtureTree, memoryStore } from './fixture/fixture-tree.ts';

/** Forty-two copies of the fixture's records: enough for a search result to be streamed too. */
const manyRecords = Array.from({ length: 42 }, (_, copy) =>
  fixtureRecords.map((record) => ({ ...record, RawDataId: record.RawDataId + copy * 2000 })),
).flat();

type Order = 'asc' | 'desc';
const byKey = (order: Order) => (a: (typeof manyRecords)[number], b: (typeof manyRecords)[number]) =>
  (order === 'asc' ? 1 : -1) *
    (Number(a.SightingDateTime > b.SightingDateTime) - Number(a.SightingDateTime < b.SightingDateTime)) ||
  a.RawDataId - b.RawDataId;

const sorted: Readonly<Record<Order, typeof manyRecords>> = {
  asc: manyRecords.toSorted(byKey('asc')),
  desc: manyRecords.toSorted(byKey('desc')),
};
const sortedJson: Readonly<Record<Order, string>> = {
  asc: JSON.stringify(sorted.asc),
  desc: JSON.stringify(sorted.desc),
};

const everywhere = 'latitude=-30&longitude=115&rangeInM=30000000';
const streams = [
  { path: 'RawData', order: 'desc', isLengthKnown: true },
  { path: 'RawData?sortOrder=asc', order: 'asc', isLengthKnown: true },
  { path: `RawData?${everywhere}`, order: 'desc', isLengthKnown: false },
  { path: `RawData?${everywhere}&sortOrder=asc`, order: 'asc', isLengthKnown: false },
] as const;

let store: Store;

beforeAll(async () => {
  const [features] = fixtureTables();
  store = memoryStore((await fixtureTree([features, tableOf(rawData, manyRecords)])).tree);
});

/** A store that records the files read. */
class RecordingStore implements Store {
  readonly paths: string[] = [];

  read(path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    this.paths.push(path);
    return store.read(path, options);
  }
}

async function begin(store: Store, path: string, method = 'GET'): Promise<Response> {
  const request = new Request(`https://data.example.org/webapi/v1/${path}`, { method });
  // The cache is too small for all files.
  const reader = new DatasetReader(store, { cache: new FileCache(500_000) });
  const response = await handleRequest(request, { reader, basePath: '/' });
  if (!response) throw new Error(`${path} is not a path of the API`);
  return response;
}

describe('a streamed array', () => {
  it.each(streams)('is complete and in order: $path', async ({ path, order, isLengthKnown }) => {
    const response = await begin(new RecordingStore(), path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(bytes)).toBe(sortedJson[order]);
    expect(response.headers.get('Content-Length')).toBe(isLengthKnown ? String(bytes.length) : null);
  });

  it.each(['RawData?', 'RawData?latitude=-30&longitude=115&rangeInM=1e8&'])(
    'can be the items of a page object: %s',
    async (start) => {
      const response = await begin(new RecordingStore(), `${start}pageNumber=2&pageSize=20500`);
      const body = await response.text();
      const { MetaData, PagedItems } = JSON.parse(body) as { MetaData: object; PagedItems: unknown[] };
      expect(MetaData).toMatchObject({ TotalItems: manyRecords.length, CurrentPage: 2, TotalPages: 2 });
      expect(PagedItems).toEqual(sorted.desc.slice(20_500));
      const first = await begin(new RecordingStore(), `${start}pageNumber=1&pageSize=20500`);
      expect(first.headers.get('Content-Length')).toBeNull();
      const text = await first.text();
      const items = JSON.stringify(sorted.desc.slice(0, 20_500));
      expect(text.endsWith(`,"PagedItems":${items}}`)).toBe(true);
      expect(first.headers.get('Link')).toContain('pageNumber=2&pageSize=20500');
    },
  );

  it.each(streams)('stops reading when the client disconnects, and reads little for HEAD: $path', async ({ path }) => {
    const whole = new RecordingStore();
    await (await begin(whole, path)).text();
    const cancelled = new RecordingStore();
    await (await begin(cancelled, path)).body?.cancel();
    expect(new Set(cancelled.paths).size).toBeLessThan(new Set(whole.paths).size);
    const readForHead = new RecordingStore();
    const head = await begin(readForHead, path, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(new Set(readForHead.paths).size).toBeLessThan(new Set(whole.paths).size);
  });
});
