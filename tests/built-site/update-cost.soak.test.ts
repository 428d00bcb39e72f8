import { beforeAll, describe, expect, it } from 'vitest';

import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { writeDatasets } from '../../build-data/write/write-datasets.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';

interface Version {
  readonly paths: ReadonlySet<string>;
  /** Tables, indexes and the lists of the records at each point. Any changed record changes some of them. */
  readonly namedByManifest: ReadonlySet<string>;
}

async function buildVersion(records: readonly DatasetRecord[]): Promise<Version> {
  const tree = new MemoryTree();
  const { datasets } = await writeDatasets([tableOf(rawData, records)], tree);
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
function countChangedFiles(old: Version, now: Version): number {
  return [...now.paths].filter((path) => !old.paths.has(path) && !now.namedByManifest.has(path)).length;
}

describe('A deployment', () => {
  const all = [...sampleRawData({ seed: 1, rawDataRecords: 20_000 })];
  let complete: Version;
  beforeAll(async () => {
    complete = await buildVersion(all);
  });

  it('sends nothing when nothing has changed, whatever the order of the records', async () => {
    expect(countChangedFiles(complete, await buildVersion(all.toReversed()))).toBe(0);
  });

  // `build-data/build.test.ts` adds the newest record.
  it.each([1, 16, 50])('sends a few files for each of %i records added in the middle', async (count) => {
    const step = Math.floor(all.length / count);
    const without = all.filter((_, index) => !(index % step === 7 && index < step * count));
    // A list shard, a tile shard, a tile, an identifier block and a column chunk. Sometimes a chunk boundary moves,
    // which changes a neighbour.
    const files = countChangedFiles(await buildVersion(without), complete);
    expect(files).toBeGreaterThanOrEqual(5);
    expect(files).toBeLessThanOrEqual(6 * count + 4);
  });
});
