import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  coastalFeature,
  rawDataRecord,
  smallSizes,
  storedDataset,
  type DatasetInMemory,
} from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../datasets/datasets.ts';
import { type ListPosition } from '../format/tables.ts';
import { memoryStore } from '../../../tests/contract/fixture/fixture-tree.ts';
import { DatasetReader } from '../snapshot/dataset-reader.ts';
import { FileCache } from '../snapshot/file-cache.ts';
import { type ReadOptions, type Store } from '../snapshot/store.ts';
import { type StoredDataset, openDataset } from './stored-dataset.ts';
import { findRecord, type ListPositions, readAscending, readDescending, readPositions } from './list-reader.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

/** The records at the given positions, as texts. */
async function textsAt(files: StoredDataset, positions: readonly ListPosition[]): Promise<string[]> {
  return decodeAll(await readPositions(files, columnsOf(positions)));
}

function columnsOf(positions: readonly ListPosition[]): ListPositions {
  return {
    keys: Float64Array.from(positions, ({ key }) => key),
    ordinals: Uint32Array.from(positions, ({ ordinal }) => ordinal),
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decodeAll = (records: readonly Uint8Array[]): string[] => records.map((record) => decoder.decode(record));

interface Item {
  readonly identifier: number;
  readonly key: number;
}

interface List {
  readonly dataset: 'RawData' | 'CoastalFeatures';
  readonly items: readonly Item[];
  readonly recordsPerListShard: number;
}

const day = 86_400;

function recordText(dataset: List['dataset'], { identifier, key }: Item): string {
  return JSON.stringify(
    dataset === 'RawData'
      ? rawDataRecord(identifier, key * day, 115, -32)
      : coastalFeature(identifier, `Name ${key}`, [115, -32], [115, -32]),
  );
}

/** The texts in the expected order, sorted by comparison. */
function textsInOrder({ dataset, items }: List, direction: 'asc' | 'desc'): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  return items
    .toSorted((a, b) => sign * (a.key - b.key) || a.identifier - b.identifier)
    .map((item) => recordText(dataset, item));
}

function storeList({ dataset, items, recordsPerListShard }: List): Promise<DatasetInMemory> {
  const description = dataset === 'RawData' ? rawData : coastalFeatures;
  const records = items.map((item) => JSON.parse(recordText(dataset, item)) as Record<string, string | number | null>);
  return storedDataset(description, records, { ...smallSizes, recordsPerListShard });
}

/** Few distinct keys, so that groups of ties span shards. The identifiers are not in the order of the keys. */
const lists: fc.Arbitrary<List> = fc
  .record({
    dataset: fc.constantFrom('RawData', 'CoastalFeatures'),
    identifiers: fc.uniqueArray(fc.nat({ max: 5000 }), { maxLength: 60 }),
    keys: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 60, maxLength: 60 }),
    recordsPerListShard: fc.constantFrom(1, 2, 4, 8),
  })
  .map(({ identifiers, keys, ...rest }) => ({
    ...rest,
    items: identifiers.map((identifier, index) => ({ identifier, key: keys[index] ?? 0 })),
  }));

const createUntiedList = (count: number): List => ({
  dataset: 'RawData',
  items: Array.from({ length: count }, (_, index) => ({ identifier: 50 + index * 2, key: index })),
  recordsPerListShard: 8,
});

/** A disk whose data does not fit into the cache of its host, so that records are read in parts of files. */
async function openFromDisk({ tree }: DatasetInMemory): Promise<{ files: StoredDataset; disk: Disk }> {
  const disk = new Disk(memoryStore(tree));
  const reader = new DatasetReader(disk, { cache: new FileCache(1) });
  return { files: openDataset(await reader.openSnapshot(), rawData), disk };
}

class Disk implements Store {
  readonly hasLowLatency = true;
  /** The index of a byte to damage in every part. */
  damagedByte: number | undefined;
  partsRead = 0;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  read(path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.#store.read(path, options);
  }

  async readPart(path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    this.partsRead++;
    const part = (await this.#store.read(path, { fresh: false })).slice(offset, offset + length);
    const { damagedByte } = this;
    if (damagedByte !== undefined) part[damagedByte] = (part[damagedByte] ?? 0) ^ 1;
    return part;
  }
}

describe('reading the list', () => {
  it('returns every range in both directions, for any ties and shard boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const { files } = await storeList(list);
        const descending = textsInOrder(list, 'desc');
        const ascending = textsInOrder(list, 'asc');
        for (let start = 0; start <= list.items.length; start += 3) {
          for (let end = start; end <= list.items.length; end++) {
            const read = [
              decodeAll(await readDescending(files, start, end)),
              decodeAll(await readAscending(files, start, end)),
            ];
            const expected = [descending.slice(start, end), ascending.slice(start, end)];
            if (JSON.stringify(read) !== JSON.stringify(expected)) expect({ start, end, read }).toEqual({ expected });
          }
        }
      }),
      { numRuns: sizeOf(40) },
    );
  });

  it('returns every range from a disk whose data does not fit into the cache', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (anyList) => {
        const list: List = { ...anyList, dataset: 'RawData' };
        const { files, disk } = await openFromDisk(await storeList(list));
        const [descending, ascending] = [textsInOrder(list, 'desc'), textsInOrder(list, 'asc')];
        for (let start = 0; start < list.items.length; start += 5) {
          for (let end = start + 1; end <= list.items.length; end += 3) {
            expect(decodeAll(await readDescending(files, start, end))).toEqual(descending.slice(start, end));
            expect(decodeAll(await readAscending(files, start, end))).toEqual(ascending.slice(start, end));
          }
        }
        expect(disk.partsRead > 0).toBe(list.items.length > 0);
      }),
      { numRuns: sizeOf(30) },
    );
  });

  it('refuses a damaged record of a part of a shard, and accepts damage elsewhere', async () => {
    const list = createUntiedList(100);
    const { files, disk } = await openFromDisk(await storeList(list));
    disk.damagedByte = 30;
    await expect(readDescending(files, 1, 3)).rejects.toThrow(/^data\/[0-9a-f]{32}\.json: row 1 is damaged$/);
    expect(decodeAll(await readDescending(files.readWith({ fresh: true }), 1, 3))).toEqual(
      textsInOrder(list, 'desc').slice(1, 3),
    );
    disk.damagedByte = recordText('RawData', list.items[98] ?? { identifier: 0, key: 0 }).length;
    expect(decodeAll(await readDescending(files, 1, 3))).toEqual(textsInOrder(list, 'desc').slice(1, 3));
  });
});

describe('reading records by their position in the list', () => {
  it('returns records in the requested order, with repetitions, for few or many positions', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.nat(), { maxLength: 80 }), async (list, choices) => {
        fc.pre(list.items.length > 0);
        const { files, table } = await storeList(list);
        const wanted = choices.map((choice) => choice % list.items.length);
        const positions = wanted.map((index) => ({ key: table.key(index), ordinal: table.ordinal(index) }));
        expect(await textsAt(files, positions)).toEqual(wanted.map((index) => table.text(index)));
      }),
      { numRuns: sizeOf(60) },
    );
  });
});

async function findText(files: StoredDataset, identifier: number): Promise<string | undefined> {
  const record = await findRecord(files, identifier);
  return record && decoder.decode(record);
}

describe('finding a record by its identifier', () => {
  it('finds every existing record, and none for other identifiers', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.nat({ max: 5000 }), { maxLength: 20 }), async (list, others) => {
        const { files } = await storeList(list);
        const known = new Map(list.items.map((item) => [item.identifier, recordText(list.dataset, item)]));
        for (const identifier of [...known.keys(), ...others, 5001, Number.MAX_SAFE_INTEGER]) {
          expect(await findText(files, identifier)).toBe(known.get(identifier));
        }
      }),
      { numRuns: sizeOf(40) },
    );
  });

  it('refuses damaged bytes of a record, and then reads the whole shard, whose hash it checks', async () => {
    const { files, disk } = await openFromDisk(await storeList(createUntiedList(100)));
    disk.damagedByte = 30;
    await expect(findRecord(files, 50)).rejects.toThrow(/: the record at \d+ is damaged$/);
    expect(disk.partsRead).toBe(1);
    expect(await findText(files.readWith({ fresh: true }), 50)).toBe(recordText('RawData', { identifier: 50, key: 0 }));
    expect(disk.partsRead).toBe(1);
  });
});
