import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { contentHash } from '../storage/content-hash.ts';
import { DataFiles } from '../storage/data-files.ts';
import { DatasetFiles } from '../storage/dataset-files.ts';
import { decodeDirectory, encodeDirectory, type FileReference } from '../storage/directory.ts';
import { encodeIdentifierBlock } from '../storage/identifier-block.ts';
import { dataFilePath } from '../storage/layout.ts';
import { compareAscending, compareDescending, type ListPosition } from '../storage/list-position.ts';
import { encodeRecordShard } from '../storage/record-shard.ts';
import { StoredDataError } from '../storage/store.ts';
import { findRecord } from './identifier-search.ts';
import { readAscending, readDescending, readPositions, shardIndexOfPosition } from './list-reading.ts';

const textOf = ({ key, identifier }: ListPosition): string => JSON.stringify({ RawDataId: identifier, key });
const textsOf = (list: readonly ListPosition[]): string[] => list.map(textOf);

function slices<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length;) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(items.slice(start, start + size));
    start += size;
  }
  return pieces;
}

/** A dataset in memory, cut into shards and blocks of the sizes given, over and over. `reads` notes paths in turn. */
async function datasetOf(
  positions: readonly ListPosition[],
  sizes: readonly number[],
): Promise<{ files: DatasetFiles; reads: string[] }> {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const reads: string[] = [];
  const add = async (bytes: Uint8Array<ArrayBuffer>, extension: 'json' | 'bin'): Promise<FileReference> => {
    const hash = await contentHash(bytes);
    stored.set(dataFilePath({ hash, extension }), bytes);
    return { hash, bytes: bytes.length };
  };
  const list = positions.toSorted(compareDescending);
  const isTied = (index: number): boolean => index > 0 && list[index]?.key === list[index - 1]?.key;
  const listShards = [];
  let start = 0;
  for (const piece of slices(list, sizes)) {
    const end = start + piece.length;
    const tiedWithPrevious = piece.map((_, offset) => offset > 0 && isTied(start + offset));
    const file = await add(encodeRecordShard({ records: textsOf(piece), tiedWithPrevious }), 'json');
    let tiedBefore = 0;
    while (isTied(start - tiedBefore)) tiedBefore++;
    let tiedAfter = 0;
    while (end + tiedAfter < list.length && isTied(end + tiedAfter)) tiedAfter++;
    const recordBytes = textsOf(piece).join('').length;
    const first = piece[0] ?? { key: 0, identifier: 0 };
    listShards.push({ ...file, firstIndex: start, records: piece.length, recordBytes, first, tiedBefore, tiedAfter });
    start = end;
  }
  const identifierBlocks = [];
  for (const piece of slices(
    positions.toSorted((a, b) => a.identifier - b.identifier),
    sizes,
  )) {
    const file = await add(encodeIdentifierBlock(piece), 'bin');
    identifierBlocks.push({ ...file, firstIdentifier: piece[0]?.identifier ?? 0 });
  }
  const content = { records: list.length, listShards, placeTiles: [], identifierBlocks };
  const store = {
    read(path: string): Promise<Uint8Array<ArrayBuffer>> {
      reads.push(path);
      const bytes = stored.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
    },
  };
  const directory = decodeDirectory(encodeDirectory(content));
  return { files: new DatasetFiles(directory, new DataFiles(store, 1e9), { fresh: false }), reads };
}

/** Few distinct keys, so that groups of ties span shards; identifiers in no order of the keys. */
const lists = fc
  .tuple(
    fc.uniqueArray(fc.nat({ max: 5000 }), { maxLength: 60 }),
    fc.infiniteStream(fc.integer({ min: -3, max: 3 })),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  )
  .map(([identifiers, keys, sizes]) => ({
    positions: identifiers.map((identifier) => ({ identifier, key: Number(keys.next().value) })),
    sizes,
  }));

describe('reading the list', () => {
  it('gives every window in either direction, whatever the ties and wherever the shards are cut', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ positions, sizes }) => {
        const { files } = await datasetOf(positions, sizes);
        const descending = textsOf(positions.toSorted(compareDescending));
        const ascending = textsOf(positions.toSorted(compareAscending));
        for (let start = 0; start <= positions.length; start += 3) {
          for (let end = start; end <= positions.length; end++) {
            const read = [await readDescending(files, start, end), await readAscending(files, start, end)];
            const demanded = [descending.slice(start, end), ascending.slice(start, end)];
            if (JSON.stringify(read) !== JSON.stringify(demanded)) expect({ start, end, read }).toEqual({ demanded });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives windows of a long list with groups of hundreds of ties', async () => {
    const positions = Array.from({ length: 600 }, (_, index) => ({
      identifier: (index * 211) % 601,
      key: Math.floor(((index * 7) % 600) / 170),
    }));
    const { files } = await datasetOf(positions, [37]);
    const ascending = textsOf(positions.toSorted(compareAscending));
    const descending = textsOf(positions.toSorted(compareDescending));
    for (const size of [1, 10, 37, 100, 599, 600]) {
      for (let start = 0; start < 600; start += size) {
        expect(await readAscending(files, start, Math.min(600, start + size))).toEqual(
          ascending.slice(start, start + size),
        );
        expect(await readDescending(files, start, Math.min(600, start + size))).toEqual(
          descending.slice(start, start + size),
        );
      }
    }
  });

  it('reads no shard that the window does not need, and none for an empty one', async () => {
    const positions = Array.from({ length: 100 }, (_, index) => ({ identifier: index, key: 100 - index }));
    const { files, reads } = await datasetOf(positions, [10]);
    await readDescending(files, 30, 40);
    expect(reads).toHaveLength(1);
    await readAscending(files, 95, 96);
    expect(reads).toHaveLength(2);
    await readDescending(files, 50, 50);
    await readAscending(files, 50, 50);
    await readPositions(files, []);
    expect(reads).toHaveLength(2);
  });
});

describe('reading records by their place in the list', () => {
  it('gives them in the order asked for, few or many, repeated ones too', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.nat(), { maxLength: 80 }), async ({ positions, sizes }, choices) => {
        fc.pre(positions.length > 0);
        const { files } = await datasetOf(positions, sizes);
        const wanted = choices.flatMap((choice) => positions[choice % positions.length] ?? []);
        expect(await readPositions(files, wanted)).toEqual(textsOf(wanted));
      }),
    );
  });

  it('says which record is missing from which shard', async () => {
    const positions = Array.from({ length: 30 }, (_, index) => ({ identifier: index * 2, key: 5 }));
    const { files } = await datasetOf(positions, [10]);
    const shard = files.directory.listShards[1];
    const absent = new StoredDataError(`data/${shard?.hash ?? ''}.json`, 'record 25 is missing');
    await expect(readPositions(files, [{ key: 5, identifier: 25 }])).rejects.toEqual(absent);
    const many = [...positions.slice(10, 20), { key: 5, identifier: 25 }];
    await expect(readPositions(files, many)).rejects.toEqual(absent);
    const before = { key: 9, identifier: 0 };
    await expect(readPositions(files, [before])).rejects.toEqual(
      new StoredDataError('the list', 'record 0 is missing'),
    );
  });

  it('names the last shard that does not start after a place', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: -4, max: 4 }), fc.nat(), async (list, key, identifier) => {
        const { directory } = (await datasetOf(list.positions, list.sizes)).files;
        const position = { key, identifier };
        const demanded = directory.listShards.findLastIndex(({ first }) => compareDescending(first, position) <= 0);
        expect(shardIndexOfPosition(directory, position)).toBe(demanded);
      }),
    );
  });
});

describe('finding a record by its identifier', () => {
  it('finds each one that there is, and none that there is not', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.nat({ max: 5000 }), { maxLength: 20 }), async (list, others) => {
        const { files } = await datasetOf(list.positions, list.sizes);
        const known = new Map(list.positions.map((position) => [position.identifier, textOf(position)]));
        for (const identifier of [...known.keys(), ...others, 5001, Number.MAX_SAFE_INTEGER]) {
          expect(await findRecord(files, identifier)).toBe(known.get(identifier));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reads one block and one shard at most, and nothing at all for an identifier below the first', async () => {
    const positions = Array.from({ length: 100 }, (_, index) => ({ identifier: 50 + index * 2, key: index % 3 }));
    const { files, reads } = await datasetOf(positions, [10]);
    expect(await findRecord(files, 49)).toBeUndefined();
    expect(reads).toHaveLength(0);
    expect(await findRecord(files, 51)).toBeUndefined();
    expect(reads).toHaveLength(1);
    expect(await findRecord(files, 50)).toBe('{"RawDataId":50,"key":0}');
    expect(reads).toHaveLength(2);
  });
});
