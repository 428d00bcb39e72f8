import { beforeAll, describe, expect, it } from 'vitest';

import type { RecordTable } from '../../../build-data/write/record-table.ts';
import { tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { ResponseCache } from '../../../core/api/response-cache.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { manifestPath } from '../../../core/storage/format/layout.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { type ReadOptions, type Store, StoredDataError } from '../../../core/storage/snapshot/store.ts';
import { type Received, sendTo as send } from '../faults/fault-requests.ts';
import { fixtureFeatures } from '../fixture/fixture-features.ts';
import { fixtureRecords } from '../fixture/fixture-records.ts';
import { fixtureTables, fixtureTree } from '../fixture/fixture-tree.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = ReadonlyMap<string, Bytes>;

/** Another version: every third record is removed and the others are changed, so any mixture is visible. */
function laterTables(): RecordTable[] {
  const isKept = (_: unknown, index: number): boolean => index % 3 !== 0;
  const features = fixtureFeatures.filter(isKept).map((each) => ({ ...each, CoastalFeatureSource: 'Later' }));
  const records = fixtureRecords.filter(isKept).map((each) => ({ ...each, OwnerValue: 'Later' }));
  return [tableOf(coastalFeatures, features), tableOf(rawData, records)];
}

let earlier: Files;
let later: Files;

beforeAll(async () => {
  earlier = (await fixtureTree(fixtureTables())).tree.files;
  later = (await fixtureTree(laterTables())).tree.files;
});

/** A store whose tree is replaced before a given read. */
class ChangingStore implements Store {
  reads = 0;
  readonly #filesAt: (read: number, path: string, options: ReadOptions) => Bytes | undefined;

  constructor(filesAt: (read: number, path: string, options: ReadOptions) => Bytes | undefined) {
    this.#filesAt = filesAt;
  }

  read(path: string, options: ReadOptions): Promise<Bytes> {
    const bytes = this.#filesAt(this.reads++, path, options);
    return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
  }
}

async function correctResponse(files: Files, path: string): Promise<{ response: Received; reads: number }> {
  const store = new ChangingStore((_, file) => files.get(file));
  const response = await send(new DatasetReader(store), path);
  if (response === 'aborted') throw new Error(`${path} has no complete response`);
  return { response, reads: store.reads };
}

const centre = 'latitude=-31.9&longitude=115.7';
const paths = [
  'RawData',
  'RawData?sortOrder=asc',
  'CoastalFeatures',
  'CoastalFeatures?sortOrder=asc',
  'RawData?pageNumber=3&pageSize=100&sortOrder=asc',
  'CoastalFeatures?pageNumber=28',
  'RawData/46307',
  'CoastalFeatures/1',
  `RawData?${centre}&rangeInM=50000`,
  `CoastalFeatures?${centre}&rangeInM=50000&pageNumber=2&sortOrder=asc`,
  `RawData?${centre}&searchStyle=Nearest`,
];
const streamed = paths.slice(0, 4);

describe('when the data is replaced during a request', () => {
  it.each(paths)('the response for %s is of one version, even if no old file is left', async (path) => {
    const before = await correctResponse(earlier, path);
    const after = await correctResponse(later, path);
    expect(before.response).not.toEqual(after.response);
    for (let change = 0; change <= before.reads; change++) {
      const store = new ChangingStore((read, file) => (read < change ? earlier : later).get(file));
      const reader = new DatasetReader(store);
      const received = await send(reader, path);
      if (received === 'aborted') expect(streamed).toContain(path);
      else expect([before.response, after.response]).toContainEqual(received);
      expect(await send(reader, path)).toEqual(after.response);
    }
  });

  it.each(paths)('the response for %s is complete in its first version while old files are kept', async (path) => {
    const before = await correctResponse(earlier, path);
    const after = await correctResponse(later, path);
    for (let change = 1; change <= before.reads; change++) {
      const store = new ChangingStore((read, file) =>
        read < change ? earlier.get(file) : (later.get(file) ?? earlier.get(file)),
      );
      const reader = new DatasetReader(store);
      expect(await send(reader, path)).toEqual(before.response);
      expect(await send(reader, path)).toEqual(after.response);
    }
  });

  it.each(paths)('the response for %s is of the new version even if a cache returns the old manifest', async (path) => {
    const { response } = await correctResponse(later, path);
    const store = new ChangingStore((_, file, { fresh }) =>
      (file === manifestPath && !fresh ? earlier : later).get(file),
    );
    expect(await send(new DatasetReader(store), path)).toEqual(response);
  });

  it.each(paths)('a request for %s with an old entity tag receives the complete new response', async (path) => {
    const before = await correctResponse(earlier, path);
    const after = await correctResponse(later, path);
    let files = earlier;
    const reader = new DatasetReader(new ChangingStore((_, file) => files.get(file)));
    const tag = before.response.headers['etag'] ?? '';
    expect(tag).not.toBe('');
    expect(await send(reader, path, { ifNoneMatch: tag })).toMatchObject({ status: 304, body: '' });
    files = later;
    expect(await send(reader, path, { ifNoneMatch: tag })).toEqual(after.response);
  });

  it.each(paths)('a cached response for %s is used only for its own version', async (path) => {
    const before = await correctResponse(earlier, path);
    const after = await correctResponse(later, path);
    let files = earlier;
    const reader = new DatasetReader(new ChangingStore((_, file) => files.get(file)));
    const cache = new ResponseCache(100_000_000);
    const sendAgain = (): ReturnType<typeof send> => send(reader, path, { cache });
    for (let time = 0; time < 3; time++) expect(await sendAgain()).toEqual(before.response);
    files = later;
    for (let time = 0; time < 3; time++) expect(await sendAgain()).toEqual(after.response);
    files = new Map();
    expect(await sendAgain()).toMatchObject({ status: 503 });
    files = earlier;
    expect(await sendAgain()).toEqual(before.response);
  });

  it.each(paths)('two simultaneous requests for %s receive the old response and the new one', async (path) => {
    const before = await correctResponse(earlier, path);
    const after = await correctResponse(later, path);
    for (let change = 1; change <= before.reads; change++) {
      const store = new ChangingStore((read, file) =>
        read < change ? earlier.get(file) : (later.get(file) ?? earlier.get(file)),
      );
      const reader = new DatasetReader(store);
      const cache = new ResponseCache(100_000_000);
      const [first, second] = await Promise.all([1, 2].map(() => send(reader, path, { cache })));
      expect(first).toEqual(before.response);
      // A streamed response is not shared. The second request starts its own response when it learns that, which may be
      // before the change.
      if (streamed.includes(path)) expect([before.response, after.response]).toContainEqual(second);
      else expect(second).toEqual(after.response);
    }
  });
});
