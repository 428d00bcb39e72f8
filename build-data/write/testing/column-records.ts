import fc from 'fast-check';
import { expect } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import type { DatasetFiles } from '../../../core/storage/reader/dataset-files.ts';
import { readColumnSnapshot } from '../../../core/storage/reader/column-files.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import type { RecordTable } from '../record-table.ts';
import { coastalFeature, rawData, rawDataRecord } from './stored-dataset.ts';

/** The expected columns of a record, taken from the record itself. */
function expectedColumns(dataset: DatasetDescription, record: DatasetRecord): DatasetRecord {
  const { columnSnapshot, positions, identifierField, sortKey } = dataset;
  const points = positions.flatMap(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]);
  const fields = [
    identifierField,
    columnSnapshot.placeName,
    ...points,
    ...columnSnapshot.texts.map(({ field }) => field),
  ];
  if (dataset === rawData) fields.push(sortKey.field);
  const expected: Record<string, string | number | null> = {};
  for (const field of fields) expected[field] = record[field] ?? null;
  const code = String(expected['ObjectId']);
  if ('ObjectId' in expected && !/^\d+$/.test(code)) expected['ObjectId'] = null;
  return expected;
}

/** The columns of a record as decoded from a chunk. */
function decodedColumns(dataset: DatasetDescription, chunk: ColumnChunk, row: number): DatasetRecord {
  const { columnSnapshot, positions, identifierField, sortKey } = dataset;
  const place = chunk.locationOf[row] ?? -1;
  const decoded: Record<string, string | number | null> = {
    [identifierField]: chunk.identifiers[row] ?? null,
    [columnSnapshot.placeName]: chunk.locations.names[place] ?? null,
  };
  for (const [point, { longitudeField, latitudeField }] of positions.entries()) {
    decoded[longitudeField] = chunk.locations.longitudes[place * positions.length + point] ?? null;
    decoded[latitudeField] = chunk.locations.latitudes[place * positions.length + point] ?? null;
  }
  for (const { field } of columnSnapshot.texts) {
    const { values, codes } = chunk.texts[field] ?? { values: [], codes: [] };
    decoded[field] = values[codes[row] ?? -1] ?? null;
  }
  if (chunk.seconds) decoded[sortKey.field] = secondsToDateTime(chunk.seconds[row] ?? Number.NaN);
  return decoded;
}

/** Checks that a column snapshot has the values of every record of a table, in list order. */
export async function expectColumnsOf(
  dataset: DatasetDescription,
  files: DatasetFiles,
  table: RecordTable,
  featureChunks?: Promise<readonly ColumnChunk[]>,
): Promise<void> {
  const chunks = await readColumnSnapshot(files, featureChunks && { featureChunks });
  const decoded = chunks.flatMap((chunk) =>
    Array.from({ length: chunk.records }, (_, row) => decodedColumns(dataset, chunk, row)),
  );
  const records = Array.from({ length: table.size }, (_, index) => table.record(index));
  const expected = records.map((record) => expectedColumns(dataset, record));
  expect(decoded).toHaveLength(expected.length);
  for (const [index, record] of expected.entries()) {
    const found = decoded[index] ?? {};
    if (Object.keys(record).some((field) => !Object.is(record[field], found[field]))) expect(found).toEqual(record);
  }
}

const names = fc.constantFrom('Cottesloe', 'Cable Beach', 'Back Beach', '', null);
const codes = fc.constantFrom('2980', '0', 'WA7TSE', '29 80', '', '٣', null);
const coordinates = fc.tuple(fc.constantFrom(115.754, 115.7, 0, -180), fc.constantFrom(-32, -31.9953, 0, 90));
/** Records with few locations, names and codes. */
export const rawRecords = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: -1e6, max: 1e6 }), coordinates, names, codes)
  .map(([identifier, seconds, [longitude, latitude], LocationValue, ObjectId]) =>
    rawDataRecord(identifier, seconds, longitude, latitude, { LocationValue, ObjectId }),
  );
/** Features with the same names and points as those records. */
export const features = fc
  .tuple(fc.maxSafeNat(), names, coordinates, coordinates, names)
  .map(([identifier, name, inshore, offshore, town]) => ({
    ...coastalFeature(identifier, String(name), inshore, offshore),
    CoastalFeatureTownProximityNEW: town,
  }));
