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
  programsOnPage,
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

  const recordsOf = (dataset: DatasetDescription): readonly DatasetRecord[] => site.records.get(dataset) ?? [];
  const addressOf = ({ name }: DatasetDescription, ending: string): string =>
    new URL(`downloads/${name}${ending}`, site.address).href;
  const saved = ({ name }: DatasetDescription, ending: string): Promise<string> =>
    download(site, `downloads/${name}${ending}`, folder);

  it('match their checksums under every name', async () => {
    const list = await (await fetch(new URL('downloads/checksums.txt', site.address))).text();
    const lines = list.trim().split('\n');
    expect(lines).toHaveLength(13 * 2);
    for (const line of lines) {
      const [sha256 = '', name = ''] = line.split('  ');
      const bytes = await (await fetch(new URL(`downloads/${name}`, site.address))).arrayBuffer();
      expect([name, createHash('sha256').update(Buffer.from(bytes)).digest('hex')]).toEqual([name, sha256]);
    }
  });

  // Some CSV readers cannot distinguish an empty text from null, so nothing is lost by treating both as null.
  it('have no empty text', () => {
    for (const dataset of datasets) expect(emptyAsNull(recordsOf(dataset))).toEqual(recordsOf(dataset));
  });

  describe.each(datasets)('$name', (dataset) => {
    it('as CSV are read by csv-parse without any option but a header', async () => {
      const text = await (await fetch(addressOf(dataset, '.csv'))).text();
      const [header, ...rows] = parse(text);
      expect(header).toEqual(dataset.fields.map(({ name }) => name));
      const keyed = rows.map((row) => Object.fromEntries(dataset.fields.map(({ name }, index) => [name, row[index]])));
      expectSameRecords(keyed, cellsOf(recordsOf(dataset)), dataset);
    });

    it('as CSV for spreadsheets are read by csv-parse, with apostrophes to remove', async () => {
      const bytes = await readFile(await saved(dataset, '-spreadsheet.csv'));
      const rows: Record<string, string>[] = parse(bytes, { columns: true, bom: true });
      expectSameRecords(rows.map(withoutApostrophes), cellsOf(recordsOf(dataset)), dataset);
    });

    it('as CSV are read by DuckDB with the code of the downloads page, which distinguishes empty texts from null', async () => {
      const lines = await programsOnPage(site);
      const sql = lines.find((line) => line.includes(`'${dataset.name}.csv'`)) ?? '';
      // The test must not write to the folder of the file.
      const rows = await duckdbRows(sql.replace(`'${dataset.name}.csv'`, `'${await saved(dataset, '.csv')}'`));
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        recordsOf(dataset),
        dataset,
      );
    });

    it('as CSV for spreadsheets are read by DuckDB, with apostrophes to remove', async () => {
      const path = await saved(dataset, '-spreadsheet.csv');
      const rows = await duckdbRows(`SELECT * FROM read_csv('${path}', all_varchar = true)`);
      const records = recordsOf(dataset).map((record) => mapValues(record, (value) => value && String(value)));
      expectSameRecords(rows.map(withoutApostrophes), records, dataset);
    });

    it('as GeoParquet are read by DuckDB', async () => {
      const path = await saved(dataset, '.parquet');
      const rows = await duckdbRows(`SELECT * EXCLUDE (geometry) FROM read_parquet('${path}')`);
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        recordsOf(dataset),
        dataset,
      );
    });

    it('as NDJSON are read by DuckDB', async () => {
      const rows = await duckdbRows(`SELECT * FROM read_ndjson('${await saved(dataset, '.ndjson')}')`);
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        recordsOf(dataset),
        dataset,
      );
    });

    it('as GeoJSON are read by DuckDB', async () => {
      const path = await saved(dataset, '.geojson');
      const rows = await duckdbRows(
        `SELECT unnest(features)::VARCHAR AS feature
         FROM read_json('${path}', columns = {features: 'JSON[]'}, maximum_object_size = 100000000)`,
      );
      const features = rows.map(({ feature }) => JSON.parse(String(feature)) as GeoJsonFeature);
      expectSameFeatures(features, recordsOf(dataset), dataset);
    });

    it('as GeoParquet are read by hyparquet, by range requests', async () => {
      const file = await asyncBufferFromUrl({ url: addressOf(dataset, '.parquet') });
      const rows = (await parquetReadObjects({ file })) as Row[];
      expectSameRecords(
        rows.map((row) => mapValues(row, plainValue)),
        recordsOf(dataset),
        dataset,
      );
      expectSameFeatures(
        rows.map(({ geometry }, index) => ({
          geometry: geometry as GeoJsonFeature['geometry'],
          properties: recordsOf(dataset)[index] ?? {},
        })),
        recordsOf(dataset),
        dataset,
      );
    });

    const gdalEndings = ['.geojson', '.fgb', ...(gdalHasParquet ? ['.parquet'] : [])];
    it.skipIf(!hasGdal).each(gdalEndings)('as %s are read by GDAL over the network', async (ending) => {
      const features = await gdalFeatures(addressOf(dataset, ending));
      const { identifierField } = dataset;
      // FlatGeobuf has its own order.
      const positions = new Map(recordsOf(dataset).map((record, index) => [record[identifierField], index]));
      const positionOf = ({ properties }: GeoJsonFeature): number =>
        positions.get(properties[identifierField] ?? null) ?? -1;
      const inOrder = features.toSorted((a, b) => positionOf(a) - positionOf(b));
      expectSameFeatures(ending === '.fgb' ? inOrder : features, recordsOf(dataset), dataset);
    });

    it.skipIf(!hasGdal)('as CSV are read by GDAL over the network', async () => {
      const rows = (await gdalFeatures(addressOf(dataset, '.csv'))).map(({ properties }) => properties);
      expectSameRecords(rows, cellsOf(recordsOf(dataset)), dataset);
    });

    it.skipIf(!hasGdal)('as CSV for spreadsheets are read by GDAL over the network', async () => {
      const rows = (await gdalFeatures(addressOf(dataset, '-spreadsheet.csv'))).map(({ properties }) => properties);
      expectSameRecords(rows.map(withoutApostrophes), cellsOf(recordsOf(dataset)), dataset);
    });

    it.skipIf(!hasGdal || dataset.sortKey.comparison !== 'englishCollation')('as KML are read by GDAL', async () => {
      const features = await gdalFeatures(addressOf(dataset, '.kml'));
      // KML has only text values and no null.
      const texts = recordsOf(dataset).map((record) =>
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
      expect(features.map(pointsIn)).toEqual(recordsOf(dataset).map((record) => pointsOf(record, dataset)));
    });
  });

  async function duckdbRows(sql: string): Promise<Row[]> {
    return (await duckdb.runAndReadAll(sql)).getRowObjectsJson();
  }
});

/** DuckDB returns 64-bit integers as text, and times with a space instead of the T. */
function fromDuckdb(row: Row, { fields }: DatasetDescription): Row {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = row[name] ?? null;
      if (typeof value !== 'string' || type === 'text') return [name, value];
      return [name, type === 'dateTime' ? value.replace(' ', 'T') : Number(value)];
    }),
  );
}

/** A value of hyparquet, which has 64-bit integers and reads times without a zone as UTC. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString().slice(0, 19) : value;
}

/** The features as GDAL reads them from a URL. */
async function gdalFeatures(address: string): Promise<GeoJsonFeature[]> {
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

/** One cell for each value, empty for a null. */
function cellsOf(records: readonly DatasetRecord[]): Record<string, string>[] {
  return records.map((record) => mapValues(record, (value) => String(value ?? '')));
}

function withoutApostrophes(row: Row): Row {
  return mapValues(row, (cell) => (typeof cell === 'string' ? fromExportedText(cell) : cell));
}

function allFieldsNull({ fields }: DatasetDescription): Record<string, null> {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

function pointsOf(record: DatasetRecord, { positions }: DatasetDescription): unknown[] {
  return positions.map(({ longitudeField, latitudeField }) => [record[longitudeField], record[latitudeField]]);
}

function pointsIn({ geometry: { type, coordinates } }: GeoJsonFeature): unknown[] {
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
    expect(feature && pointsIn(feature)).toEqual(pointsOf(record, dataset));
  }
}
