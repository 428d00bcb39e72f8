import { beforeAll, describe, expect, it } from 'vitest';

import { readDataset } from '../../build-data/read/read-dataset.ts';
import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { IssueLog } from '../../build-data/validate/issues.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { MemoryTree } from '../../build-data/write/tree-sink.ts';
import { writeDatasets } from '../../build-data/write/write-datasets.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';
import { describeWithRealData } from '../support/real-data.ts';

interface Version {
  readonly paths: ReadonlySet<string>;
  /** Tables, indexes and the lists of the records at each point. Any changed record changes some of them. */
  readonly namedByManifest: ReadonlySet<string>;
}

const built = new WeakMap<readonly DatasetRecord[], Promise<Version>>();

/** Builds each list of records once, always with the same features. */
function buildOnce(records: readonly DatasetRecord[], features: readonly DatasetRecord[]): Promise<Version> {
  const known = built.get(records) ?? buildVersion(records, features);
  built.set(records, known);
  return known;
}

async function buildVersion(records: readonly DatasetRecord[], features: readonly DatasetRecord[]): Promise<Version> {
  const both = [tableOf(coastalFeatures, features), tableOf(rawData, records)];
  const tree = new MemoryTree();
  const { datasets } = await writeDatasets(features.length > 0 ? both : both.slice(1), tree);
  const named = Object.values(datasets).flatMap(({ list, tiles, identifiers, columns, details, flatbush, points }) => [
    ...[list, tiles, ...identifiers, columns, ...details, flatbush].flatMap((file) =>
      file ? [dataFilePath({ hash: file.hash, extension: 'bin' })] : [],
    ),
    ...points.map(({ hash }) => dataFilePath({ hash, extension: 'json' })),
  ]);
  return { paths: new Set(tree.files.keys()), namedByManifest: new Set(named) };
}

/**
 * The number of files that a deployment sends, except the manifest, the inventory, documents and the files that the
 * manifest names.
 */
async function countChangedFiles(
  before: readonly DatasetRecord[],
  after: readonly DatasetRecord[],
  features: readonly DatasetRecord[] = [],
): Promise<number> {
  const [old, now] = [await buildOnce(before, features), await buildOnce(after, features)];
  return [...now.paths].filter((path) => !old.paths.has(path) && !now.namedByManifest.has(path)).length;
}

const timeOf = (record: DatasetRecord): string => String(record['SightingDateTime']);

describe('A deployment', () => {
  const all = [...sampleRawData({ seed: 1, rawDataRecords: 20_000 })];
  const newestFirst = all.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));

  it('sends nothing when nothing has changed, whatever the order of the records', async () => {
    expect(await countChangedFiles(all, newestFirst)).toBe(0);
  });

  it.each([1, 16])('sends a median of at most nine files when the newest %i records are added', async (count) => {
    const changed: number[] = [];
    for (const start of [0, 150, 300, 450, 600]) {
      changed.push(await countChangedFiles(newestFirst.slice(start + count), newestFirst.slice(start)));
    }
    const median = changed.sort((a, b) => a - b)[2] ?? Infinity;
    // A list shard, a tile shard, a tile, an identifier block, a column chunk. If the first list shard is divided, its
    // older records join tiles all along the coast.
    expect(changed[0]).toBeGreaterThanOrEqual(5);
    expect(median, changed.join()).toBeLessThanOrEqual(9);
  });

  const corrected = (count: number, change: DatasetRecord): DatasetRecord[] => {
    const step = Math.floor(all.length / count);
    return all.map((record, index) => (index % step === 7 && index < step * count ? { ...record, ...change } : record));
  };

  it.each([1, 16, 50])('sends at most six files for each of %i records changed anywhere', async (count) => {
    // A list shard, a tile shard and a tile, which may contain other changed records; and one or two identifier blocks,
    // because the offsets of the records that follow in the list shard change. Sometimes a shard boundary moves.
    const files = await countChangedFiles(all, corrected(count, { LocationDetail: 'corrected' }));
    expect(files).toBeGreaterThanOrEqual(3);
    expect(files).toBeLessThanOrEqual(6 * count);
  });

  it.each([1, 16, 50])('sends a few files for each of %i records added in the middle', async (count) => {
    const step = Math.floor(all.length / count);
    const without = all.filter((_, index) => !(index % step === 7 && index < step * count));
    // A list shard, a tile shard, a tile, an identifier block and a column chunk. Sometimes a chunk boundary moves,
    // which changes a neighbour.
    const files = await countChangedFiles(without, all);
    expect(files).toBeGreaterThanOrEqual(5);
    expect(files).toBeLessThanOrEqual(6 * count + 4);
  });
});

describeWithRealData('A deployment of the published data', (directory) => {
  const records: DatasetRecord[] = [];
  const features: DatasetRecord[] = [];
  beforeAll(async () => {
    for (const [dataset, list] of [
      [rawData, records],
      [coastalFeatures, features],
    ] as const) {
      const onRecord = (record: DatasetRecord): void => {
        list.push(record);
      };
      const location = `${directory}/${dataset.name}.csv`;
      await readDataset({ dataset, location, issues: new IssueLog(), onRecord, onProgress: () => undefined });
    }
  });

  it('sends at most 8 files when the newest 16 records are added, as happens in a week', async () => {
    expect(records).toHaveLength(17_330); // newest first, as in the service
    expect(features).toHaveLength(1679);
    expect(await countChangedFiles(records.slice(16), records, features)).toBeLessThanOrEqual(8);
    const byIdentifier = records.toSorted((a, b) => Number(b['RawDataId']) - Number(a['RawDataId']));
    expect(await countChangedFiles(byIdentifier.slice(16), records, features)).toBeLessThanOrEqual(8);
  });
});
