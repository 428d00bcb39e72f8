import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coastalFeature, rawDataRecord, storedDataset } from '../../build-data/write/testing/stored-dataset.ts';
import type { DatasetDescription, DatasetRecord } from '../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../datasets/datasets.ts';
import { seed, sizeOf } from '../../tests/support/test-size.ts';
import { trueDistance } from '../geo/testing/scenes.ts';
import type { Position } from '../geo/wgs84.ts';
import type { SortDirection } from '../storage/format/tables.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import type { Store } from '../storage/snapshot/store.ts';
import { memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { chunkSizesFor } from '../../build-data/write/chunking.ts';
import { seededRandom } from '../../build-data/sample/seeded-random.ts';
import { arrayFrame } from '../storage/format/record-shard.ts';
import { openDataset, type StoredDataset } from '../storage/reader/stored-dataset.ts';
import { recordReaderFor, type FoundRecords } from './found-records.ts';
import {
  allIndexes,
  findAllWithinRadius,
  findNearest,
  findWithinRadius,
  type NearestRecord,
} from './location-search.ts';

const positions: fc.Arbitrary<Position> = fc.record({
  longitude: fc.oneof(
    fc.constantFrom(-180, 180, 0, 115),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.integer({ min: 1_140_000, max: 1_160_000 }).map((number) => number / 10_000),
  ),
  latitude: fc.oneof(
    fc.constantFrom(-90, 90, 0, -32),
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.integer({ min: -3_300_000, max: -3_100_000 }).map((number) => number / 100_000),
  ),
});

interface Scene {
  readonly dataset: DatasetDescription;
  /** In ascending order of the identifier, like the lists below. */
  readonly records: readonly DatasetRecord[];
  readonly keys: readonly number[];
  readonly distances: readonly number[];
  readonly centre: Position;
}

/** Few positions, times and names, so that many records share them. */
const scenes: fc.Arbitrary<Scene> = fc
  .record({
    locations: fc.array(positions, { minLength: 1, maxLength: 12 }),
    records: fc.array(fc.record({ first: fc.nat(), second: fc.nat(), key: fc.integer({ min: 0, max: 6 }) }), {
      maxLength: 60,
    }),
    centre: positions,
    isRawData: fc.boolean(),
  })
  .map(({ locations, records, centre, isRawData }) => {
    const at = (index: number): Position => locations[index % locations.length] ?? centre;
    const pair = ({ longitude, latitude }: Position): [number, number] => [longitude, latitude];
    return {
      dataset: isRawData ? rawData : coastalFeatures,
      records: records.map(({ first, second, key }, identifier) =>
        isRawData
          ? rawDataRecord(identifier, key * 86_400, at(first).longitude, at(first).latitude)
          : coastalFeature(identifier, `Name ${'abcdefg'[key] ?? ''}`, pair(at(first)), pair(at(second))),
      ),
      keys: records.map(({ key }) => key),
      distances: records.map(({ first, second }) =>
        Math.min(...[first, ...(isRawData ? [] : [second])].map((index) => trueDistance(centre, at(index)))),
      ),
      centre,
    };
  });

const directions = fc.constantFrom<SortDirection>('asc', 'desc');

/** The records in the expected order, sorted by comparison. */
function inOrder(scene: Scene, identifiers: readonly number[], direction: SortDirection): string[] {
  const key = (identifier: number): number => (scene.keys[identifier] ?? 0) * (direction === 'desc' ? -1 : 1);
  return identifiers
    .toSorted((a, b) => key(a) - key(b) || a - b)
    .map((identifier) => JSON.stringify(scene.records[identifier]));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** The compact JSON of each record of a response. */
const textsIn = (bytes: Uint8Array): string[] =>
  (JSON.parse(decoder.decode(bytes)) as unknown[]).map((record) => JSON.stringify(record));

async function readTexts(files: StoredDataset, records: FoundRecords, indexes: Uint32Array): Promise<string[]> {
  const read = await recordReaderFor(files, records, indexes);
  return textsIn(await read(files, indexes, arrayFrame));
}

describe('finding records within a radius', () => {
  it('counts and returns the same records as a brute-force scan, in order, for any part of the result', async () => {
    const radii = fc.double({ min: 0, max: 7.5, noNaN: true }).map((exponent) => 10 ** exponent);
    const windows = fc.tuple(fc.nat({ max: 70 }), fc.oneof(fc.nat({ max: 20 }), fc.constant(Infinity)));
    await fc.assert(
      fc.asyncProperty(scenes, radii, windows, directions, fc.nat(), async (scene, radius, window, direction, pick) => {
        const { dataset, records, distances, centre } = scene;
        const { files } = await storedDataset(dataset, records);
        const [start, size] = window;
        // The second radius is exactly the distance of a record, which must be included.
        for (const range of [radius, distances[pick % Math.max(1, distances.length)] ?? radius]) {
          const found = await findWithinRadius(files, centre, range, direction, start, start + size);
          const expected = [...records.keys()].filter((identifier) => (distances[identifier] ?? Infinity) <= range);
          expect(found.total).toBe(expected.length);
          const all = await findAllWithinRadius(files, centre, range, direction);
          expect(await readTexts(files, all.records, allIndexes(all))).toEqual(inOrder(scene, expected, direction));
          expect(await readTexts(files, found.records, found.indexes)).toEqual(
            inOrder(scene, expected, direction).slice(start, start + size),
          );
        }
      }),
      { numRuns: sizeOf(300), seed },
    );
  });

  const createRecordsAlongEquator = (count: number): DatasetRecord[] =>
    Array.from({ length: count }, (_, index) => rawDataRecord(index, index * 60, index / 100, 0));

  it('reads a small part of a result from tile shards, and a result in very many shards from the list', async () => {
    const { files, reads, table } = await storedDataset(rawData, createRecordsAlongEquator(2000));
    const centre = { longitude: 0, latitude: 0 };
    const readAll = async (end: number): Promise<string[]> => {
      const { records, indexes } = await findWithinRadius(files, centre, 1e8, 'desc', 0, end);
      const read = await recordReaderFor(files, records, indexes);
      reads.length = 0;
      return textsIn(await read(files, indexes, arrayFrame));
    };
    expect(await readAll(10)).toEqual(Array.from({ length: 10 }, (_, index) => table.text(index)));
    const [firstListShard] = (await files.listTable()).shards;
    expect(reads).not.toContain(`data/${firstListShard?.hash ?? ''}.json`);
    expect(await readAll(Infinity)).toEqual(Array.from({ length: 2000 }, (_, index) => table.text(index)));
    expect(reads.length).toBeGreaterThan(300);
  });

  it('reads only the positions of many tiles over a network, except the tiles with records of the page', async () => {
    const random = seededRandom(3, 'many tiles');
    const centre = { longitude: 0.2, latitude: 0.2 };
    const radius = 15_000;
    const sites = Array.from({ length: 1600 }, (_, index) => {
      const site = { longitude: (index % 40) / 100, latitude: Math.floor(index / 40) / 100 };
      return { ...site, isInside: trueDistance(centre, site) <= radius };
    });
    const seen = Array.from({ length: 40_000 }, (_, identifier) => {
      const site = random.pick(sites);
      const record = rawDataRecord(identifier, Math.floor(random.unit() * 1e8), site.longitude, site.latitude);
      return { record, isInside: site.isInside };
    });
    const expected = seen
      .filter(({ isInside }) => isInside)
      .map(({ record }) => record)
      .toSorted((a, b) => (a.SightingDateTime < b.SightingDateTime ? 1 : -1))
      .map((record) => JSON.stringify(record));
    const records = seen.map(({ record }) => record);
    const { tree } = await storedDataset(rawData, records, chunkSizesFor(records.length));

    const find = async (damage: boolean): Promise<{ total: number; texts: string[]; parts: number; whole: number }> => {
      const parts = new Set<string>();
      const whole = new Set<string>();
      const read: Store['read'] = (path) => {
        whole.add(path);
        return memoryStore(tree).read(path, { fresh: false });
      };
      const readPart: Store['readPart'] = async (path, offset, length) => {
        parts.add(path);
        const bytes = (await memoryStore(tree).read(path, { fresh: false })).slice(offset, offset + length);
        // A coordinate, not the header.
        if (damage) bytes[length - 1] = (bytes[length - 1] ?? 0) ^ 1;
        return bytes;
      };
      const files = openDataset(await new DatasetReader({ read, readPart }).openSnapshot(), rawData);
      const { total, records: found, indexes } = await findWithinRadius(files, centre, radius, 'desc', 0, 10);
      const [partsOfTiles, tiles] = [parts.size, [...whole].filter((path) => path.endsWith('.bin')).length - 1];
      const texts = await readTexts(files, found, indexes);
      return { total, texts, parts: partsOfTiles, whole: tiles };
    };
    const { total, texts, parts, whole } = await find(false);
    expect(total).toBe(expected.length);
    expect(texts).toEqual(expected.slice(0, 10));
    expect(parts).toBeGreaterThan(1);
    expect(whole).toBeLessThan(parts);
    await expect(find(true)).rejects.toThrow('its positions are damaged');
  });
});

async function readText(files: StoredDataset, { records, index }: NearestRecord): Promise<string | undefined> {
  const [text] = await readTexts(files, records, Uint32Array.of(index));
  return text;
}

describe('finding the nearest record', () => {
  it('finds the first record in list order of those at the least distance, whichever tile contains it', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, directions, async (scene, direction) => {
        const { dataset, records, distances, centre } = scene;
        const { files } = await storedDataset(dataset, records);
        const least = Math.min(...distances);
        for (const atMost of [Infinity, least, least * (1 - 1e-9)]) {
          const nearest = await findNearest(files, centre, atMost, direction);
          const candidates = [...records.keys()].filter((identifier) => distances[identifier] === least);
          const [expected] = least <= atMost ? inOrder(scene, candidates, direction) : [];
          expect(nearest && (await readText(files, nearest))).toBe(expected);
        }
      }),
      { numRuns: sizeOf(300), seed },
    );
  });
});
