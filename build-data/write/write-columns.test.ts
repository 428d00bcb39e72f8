import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { decodeDetailTable } from '../../core/storage/format/tables.ts';
import { noPoints } from '../../core/storage/format/flatbush-file.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { isColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { readColumns, StoredColumns } from '../../core/storage/reader/stored-columns.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { decodeManifest, encodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { openDataset } from '../../core/storage/reader/stored-dataset.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { isFullSize, sizeOf } from '../../tests/support/test-size.ts';
import { readDataset } from '../read/read-dataset.ts';
import { IssueLog } from '../validate/issues.ts';
import { chunkSizesFor } from './chunking.ts';
import { RecordTableBuilder } from './record-table-builder.ts';

import { expectSameColumns, expectSameDetails, features, rawRecords } from './testing/column-records.ts';
import { rawDataRecord, smallSizes, storedDataset, storedSnapshot, tableOf } from './testing/stored-dataset.ts';
import { site } from '../site/testing/default-site.ts';

describe('the columns of a dataset', () => {
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
          await expectSameColumns(dataset, files, table);
          await expectSameDetails(dataset, files, table);
        }),
        { numRuns: sizeOf(100) },
      );
    },
  );

  const records = Array.from({ length: 100 }, (_, index) => rawDataRecord(index * 3, index * 60, 115, -32));

  it('is read with one request per file, the newest chunk first, and reports progress', async () => {
    const { files, reads } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk: 16 });
    const { chunks } = await files.columnTable();
    expect(chunks.length).toBeGreaterThan(3);
    const progress: [number, number][] = [];
    await readColumns(files, (recordsRead, all) => progress.push([recordsRead, all]));
    expect(reads[1]).toMatch(/^data\/[0-9a-f]{32}\.bin$/); // the index
    expect(reads.slice(2)).toEqual(chunks.map(({ hash }) => `data/${hash}.json`));
    // Chunks may arrive in any order.
    const steps = progress.map(([recordsRead], index) => recordsRead - (progress[index - 1]?.[0] ?? 0));
    expect(steps.sort((a, b) => a - b)).toEqual(chunks.map((chunk) => chunk.records).sort((a, b) => a - b));
    expect(progress.map(([, all]) => all)).toEqual(chunks.map(() => 100));
  });

  it('is cached for requests and, except for its table, not for readers that keep it', async () => {
    const { version, reads } = await storedSnapshot([tableOf(rawData, records)]);
    const kept = new StoredColumns(rawData, version.source(rawData));
    await readColumns(kept);
    const once = reads.length;
    await readColumns(kept);
    expect(reads).toHaveLength(once * 2 - 1);
    for (let count = 0; count < 2; count++) await readColumns(openDataset(version, rawData));
    expect(reads).toHaveLength(once * 3 - 2);
  });

  it('is empty if there are no records', async () => {
    const { files } = await storedDataset(rawData, []);
    expect(await readColumns(files)).toEqual({ chunks: [], points: noPoints });
  });

  it('is part of the version: different chunks result in a different version', async () => {
    const versionOf = async (recordsPerColumnChunk: number): Promise<string> => {
      const { tree } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk });
      return (await decodeManifest(tree.files.get(manifestPath) ?? new Uint8Array())).dataVersion;
    };
    expect(await versionOf(16)).toBe(await versionOf(16));
    expect(await versionOf(16)).not.toBe(await versionOf(64));
  });

  it('is recognised, because it is compressed with more effort than other files', async () => {
    const { tree, files } = await storedDataset(rawData, records);
    const columns = await files.columnTable();
    const list = await files.listTable();
    const [chunk, shard] = [columns.chunks[0], list.shards[0]].map((file) => {
      return tree.files.get(`data/${file?.hash ?? ''}.json`) ?? new Uint8Array();
    });
    expect([chunk, shard].map((bytes) => isColumnChunk(bytes ?? new Uint8Array()))).toEqual([true, false]);
  });

  it('has details with the chunk boundaries of the snapshot, compressed with the same effort', async () => {
    const { tree, files } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk: 16 });
    const { chunks } = await files.columnTable();
    const { datasets } = await decodeManifest(tree.files.get(manifestPath) ?? new Uint8Array());
    const tables = datasets[rawData.name]?.details ?? [];
    expect(tables).toHaveLength(rawData.columns.details.length);
    for (const { hash } of tables) {
      const details = decodeDetailTable(tree.files.get(`data/${hash}.bin`) ?? new Uint8Array());
      expect(details.chunks.map((chunk) => chunk.records)).toEqual(chunks.map((chunk) => chunk.records));
      const [first] = details.chunks;
      const bytes = tree.files.get(`data/${first?.hash ?? ''}.json`) ?? new Uint8Array();
      expect(isColumnChunk(bytes)).toBe(true);
    }
  });

  it('has details that are part of the version, and are not read with the snapshot', async () => {
    const read = async (remark: string) => {
      const stored = await storedDataset(rawData, [rawDataRecord(1, 0, 115, -32, { LocationDetail: remark })]);
      await readColumns(stored.files);
      const { dataVersion, datasets } = await decodeManifest(stored.tree.files.get(manifestPath) ?? new Uint8Array());
      return { ...stored, dataVersion, details: datasets[rawData.name]?.details ?? [] };
    };
    const [one, other] = [await read('circling'), await read('swimming north')];
    expect(one.dataVersion).not.toBe(other.dataVersion);
    expect(one.details[0]).toEqual(other.details[0]);
    expect(one.details[1]).not.toEqual(other.details[1]);
    for (const { hash } of one.details) expect(one.reads).not.toContain(`data/${hash}.bin`);
  });

  it('has details that are refused when they do not fit the snapshot', async () => {
    const { files } = await storedDataset(rawData, records);
    await expect(files.details(0, new Float64Array(7))).rejects.toThrow(/it holds \d+ records, not [0-7]$/);
    await expect(files.details(3, new Float64Array(100))).rejects.toThrow('does not name the details 3 of RawData');
  });

  it('changes in only one chunk when new records are added', async () => {
    const sizes = { ...smallSizes, recordsPerColumnChunk: 16 };
    const hashesOf = async (list: readonly DatasetRecord[]): Promise<readonly string[]> => {
      const { files } = await storedDataset(rawData, list, sizes);
      return (await files.columnTable()).chunks.map(({ hash }) => hash);
    };
    const before = await hashesOf(records.slice(0, 97));
    const after = await hashesOf(records);
    expect(after.filter((hash) => !before.includes(hash))).toHaveLength(1);
  });

  it('is refused when a location has a point that the index does not have', async () => {
    const { tree, version } = await storedSnapshot([tableOf(rawData, records)]);
    const { manifest } = version;
    const entry = manifest.datasets[rawData.name];
    if (!entry) throw new Error('the dataset was not stored');
    const datasets = { [rawData.name]: { ...entry, flatbush: null } };
    const reader = new DatasetReader({
      read: async (path) =>
        path === manifestPath ? encodeManifest({ ...manifest, datasets }) : (tree.files.get(path) ?? new Uint8Array()),
    });
    const files = openDataset(await reader.openSnapshot(), rawData);
    await expect(readColumns(files)).rejects.toThrow('its point 0 is not in the index of 0 points');
  });
});

if (isFullSize) {
  describeWithRealData('the columns of the published data', (directory) => {
    it.each([rawData, coastalFeatures] as DatasetDescription[])(
      'has the values of every record of $name, to the bit',
      async (dataset) => {
        const builder = new RecordTableBuilder(dataset);
        const onRecord = (record: DatasetRecord): void => {
          builder.add(record);
        };
        const location = `${directory}/${dataset.name}.csv`;
        const timeRule = defaultRules.times;
        const issues = new IssueLog();
        await readDataset({ dataset, location, timeRule, issues, onRecord, region: site.region.box });
        const table = builder.finish();
        expect(table.size).toBeGreaterThan(1000);
        const { version } = await storedSnapshot([table], chunkSizesFor(table.size));
        await expectSameColumns(dataset, openDataset(version, dataset), table);
        await expectSameDetails(dataset, openDataset(version, dataset), table);
      },
    );
  });
}
