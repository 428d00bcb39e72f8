import fc from 'fast-check';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import type { ColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { readColumnSnapshot } from '../../core/storage/reader/column-files.ts';
import { type DatasetFiles, openDataset } from '../../core/storage/reader/dataset-files.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { readDataset } from '../read/read-dataset.ts';
import { IssueLog } from '../validate/issues.ts';
import { chunkSizesFor } from './chunking.ts';
import { type RecordTable, RecordTableBuilder } from './record-table.ts';
import { expectColumnsOf, features, rawRecords } from './testing/column-records.ts';
import { coastalFeature, rawDataRecord, smallSizes, storedVersion, tableOf } from './testing/stored-dataset.ts';

describe('the column snapshot of records relative to features', () => {
  it('has the values of every record, in whichever order the datasets are written', async () => {
    const lists = fc.tuple(
      fc.uniqueArray(rawRecords, { selector: (one) => one.RawDataId, maxLength: 40 }),
      fc.uniqueArray(features, { selector: (one) => one.CoastalFeatureID, maxLength: 20 }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(lists, async ([records, ofPlaces, isPlacesFirst]) => {
        const [recordTable, placeTable] = [tableOf(rawData, records), tableOf(coastalFeatures, ofPlaces)];
        const tables = isPlacesFirst ? [placeTable, recordTable] : [recordTable, placeTable];
        const { version } = await storedVersion(tables);
        expect(Object.keys(version.manifest.datasets)).toEqual(tables.map(({ dataset }) => dataset.name));
        const places = openDataset(version, coastalFeatures);
        await expectColumnsOf(coastalFeatures, places, placeTable);
        await expectColumnsOf(rawData, openDataset(version, rawData), recordTable, readColumnSnapshot(places));
      }),
      { numRuns: 60 },
    );
  });

  const beaches = ['Cottesloe', 'Cable Beach', 'Back Beach'];
  const beachFeatures = beaches.map((name, index) =>
    coastalFeature(index, name, [115 + index / 10, -32], [115.01 + index / 10, -32.01]),
  );
  const records = Array.from({ length: 100 }, (_, index) =>
    rawDataRecord(index * 3, index * 60, 115 + (index % 3) / 10, -32, {
      LocationValue: `${beaches[index % 3] ?? ''}, Broome`,
    }),
  );
  const sizes = { ...smallSizes, recordsPerColumnChunk: 16 };
  const chunksOf = async (ofPlaces: readonly DatasetRecord[], list: readonly DatasetRecord[]): Promise<string[]> => {
    const { version } = await storedVersion([tableOf(coastalFeatures, ofPlaces), tableOf(rawData, list)], sizes);
    return (await openDataset(version, rawData).columnTable()).chunks.map(({ hash }) => hash);
  };

  it('does not repeat names and coordinates', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, beachFeatures), tableOf(rawData, records)]);
    const { chunks } = await openDataset(version, rawData).columnTable();
    for (const { hash } of chunks) {
      const text = new TextDecoder().decode(tree.files.get(`data/${hash}.json`));
      expect(text).toContain('"endings":{"values":[", Broome"]');
      expect(text).toContain('"longitudes":{"decimals":0,"differences":[]}');
    }
  });

  it('has names and coordinates when there are no features', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, []), tableOf(rawData, records)]);
    const [first] = (await openDataset(version, rawData).columnTable()).chunks;
    const text = new TextDecoder().decode(tree.files.get(`data/${first?.hash ?? ''}.json`));
    expect(text).toContain('"names":["Cottesloe, Broome"');
    expect(text).not.toContain('"known"');
  });

  it('has one chunk that changes with new records, and all chunks change with the features', async () => {
    const before = await chunksOf(beachFeatures, records.slice(0, 97));
    const appended = await chunksOf(beachFeatures, records);
    expect(appended.filter((hash) => !before.includes(hash))).toHaveLength(1);
    const north = coastalFeature(-1, 'Abrolhos', [113, -28], [113, -28]);
    const moved = await chunksOf(
      [
        ...beachFeatures.map((one) => ({ ...one, CoastalFeatureID: one.CoastalFeatureID + 1 })),
        { ...north, CoastalFeatureID: 0 },
      ],
      records,
    );
    expect(moved).toHaveLength(appended.length);
    expect(moved.filter((hash) => appended.includes(hash))).toEqual([]);
  });

  it('reports that it cannot be read without the features', async () => {
    const { version } = await storedVersion(
      [tableOf(coastalFeatures, beachFeatures), tableOf(rawData, records)],
      sizes,
    );
    const files = openDataset(version, rawData);
    const [first] = (await files.columnTable()).chunks;
    await expect(readColumnSnapshot(files)).rejects.toThrow(
      `data/${first?.hash ?? ''}.json: places: relative to features, which are not available`,
    );
  });

  it('rejects with the error of the features, and causes no unhandled rejection when its own files are missing', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, beachFeatures), tableOf(rawData, records)]);
    const failure = new Error('out of reach');
    const readBeside = async (): Promise<unknown> => {
      const featureChunks = Promise.reject<readonly ColumnChunk[]>(failure);
      return Promise.all([
        featureChunks.catch(() => []),
        readColumnSnapshot(openDataset(version, rawData), { featureChunks }),
      ]);
    };
    await expect(readBeside()).rejects.toBe(failure);
    const { chunks } = await openDataset(version, rawData).columnTable();
    for (const { hash } of chunks) tree.files.delete(`data/${hash}.json`);
    await expect(readBeside()).rejects.toThrow();
  });
});

describeWithRealData('the column snapshot of the published data', (directory) => {
  const tables = new Map<string, RecordTable>();
  beforeAll(async () => {
    for (const dataset of [rawData, coastalFeatures] as DatasetDescription[]) {
      const builder = new RecordTableBuilder(dataset);
      const onRecord = (record: DatasetRecord): void => {
        builder.add(record);
      };
      const location = `${directory}/${dataset.name}.csv`;
      await readDataset({ dataset, location, issues: new IssueLog(), onRecord, onProgress: () => undefined });
      tables.set(dataset.name, builder.finish());
    }
  });
  const tableNamed = (name: string): RecordTable => {
    const table = tables.get(name);
    if (!table) throw new Error(`${name} was not read`);
    return table;
  };

  it.each([rawData, coastalFeatures] as DatasetDescription[])(
    'has the values of every record of $name, to the bit',
    async (dataset) => {
      const table = tableNamed(dataset.name);
      expect(table.size).toBeGreaterThan(1000);
      const { version } = await storedVersion([table], chunkSizesFor(table.size));
      await expectColumnsOf(dataset, openDataset(version, dataset), table);
    },
  );

  it('has the values of every record to the bit, relative to features, in the documented size', async () => {
    const all = [tableNamed(coastalFeatures.name), tableNamed(rawData.name)];
    const { version, tree } = await storedVersion(all, chunkSizesFor(17_330));
    const places = openDataset(version, coastalFeatures);
    const files = openDataset(version, rawData);
    await expectColumnsOf(rawData, files, tableNamed(rawData.name), readColumnSnapshot(places));
    const compressed = async (overview: DatasetFiles): Promise<number> => {
      const { chunks } = await overview.columnTable();
      const bytes = chunks.map(({ hash }) => tree.files.get(`data/${hash}.json`) ?? new Uint8Array());
      return bytes.reduce((sum, chunk) => sum + brotliCompressSync(chunk).length, 0);
    };
    // 78.8 KB, instead of 103.3 KB with repeated names and coordinates and all columns in list order.
    expect(await compressed(files)).toBeLessThan(56_500);
    expect(await compressed(places)).toBeLessThan(23_500);
  });
});
