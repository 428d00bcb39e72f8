import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { printedRandom, sizeOf } from '../../tests/support/test-size.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { sampleCoastalFeatures, sampleRawData } from '../sample/sample-inputs.ts';
import { type CachedBuild, readBuildCache, writeBuildCache } from './build-cache.ts';
import type { RecordTable } from './record-table.ts';
import { RecordTableBuilder } from './record-table-builder.ts';
import { MemoryTree } from './testing/memory-tree.ts';
import { smallSizes, tableOf } from './testing/stored-dataset.ts';
import { writeDatasets } from './write-datasets.ts';

const features = [...sampleCoastalFeatures({ seed: 1, rawDataRecords: 1 })].slice(0, 40);
const samples = [...sampleRawData({ seed: 1, rawDataRecords: 400 })];
const settings = { region: 'a' };

/** A tree over an earlier one, which counts the files that it reuses. */
class TreeOverEarlier extends MemoryTree {
  reused = 0;
  readonly #earlier: MemoryTree;

  constructor(earlier: MemoryTree) {
    super();
    this.#earlier = earlier;
  }

  reuse(path: string): Promise<number | undefined> {
    const bytes = this.#earlier.files.get(path);
    if (bytes) {
      this.reused++;
      this.write(path, bytes);
    }
    return Promise.resolve(bytes?.length);
  }
}

/** Tables that continue from a build. */
function tablesAfter(build: CachedBuild | undefined, records: readonly DatasetRecord[]): RecordTable[] {
  const all = [
    [coastalFeatures, features],
    [rawData, records],
  ] as const;
  return all.map(([dataset, rows]) => {
    const builder = new RecordTableBuilder(dataset, build?.records.get(dataset.name));
    for (const row of rows) builder.add(row);
    return builder.finish();
  });
}

async function cacheAt(path: string, records: readonly DatasetRecord[]): Promise<void> {
  const tables = tablesAfter(undefined, records);
  const { cached } = await writeDatasets(tables, new MemoryTree(), () => smallSizes);
  await writeBuildCache(path, settings, { tables, cached, digests: new Map([['a.br', 'digest']]) });
}

describe('the build cache', () => {
  it('makes the next build reuse files whose records are the same, and no others', async () => {
    const random = printedRandom('edited tables');
    const path = join(folderOfTest(), 'cache');
    let records: DatasetRecord[] = samples.slice(0, 200);
    let earlier: MemoryTree | undefined;
    let reused = 0;
    const builds = sizeOf(300);
    for (let build = 0; build < builds; build++) {
      const tree = earlier ? new TreeOverEarlier(earlier) : new MemoryTree();
      const tables = tablesAfter(await readBuildCache(path, settings), records);
      const written = await writeDatasets(tables, tree, () => smallSizes);
      const full = new MemoryTree();
      await writeDatasets([tableOf(coastalFeatures, features), tableOf(rawData, records)], full, () => smallSizes);
      // The names are hashes of the contents.
      expect([...tree.files.keys()].sort()).toEqual([...full.files.keys()].sort());
      if (tree instanceof TreeOverEarlier) reused += tree.reused;
      await writeBuildCache(path, settings, { tables, cached: written.cached, digests: new Map() });
      earlier = tree;
      const point = random.pick(samples);
      records = random.chance(0.1) ? records.toReversed() : records.filter(() => random.chance(0.99));
      if (random.chance(0.5)) records = records.concat(samples.slice(records.length, records.length + 3)).slice(-300);
      records = [...new Map(records.map((record) => [record['RawDataId'], record])).values()].map((record) =>
        random.chance(0.005)
          ? { ...record, LocationX: point['LocationX'] ?? 0, LocationY: point['LocationY'] ?? 0 }
          : record,
      );
    }
    expect(reused).toBeGreaterThan(builds * 50);
  }, 120_000);

  it('has the values of all records after it was written and read', async () => {
    const path = join(folderOfTest(), 'cache');
    await cacheAt(path, samples);
    const build = await readBuildCache(path, settings);
    const { values, size } = build?.records.get('RawData') ?? {};
    const read = Array.from({ length: size ?? 0 }, (_, row) => values?.record(row));
    const table = tableOf(rawData, samples);
    expect(read).toEqual(Array.from({ length: table.size }, (_, index) => table.record(index)));
    expect(build?.digests).toEqual(new Map([['a.br', 'digest']]));
  });

  it('is not used if any part of its end is missing', async () => {
    const path = join(folderOfTest(), 'cache');
    await cacheAt(path, samples.slice(0, 3));
    const bytes = await readFile(path);
    for (const length of [0, 1, 31, 32, 33, 40, 100, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      expect(await readBuildCache(path, settings), `${length} bytes`).toBeUndefined();
    }
    await writeFile(path, bytes);
    expect(await readBuildCache(path, settings)).toBeDefined();
  });

  it('is not used with other settings', async () => {
    const path = join(folderOfTest(), 'cache');
    await cacheAt(path, samples);
    expect(await readBuildCache(path, { region: 'b' })).toBeUndefined();
  });
});
