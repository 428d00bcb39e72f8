import { brotliCompressSync } from 'node:zlib';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { dateTimeOfSeconds } from '../../core/datasets/date-time-key.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { openDataset, type DatasetFiles } from '../../core/storage/dataset-files.ts';
import { manifestPath } from '../../core/storage/layout.ts';
import { decodeManifest } from '../../core/storage/manifest.ts';
import { readOverview } from '../../core/storage/overview-reading.ts';
import type { OverviewPiece } from '../../core/storage/overview.ts';
import { describeWithRealData } from '../../tests/real-data.ts';
import { readDataset } from '../read/read-dataset.ts';
import { Findings } from '../validate/findings.ts';
import { cutSizesFor } from './cut-sizes.ts';
import { brotliQualityFor } from './precompress.ts';
import { RecordTableBuilder, type RecordTable } from './record-table.ts';
import {
  coastalFeature,
  rawDataRecord,
  smallSizes,
  storedDataset,
  storedVersion,
  tableOf,
} from './testing/stored-dataset.ts';

/** What an overview is to tell of a record, taken from the record itself. */
function demandedOf(dataset: DatasetDescription, record: DatasetRecord): DatasetRecord {
  const { overview, positions, identifierField, sortKey } = dataset;
  const points = positions.flatMap(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]);
  const fields = [identifierField, overview.placeName, ...points, ...overview.texts.map(({ field }) => field)];
  if (dataset === rawData) fields.push(sortKey.field);
  const demanded: Record<string, string | number | null> = {};
  for (const field of fields) demanded[field] = record[field] ?? null;
  const code = String(demanded['ObjectId']);
  if ('ObjectId' in demanded && !/^\d+$/.test(code)) demanded['ObjectId'] = null;
  return demanded;
}

/** The same, put together from a piece. */
function toldOf(dataset: DatasetDescription, piece: OverviewPiece, row: number): DatasetRecord {
  const { overview, positions, identifierField, sortKey } = dataset;
  const place = piece.placeOf[row] ?? -1;
  const told: Record<string, string | number | null> = {
    [identifierField]: piece.identifiers[row] ?? null,
    [overview.placeName]: piece.places.names[place] ?? null,
  };
  for (const [point, { longitudeField, latitudeField }] of positions.entries()) {
    told[longitudeField] = piece.places.longitudes[place * positions.length + point] ?? null;
    told[latitudeField] = piece.places.latitudes[place * positions.length + point] ?? null;
  }
  for (const { field } of overview.texts) {
    const { values, codes } = piece.texts[field] ?? { values: [], codes: [] };
    told[field] = values[codes[row] ?? -1] ?? null;
  }
  if (piece.seconds) told[sortKey.field] = dateTimeOfSeconds(piece.seconds[row] ?? Number.NaN);
  return told;
}

async function expectTold(
  dataset: DatasetDescription,
  files: DatasetFiles,
  table: RecordTable,
  knownFrom?: Promise<readonly OverviewPiece[]>,
): Promise<void> {
  const pieces = await readOverview(files, knownFrom && { knownFrom });
  const told = pieces.flatMap((piece) =>
    Array.from({ length: piece.records }, (_, row) => toldOf(dataset, piece, row)),
  );
  const records = Array.from({ length: table.size }, (_, index) => JSON.parse(table.text(index)) as DatasetRecord);
  const demanded = records.map((record) => demandedOf(dataset, record));
  expect(told).toHaveLength(demanded.length);
  for (const [index, record] of demanded.entries()) {
    const found = told[index] ?? {};
    if (Object.keys(record).some((field) => !Object.is(record[field], found[field]))) expect(found).toEqual(record);
  }
}

const names = fc.constantFrom('Cottesloe', 'Cable Beach', 'Back Beach', '', null);
const codes = fc.constantFrom('2980', '0', 'WA7TSE', '29 80', '', '٣', null);
const coordinates = fc.tuple(fc.constantFrom(115.754, 115.7, 0, -180), fc.constantFrom(-32, -31.9953, 0, 90));
const rawRecords = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: -1e6, max: 1e6 }), coordinates, names, codes)
  .map(([identifier, seconds, [longitude, latitude], LocationValue, ObjectId]) =>
    rawDataRecord(identifier, seconds, longitude, latitude, { LocationValue, ObjectId }),
  );
const features = fc
  .tuple(fc.maxSafeNat(), names, coordinates, coordinates, names)
  .map(([identifier, name, inshore, offshore, town]) => ({
    ...coastalFeature(identifier, String(name), inshore, offshore),
    CoastalFeatureTownProximityNEW: town,
  }));

describe('the overview of a dataset', () => {
  it.each([
    { dataset: rawData, records: rawRecords },
    { dataset: coastalFeatures, records: features },
  ] as { dataset: DatasetDescription; records: fc.Arbitrary<DatasetRecord> }[])(
    'tells of every record of $dataset.name what the record itself does, in list order',
    async ({ dataset, records }) => {
      const lists = fc.uniqueArray(records, { selector: (one) => one[dataset.identifierField], maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(lists, async (list) => {
          const { files, table } = await storedDataset(dataset, list);
          await expectTold(dataset, files, table);
        }),
        { numRuns: 100 },
      );
    },
  );

  it('tells of records beside features what they do, in whichever order the datasets are written', async () => {
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
        await expectTold(coastalFeatures, places, placeTable);
        await expectTold(rawData, openDataset(version, rawData), recordTable, readOverview(places));
      }),
      { numRuns: 60 },
    );
  });

  const records = Array.from({ length: 100 }, (_, index) => rawDataRecord(index * 3, index * 60, 115, -32));

  it('is read whole with its table and each piece once, the newest first, and tells how far it is', async () => {
    const { files, reads } = await storedDataset(rawData, records, { ...smallSizes, recordsPerOverviewPiece: 16 });
    const { pieces } = await files.overviewTable();
    expect(pieces.length).toBeGreaterThan(3);
    const told: [number, number][] = [];
    await readOverview(files, { onProgress: (recordsRead, all) => told.push([recordsRead, all]) });
    expect(reads.slice(1)).toEqual(pieces.map(({ hash }) => `data/${hash}.json`));
    // Which piece is there first is up to the machine.
    const steps = told.map(([recordsRead], index) => recordsRead - (told[index - 1]?.[0] ?? 0));
    expect(steps.sort((a, b) => a - b)).toEqual(pieces.map((piece) => piece.records).sort((a, b) => a - b));
    expect(told.map(([, all]) => all)).toEqual(pieces.map(() => 100));
  });

  it('is not kept in memory by those who read it', async () => {
    const { files, reads } = await storedDataset(rawData, records);
    await readOverview(files);
    const once = reads.length;
    await readOverview(files);
    expect(reads).toHaveLength(once * 2 - 1); // the table alone is remembered
  });

  it('is empty where there are no records', async () => {
    const { files } = await storedDataset(rawData, []);
    expect(await readOverview(files)).toEqual([]);
  });

  it('is a part of the version: cut otherwise, it is another one', async () => {
    const versionOf = async (recordsPerOverviewPiece: number): Promise<string> => {
      const { tree } = await storedDataset(rawData, records, { ...smallSizes, recordsPerOverviewPiece });
      return (await decodeManifest(tree.files.get(manifestPath) ?? new Uint8Array())).dataVersion;
    };
    expect(await versionOf(16)).toBe(await versionOf(16));
    expect(await versionOf(16)).not.toBe(await versionOf(64));
  });

  it('is compressed with more effort than other files', async () => {
    const { tree, files } = await storedDataset(rawData, records);
    const overview = await files.overviewTable();
    const list = await files.listTable();
    const [piece, shard] = [overview.pieces[0], list.shards[0]].map((file) => {
      return tree.files.get(`data/${file?.hash ?? ''}.json`) ?? new Uint8Array();
    });
    expect(brotliQualityFor(piece ?? new Uint8Array())).toBeGreaterThan(brotliQualityFor(shard ?? new Uint8Array()));
  });

  it('has one piece that changes when new records come', async () => {
    const sizes = { ...smallSizes, recordsPerOverviewPiece: 16 };
    const hashesOf = async (list: readonly DatasetRecord[]): Promise<readonly string[]> => {
      const { files } = await storedDataset(rawData, list, sizes);
      return (await files.overviewTable()).pieces.map(({ hash }) => hash);
    };
    const before = await hashesOf(records.slice(0, 97));
    const after = await hashesOf(records);
    expect(after.filter((hash) => !before.includes(hash))).toHaveLength(1);
  });
});

describe('the overview of records beside features', () => {
  const beaches = ['Cottesloe', 'Cable Beach', 'Back Beach'];
  const features = beaches.map((name, index) =>
    coastalFeature(index, name, [115 + index / 10, -32], [115.01 + index / 10, -32.01]),
  );
  const records = Array.from({ length: 100 }, (_, index) =>
    rawDataRecord(index * 3, index * 60, 115 + (index % 3) / 10, -32, {
      LocationValue: `${beaches[index % 3] ?? ''}, Broome`,
    }),
  );
  const sizes = { ...smallSizes, recordsPerOverviewPiece: 16 };
  const piecesOf = async (ofPlaces: readonly DatasetRecord[], list: readonly DatasetRecord[]): Promise<string[]> => {
    const { version } = await storedVersion([tableOf(coastalFeatures, ofPlaces), tableOf(rawData, list)], sizes);
    return (await openDataset(version, rawData).overviewTable()).pieces.map(({ hash }) => hash);
  };

  it('does not write names and coordinates again', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, features), tableOf(rawData, records)]);
    const { pieces } = await openDataset(version, rawData).overviewTable();
    for (const { hash } of pieces) {
      const text = new TextDecoder().decode(tree.files.get(`data/${hash}.json`));
      expect(text).toContain('"endings":{"values":[", Broome"]');
      expect(text).toContain('"longitudes":{"decimals":0,"differences":[]}');
    }
  });

  it('writes them where there is no feature', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, []), tableOf(rawData, records)]);
    const [first] = (await openDataset(version, rawData).overviewTable()).pieces;
    const text = new TextDecoder().decode(tree.files.get(`data/${first?.hash ?? ''}.json`));
    expect(text).toContain('"names":["Cottesloe, Broome"');
    expect(text).not.toContain('"known"');
  });

  it('has one piece that changes when new records come, and others when the features do', async () => {
    const before = await piecesOf(features, records.slice(0, 97));
    const appended = await piecesOf(features, records);
    expect(appended.filter((hash) => !before.includes(hash))).toHaveLength(1);
    const north = coastalFeature(-1, 'Abrolhos', [113, -28], [113, -28]);
    const moved = await piecesOf(
      [
        ...features.map((one) => ({ ...one, CoastalFeatureID: one.CoastalFeatureID + 1 })),
        { ...north, CoastalFeatureID: 0 },
      ],
      records,
    );
    expect(moved).toHaveLength(appended.length);
    expect(moved.filter((hash) => appended.includes(hash))).toEqual([]);
  });

  it('cannot be read without the features, and says so', async () => {
    const { version } = await storedVersion([tableOf(coastalFeatures, features), tableOf(rawData, records)], sizes);
    const files = openDataset(version, rawData);
    const [first] = (await files.overviewTable()).pieces;
    await expect(readOverview(files)).rejects.toThrow(
      `data/${first?.hash ?? ''}.json: places: told by those of another overview, which is not at hand`,
    );
  });

  it('fails as the overview of the features does, and leaves no failure unheard when its own files are missing', async () => {
    const { version, tree } = await storedVersion([tableOf(coastalFeatures, features), tableOf(rawData, records)]);
    const failure = new Error('out of reach');
    const readBeside = async (): Promise<unknown> => {
      const knownFrom = Promise.reject<readonly OverviewPiece[]>(failure);
      return Promise.all([knownFrom.catch(() => []), readOverview(openDataset(version, rawData), { knownFrom })]);
    };
    await expect(readBeside()).rejects.toBe(failure);
    const { pieces } = await openDataset(version, rawData).overviewTable();
    for (const { hash } of pieces) tree.files.delete(`data/${hash}.json`);
    await expect(readBeside()).rejects.toThrow();
  });
});

describeWithRealData('the overview of the published data', (directory) => {
  const tables = new Map<string, RecordTable>();
  beforeAll(async () => {
    for (const dataset of [rawData, coastalFeatures] as DatasetDescription[]) {
      const builder = new RecordTableBuilder(dataset);
      const onRecord = (record: DatasetRecord): void => {
        builder.add(record);
      };
      const location = `${directory}/${dataset.name}.csv`;
      await readDataset({ dataset, location, findings: new Findings(), onRecord, onProgress: () => undefined });
      tables.set(dataset.name, builder.finish());
    }
  });
  const tableNamed = (name: string): RecordTable => {
    const table = tables.get(name);
    if (!table) throw new Error(`${name} was not read`);
    return table;
  };

  it.each([rawData, coastalFeatures] as DatasetDescription[])(
    'tells of every record of $name what the record itself does, to the bit',
    async (dataset) => {
      const table = tableNamed(dataset.name);
      expect(table.size).toBeGreaterThan(1000);
      const { version } = await storedVersion([table], cutSizesFor(table.size));
      await expectTold(dataset, openDataset(version, dataset), table);
    },
  );

  it('tells of the records beside the features what they do, to the bit, in as few bytes as are told of', async () => {
    const all = [tableNamed(coastalFeatures.name), tableNamed(rawData.name)];
    const { version, tree } = await storedVersion(all, cutSizesFor(17_330));
    const places = openDataset(version, coastalFeatures);
    const files = openDataset(version, rawData);
    await expectTold(rawData, files, tableNamed(rawData.name), readOverview(places));
    const compressed = async (overview: DatasetFiles): Promise<number> => {
      const { pieces } = await overview.overviewTable();
      const bytes = pieces.map(({ hash }) => tree.files.get(`data/${hash}.json`) ?? new Uint8Array());
      return bytes.reduce((sum, piece) => sum + brotliCompressSync(piece).length, 0);
    };
    // 78.8 KB, in place of 103.3 KB with names and coordinates told again and all in the order of the list.
    expect(await compressed(files)).toBeLessThan(56_500);
    expect(await compressed(places)).toBeLessThan(23_500);
  });
});
