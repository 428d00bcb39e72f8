import { execFileSync } from 'node:child_process';

import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { hasProgram, type GeoJsonFeature, readWithGdal } from '../../build-data/exports/testing/outside-programs.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import {
  download,
  emptyAsNull,
  expectSameRecords,
  readCodeSamples,
  serveSite,
  sitesToServe,
  type ServedSite,
} from './served-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Reads each download from the running host with third-party programs: every value of every record must be the same as
 * in the API.
 */

type Row = Readonly<Record<string, unknown>>;

const hasGdal = hasProgram('ogr2ogr');
const gdalFormats = hasGdal ? execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' }) : '';
const gdalHasParquet = gdalFormats.includes('Parquet');
if (hasGdal && !gdalHasParquet) console.warn('GDAL without its Parquet driver: reading GeoParquet with it is SKIPPED.');

describe.each(sitesToServe(inject('soakSites')))('downloads of $title', (siteToServe) => {
  let site: ServedSite;
  const folder = temporaryFolder();
  let duckdb: DuckDBConnection;
  beforeAll(async () => {
    site = await serveSite(siteToServe);
    duckdb = await (await DuckDBInstance.create()).connect();
  });
  afterAll(async () => {
    duckdb.closeSync();
    await site.stop();
  });

  const apiRecords = (dataset: DatasetDescription): readonly DatasetRecord[] => site.records.get(dataset) ?? [];
  const downloadUrl = ({ name }: DatasetDescription, ending: string): string =>
    new URL(`downloads/${name}${ending}`, site.address).href;
  const downloadFile = ({ name }: DatasetDescription, ending: string): Promise<string> =>
    download(site, `downloads/${name}${ending}`, folder);

  // Therefore the CSV tests can compare empty texts as null without hiding a difference.
  it('have no empty texts', () => {
    for (const dataset of datasets) expect(emptyAsNull(apiRecords(dataset))).toEqual(apiRecords(dataset));
  });

  describe.each(datasets)('$name', (dataset) => {
    it.each([
      ['GeoParquet', '.parquet', (path: string) => `SELECT * EXCLUDE (geometry) FROM read_parquet('${path}')`],
      ['NDJSON', '.ndjson', (path: string) => `SELECT * FROM read_ndjson('${path}')`],
    ])('DuckDB reads the %s', async (_, ending, query) => {
      const rows = await duckdbRows(query(await downloadFile(dataset, ending)));
      expectSameRecords(
        rows.map((row) => fromDuckdb(row, dataset)),
        apiRecords(dataset),
        dataset,
      );
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

    it('DuckDB reads the GeoJSON', async () => {
      const path = await downloadFile(dataset, '.geojson');
      const rows = await duckdbRows(
        `SELECT unnest(features)::VARCHAR AS feature
         FROM read_json('${path}', columns = {features: 'JSON[]'}, maximum_object_size = 100000000)`,
      );
      const features = rows.map(({ feature }) => JSON.parse(String(feature)) as GeoJsonFeature);
      expectSameFeatures(features, apiRecords(dataset), dataset);
    });

    it.skipIf(!gdalHasParquet)('GDAL reads the GeoParquet over the network', async () => {
      expectSameFeatures(
        await readWithGdal(`/vsicurl/${downloadUrl(dataset, '.parquet')}`),
        apiRecords(dataset),
        dataset,
      );
    });

    it.skipIf(!hasGdal)('GDAL reads the CSV over the network', async () => {
      const rows = (await readWithGdal(`/vsicurl/${downloadUrl(dataset, '.csv')}`)).map(({ properties }) => properties);
      expectSameRecords(rows, csvCells(apiRecords(dataset)), dataset);
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
