import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { hasProgram, type GeoJsonFeature } from '../../build-data/exports/testing/outside-programs.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { fromExportedText } from '../../core/datasets/csv.ts';
import {
  download,
  emptyAsNull,
  expectSameRecords,
  readCodeSamples,
  serveSite,
  sitesToServe,
  type ServedSite,
} from './served-site.ts';

/*
 * Reads each download from the running host with third-party programs: every value of every record must be the same as
 * in the API.
 */

type Row = Readonly<Record<string, unknown>>;

const hasGdal = hasProgram('ogr2ogr');
const gdalFormats = hasGdal ? execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' }) : '';
const gdalHasParquet = gdalFormats.includes('Parquet');
if (hasGdal && !gdalHasParquet) console.warn('GDAL without its Parquet driver: reading GeoParquet with it is SKIPPED.');

const run = promisify(execFile);

describe.each(sitesToServe(inject('soakSites')))('downloads of $title', (siteToServe) => {
  let site: ServedSite;
  let folder: string;
  let duckdb: DuckDBConnection;
  beforeAll(async () => {
    site = await serveSite(siteToServe);
    folder = await mkdtemp(join(tmpdir(), 'coastwatch-downloads-'));
    duckdb = await (await DuckDBInstance.create()).connect();
  });
  afterAll(async () => {
    duckdb.closeSync();
    await site.stop();
    await rm(folder, { recursive: true });
  });

  const apiRecords = (dataset: DatasetDescription): readonly DatasetRecord[] => site.records.get(dataset) ?? [];
  const downloadUrl = ({ name }: DatasetDescription, ending: string): string =>
    new URL(`downloads/${name}${ending}`, site.address).href;
  const downloadFile = ({ name }: DatasetDescription, ending: string): Promise<string> =>
    download(site, `downloads/${name}${ending}`, folder);

  it('match their checksums under both of their names', async () => {
    const list = await (await fetch(new URL('downloads/checksums.txt', site.address))).text();
    const lines = list.trim().split('\n');
    expect(lines).toHaveLength(13 * 2);
    for (const line of lines) {
      const [sha256 = '', name = ''] = line.split('  ');
      const bytes = await (await fetch(new URL(`downloads/${name}`, site.address))).arrayBuffer();
      expect([name, createHash('sha256').update(Buffer.from(bytes)).digest('hex')]).toEqual([name, sha256]);
    }
  });

  // Therefore the CSV tests can compare empty texts as null without hiding a difference.
  it('have no empty texts', () => {
    for (const dataset of datasets) expect(emptyAsNull(apiRecords(dataset))).toEqual(apiRecords(dataset));
  });

  describe.each(datasets)('$name', (dataset) => {
    it('csv-parse reads the CSV without options', async () => {
      const text = await (await fetch(downloadUrl(dataset, '.csv'))).text();
      const [header, ...rows] = parse(text);
      expect(header).toEqual(dataset.fields.map(({ name }) => name));
      const keyed = rows.map((row) => Object.fromEntries(dataset.fields.map(({ name }, index) => [name, row[index]])));
      expectSameRecords(keyed, csvCells(apiRecords(dataset)), dataset);
    });

    it('csv-parse reads the CSV for spreadsheets, with apostrophes to remove', async () => {
      const bytes = await readFile(await downloadFile(dataset, '-spreadsheet.csv'));
      const rows: Record<string, string>[] = parse(bytes, { columns: true, bom: true });
      expectSameRecords(rows.map(withoutApostrophes), csvCells(apiRecords(dataset)), dataset);
    });

    it('DuckDB reads the CSV with the code of the downloads page, which distinguishes empty texts from null', async () => {
      const lines = await readCodeSamples(site);
      const sql = lines.find((line) => line.includes(`'${dataset.name}.csv'`)) ?? '';
      // Replaces the relative path of the code with that of the downloaded file.
      const rows = await duckdbRows(sql.replace(`'${dataset.name}.csv'`, `'${await downloadFile(dataset, '.csv')}'`));
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        apiRecords(dataset),
        dataset,
      );
    });

    it('DuckDB reads the CSV for spreadsheets, with apostrophes to remove', async () => {
      const path = await downloadFile(dataset, '-spreadsheet.csv');
      const rows = await duckdbRows(`SELECT * FROM read_csv('${path}', all_varchar = true)`);
      const records = apiRecords(dataset).map((record) => mapValues(record, (value) => value && String(value)));
      expectSameRecords(rows.map(withoutApostrophes), records, dataset);
    });

    it('DuckDB reads the GeoParquet', async () => {
      const path = await downloadFile(dataset, '.parquet');
      const rows = await duckdbRows(`SELECT * EXCLUDE (geometry) FROM read_parquet('${path}')`);
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        apiRecords(dataset),
        dataset,
      );
    });

    it('DuckDB reads the NDJSON', async () => {
      const rows = await duckdbRows(`SELECT * FROM read_ndjson('${await downloadFile(dataset, '.ndjson')}')`);
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        apiRecords(dataset),
        dataset,
      );
    });

    it('DuckDB reads the GeoJSON', async () => {
      const path = await downloadFile(dataset, '.geojson');
      const rows = await duckdbRows(
        `SELECT unnest(features)::VARCHAR AS feature
         FROM read_json('${path}', columns = {features: 'JSON[]'}, maximum_object_size = 100000000)`,
      );
      const features = rows.map(({ feature }) => JSON.parse(String(feature)) as GeoJsonFeature);
      expectSameFeatures(features, apiRecords(dataset), dataset);
    });

    it('hyparquet reads the GeoParquet with range requests', async () => {
      const file = await asyncBufferFromUrl({ url: downloadUrl(dataset, '.parquet') });
      const rows = (await parquetReadObjects({ file })) as Row[];
      expectSameRecords(
        rows.map((row) => mapValues(row, plainValue)),
        apiRecords(dataset),
        dataset,
      );
      expectSameFeatures(
        rows.map(({ geometry }, index) => ({
          geometry: geometry as GeoJsonFeature['geometry'],
          properties: apiRecords(dataset)[index] ?? {},
        })),
        apiRecords(dataset),
        dataset,
      );
    });

    const gdalEndings = ['.geojson', '.fgb', ...(gdalHasParquet ? ['.parquet'] : [])];
    it.skipIf(!hasGdal).each(gdalEndings)('GDAL reads the %s file over the network', async (ending) => {
      const features = await readWithGdal(downloadUrl(dataset, ending));
      const { identifierField } = dataset;
      // A FlatGeobuf file is in the order of its spatial index.
      const listIndexes = new Map(apiRecords(dataset).map((record, index) => [record[identifierField], index]));
      const listIndex = ({ properties }: GeoJsonFeature): number =>
        listIndexes.get(properties[identifierField] ?? null) ?? -1;
      const inOrder = features.toSorted((a, b) => listIndex(a) - listIndex(b));
      expectSameFeatures(ending === '.fgb' ? inOrder : features, apiRecords(dataset), dataset);
    });

    it.skipIf(!hasGdal)('GDAL reads the CSV over the network', async () => {
      const rows = (await readWithGdal(downloadUrl(dataset, '.csv'))).map(({ properties }) => properties);
      expectSameRecords(rows, csvCells(apiRecords(dataset)), dataset);
    });

    it.skipIf(!hasGdal)('GDAL reads the CSV for spreadsheets over the network', async () => {
      const rows = (await readWithGdal(downloadUrl(dataset, '-spreadsheet.csv'))).map(({ properties }) => properties);
      expectSameRecords(rows.map(withoutApostrophes), csvCells(apiRecords(dataset)), dataset);
    });

    it.skipIf(!hasGdal || dataset.sortKey.comparison !== 'englishCollation')('GDAL reads the KML', async () => {
      const features = await readWithGdal(downloadUrl(dataset, '.kml'));
      // KML has only text values and no null.
      const texts = apiRecords(dataset).map((record) =>
        mapValues(record, (value) => (value === null ? null : String(value))),
      );
      const rows = features.map(({ properties }) =>
        mapValues(properties, (value) => (value === null ? null : String(value))),
      );
      expectSameRecords(
        rows.map((row) => ({ ...allFieldsNull(dataset), ...row })),
        texts,
        dataset,
      );
      expect(features.map(featurePoints)).toEqual(apiRecords(dataset).map((record) => recordPoints(record, dataset)));
    });
  });

  async function duckdbRows(sql: string): Promise<Row[]> {
    return (await duckdb.runAndReadAll(sql)).getRowObjectsJson();
  }
});

/** Converts a row from DuckDB, which returns 64-bit integers as text, and times with a space instead of the T. */
function fromDuckdb(row: Row, { fields }: DatasetDescription): Row {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = row[name] ?? null;
      if (typeof value !== 'string' || type === 'text') return [name, value];
      return [name, type === 'dateTime' ? value.replace(' ', 'T') : Number(value)];
    }),
  );
}

/** Converts a value from hyparquet, which returns 64-bit integers as BigInts and reads times without a zone as UTC. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString().slice(0, 19) : value;
}

/** Reads the features at a URL with GDAL. */
async function readWithGdal(address: string): Promise<GeoJsonFeature[]> {
  const commandLine = [
    '-f',
    'GeoJSON',
    '/vsistdout/',
    `/vsicurl/${address}`,
    '-lco',
    'COORDINATE_PRECISION=15',
    '-dim',
    'XY',
  ];
  const { stdout } = await run('ogr2ogr', commandLine, { maxBuffer: 512 * 1024 * 1024 });
  return (JSON.parse(stdout) as { features: GeoJsonFeature[] }).features;
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** The text of each value in CSV, empty for a null. */
function csvCells(records: readonly DatasetRecord[]): Record<string, string>[] {
  return records.map((record) => mapValues(record, (value) => String(value ?? '')));
}

function withoutApostrophes(row: Row): Row {
  return mapValues(row, (cell) => (typeof cell === 'string' ? fromExportedText(cell) : cell));
}

function allFieldsNull({ fields }: DatasetDescription): Record<string, null> {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

function recordPoints(record: DatasetRecord, { positions }: DatasetDescription): unknown[] {
  return positions.map(({ longitudeField, latitudeField }) => [record[longitudeField], record[latitudeField]]);
}

function featurePoints({ geometry: { type, coordinates } }: GeoJsonFeature): unknown[] {
  return type === 'Point' ? [coordinates] : (coordinates as unknown[]);
}

function expectSameFeatures(
  features: readonly GeoJsonFeature[],
  records: readonly DatasetRecord[],
  dataset: DatasetDescription,
): void {
  expectSameRecords(
    features.map(({ properties }) => ({ ...allFieldsNull(dataset), ...properties })),
    records,
    dataset,
  );
  for (const [index, record] of records.entries()) {
    const feature = features[index];
    expect(feature && featurePoints(feature)).toEqual(recordPoints(record, dataset));
  }
}
