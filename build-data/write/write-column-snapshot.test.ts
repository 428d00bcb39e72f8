import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { readColumnSnapshot } from '../../core/storage/reader/column-files.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { brotliQualityFor } from './precompress.ts';
import { expectColumnsOf, features, rawRecords } from './testing/column-records.ts';
import { rawDataRecord, smallSizes, storedDataset } from './testing/stored-dataset.ts';

describe('the column snapshot of a dataset', () => {
  it.each([
    { dataset: rawData, records: rawRecords },
    { dataset: coastalFeatures, records: features },
  ] as { dataset: DatasetDescription; records: fc.Arbitrary<DatasetRecord> }[])(
    'has the values of every record of $dataset.name, in list order',
    async ({ dataset, records }) => {
      const lists = fc.uniqueArray(records, { selector: (one) => one[dataset.identifierField], maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(lists, async (list) => {
          const { files, table } = await storedDataset(dataset, list);
          await expectColumnsOf(dataset, files, table);
        }),
        { numRuns: 100 },
      );
    },
  );

  const records = Array.from({ length: 100 }, (_, index) => rawDataRecord(index * 3, index * 60, 115, -32));

  it('is read with its table and each chunk once, the newest first, and reports progress', async () => {
    const { files, reads } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk: 16 });
    const { chunks } = await files.columnTable();
    expect(chunks.length).toBeGreaterThan(3);
    const progress: [number, number][] = [];
    await readColumnSnapshot(files, { onProgress: (recordsRead, all) => progress.push([recordsRead, all]) });
    expect(reads.slice(1)).toEqual(chunks.map(({ hash }) => `data/${hash}.json`));
    // Chunks can arrive in any order.
    const steps = progress.map(([recordsRead], index) => recordsRead - (progress[index - 1]?.[0] ?? 0));
    expect(steps.sort((a, b) => a - b)).toEqual(chunks.map((chunk) => chunk.records).sort((a, b) => a - b));
    expect(progress.map(([, all]) => all)).toEqual(chunks.map(() => 100));
  });

  it('is not cached by its reader', async () => {
    const { files, reads } = await storedDataset(rawData, records);
    await readColumnSnapshot(files);
    const once = reads.length;
    await readColumnSnapshot(files);
    expect(reads).toHaveLength(once * 2 - 1); // only the table is cached
  });

  it('is empty without records', async () => {
    const { files } = await storedDataset(rawData, []);
    expect(await readColumnSnapshot(files)).toEqual([]);
  });

  it('is part of the data version: other chunk boundaries make another version', async () => {
    const versionOf = async (recordsPerColumnChunk: number): Promise<string> => {
      const { tree } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk });
      return (await decodeManifest(tree.files.get(manifestPath) ?? new Uint8Array())).dataVersion;
    };
    expect(await versionOf(16)).toBe(await versionOf(16));
    expect(await versionOf(16)).not.toBe(await versionOf(64));
  });

  it('is compressed with more effort than other files', async () => {
    const { tree, files } = await storedDataset(rawData, records);
    const overview = await files.columnTable();
    const list = await files.listTable();
    const [chunk, shard] = [overview.chunks[0], list.shards[0]].map((file) => {
      return tree.files.get(`data/${file?.hash ?? ''}.json`) ?? new Uint8Array();
    });
    expect(brotliQualityFor(chunk ?? new Uint8Array())).toBeGreaterThan(brotliQualityFor(shard ?? new Uint8Array()));
  });

  it('has one chunk that changes with new records', async () => {
    const sizes = { ...smallSizes, recordsPerColumnChunk: 16 };
    const hashesOf = async (list: readonly DatasetRecord[]): Promise<readonly string[]> => {
      const { files } = await storedDataset(rawData, list, sizes);
      return (await files.columnTable()).chunks.map(({ hash }) => hash);
    };
    const before = await hashesOf(records.slice(0, 97));
    const after = await hashesOf(records);
    expect(after.filter((hash) => !before.includes(hash))).toHaveLength(1);
  });
});
