import fc from 'fast-check';
import { expect } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import type { StoredDataset } from '../../../core/storage/reader/stored-dataset.ts';
import { readColumns } from '../../../core/storage/reader/stored-columns.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import type { StoredPoints } from '../../../core/storage/format/flatbush-file.ts';
import type { DetailChunk } from '../../../core/storage/columns/detail-chunk.ts';
import { encodeTileRecords } from '../../../core/storage/format/tile-records.ts';
import type { DistinctPoints } from '../../../core/geo/distinct-points.ts';
import type { RecordTable } from '../record-table.ts';
import { RecordValues } from '../record-values.ts';
import { columnChunkOf, detailChunkOf } from '../write-columns.ts';
import { coastalFeature, rawData, rawDataRecord } from './stored-dataset.ts';

/** The values that the columns should contain for a record. */
function expectedValuesOf(dataset: DatasetDescription, record: DatasetRecord): DatasetRecord {
  const { columns, positions, identifierField, sortKey } = dataset;
  const points = positions.flatMap(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]);
  const fields = [identifierField, columns.placeName, ...points, ...columns.texts.map(({ field }) => field)];
  if (dataset === rawData) fields.push(sortKey.field);
  const expected: Record<string, string | number | null> = {};
  for (const field of fields) expected[field] = record[field] ?? null;
  const code = String(expected['ObjectId']);
  if ('ObjectId' in expected && !/^\d+$/.test(code)) expected['ObjectId'] = null;
  return expected;
}

/** The values that a column chunk contains for a record. */
function storedValuesOf(
  dataset: DatasetDescription,
  chunk: ColumnChunk,
  { slotOf, longitudes, latitudes }: StoredPoints,
  row: number,
): DatasetRecord {
  const { columns, positions, identifierField, sortKey } = dataset;
  const location = chunk.locationOf[row] ?? -1;
  const stored: Record<string, string | number | null> = {
    [identifierField]: chunk.identifiers[row] ?? null,
    [columns.placeName]: chunk.locations.names[location] ?? null,
  };
  for (const [point, { longitudeField, latitudeField }] of positions.entries()) {
    const slot = slotOf[chunk.locations.points[location * positions.length + point] ?? -1] ?? -1;
    stored[longitudeField] = longitudes[slot] ?? null;
    stored[latitudeField] = latitudes[slot] ?? null;
  }
  for (const { field } of columns.texts) {
    const { values, codes } = chunk.texts[field] ?? { values: [], codes: [] };
    stored[field] = values[codes[row] ?? -1] ?? null;
  }
  if (chunk.seconds) stored[sortKey.field] = secondsToDateTime(chunk.seconds[row] ?? Number.NaN);
  return stored;
}

/** Expects the columns of a table to have the same values as its records, in list order. */
export async function expectSameColumns(
  dataset: DatasetDescription,
  files: StoredDataset,
  table: RecordTable,
): Promise<void> {
  const { chunks, points } = await readColumns(files);
  const stored = chunks.flatMap((chunk) =>
    Array.from({ length: chunk.records }, (_, row) => storedValuesOf(dataset, chunk, points, row)),
  );
  const records = Array.from({ length: table.size }, (_, index) => table.record(index));
  const expected = records.map((record) => expectedValuesOf(dataset, record));
  expect(stored).toHaveLength(expected.length);
  for (const [index, record] of expected.entries()) {
    const found = stored[index] ?? {};
    // Comparing every record with the matcher would take too long.
    if (Object.keys(record).some((field) => !Object.is(record[field], found[field]))) expect(found).toEqual(record);
  }
}

/** Expects the detail columns of a table to have the published texts of its records, in list order. */
export async function expectSameDetails(
  dataset: DatasetDescription,
  files: StoredDataset,
  table: RecordTable,
): Promise<void> {
  const { chunks } = await readColumns(files);
  const identifiers = Float64Array.from(chunks.flatMap((chunk) => Array.from(chunk.identifiers)));
  const records = Array.from({ length: table.size }, (_, index) => table.record(index));
  for (const [group, fields] of dataset.columns.details.entries()) {
    const details = await files.details(group, identifiers);
    for (const field of fields) {
      const stored = details.flatMap((chunk) => {
        const { values, codes } = chunk[field] ?? { values: [], codes: new Uint32Array() };
        return Array.from(codes, (code) => values[code]);
      });
      expect(stored).toEqual(records.map((record) => record[field] ?? null));
    }
  }
}

const names = fc.constantFrom('Cottesloe', 'Cable Beach', 'Back Beach', '', null);
const codes = fc.constantFrom('2980', '0', 'WA7TSE', '29 80', '', '٣', null);
const coordinates = fc.tuple(fc.constantFrom(115.754, 115.7, 0, -180), fc.constantFrom(-32, -31.9953, 0, 90));
const details = fc.record({
  SightingSizeValue: fc.constantFrom('2.5m', 'large', 'NULL', null),
  Distance: fc.constantFrom('50', '1.5', '', null),
  DistanceUnit: fc.constantFrom('m offshore', 'km offshore', null),
  LocationDetail: fc.oneof(fc.constantFrom('circling', null), fc.string({ unit: 'binary' })),
});
/** Records with few distinct points, names and codes. */
export const rawRecords = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: -1e6, max: 1e6 }), coordinates, names, codes, details)
  .map(([identifier, seconds, [longitude, latitude], LocationValue, ObjectId, others]) =>
    rawDataRecord(identifier, seconds, longitude, latitude, { LocationValue, ObjectId, ...others }),
  );
/** Features with the same names and points as `rawRecords`. */
export const features = fc
  .tuple(fc.maxSafeNat(), names, coordinates, coordinates, names)
  .map(([identifier, name, inshore, offshore, town]) => ({
    ...coastalFeature(identifier, String(name), inshore, offshore),
    CoastalFeatureTownProximityNEW: town,
  }));

/** The values of records, in this order. */
export function valuesOf(dataset: DatasetDescription, records: readonly DatasetRecord[]): RecordValues {
  const values = new RecordValues(dataset);
  for (const record of records) values.add(record);
  return values;
}

const rowsOf = (records: readonly DatasetRecord[]): Uint32Array => Uint32Array.from(records.keys());

/** As `columnChunkOf`, of records in list order. */
export function columnChunkOfRecords(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
  points: DistinctPoints,
): ColumnChunk {
  return columnChunkOf(dataset, valuesOf(dataset, records), rowsOf(records), points);
}

export function detailChunkOfRecords(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
  fields: readonly string[],
): DetailChunk {
  return detailChunkOf(valuesOf(dataset, records), rowsOf(records), fields);
}

export function encodeTileRecordsOf(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
): Uint8Array<ArrayBuffer> {
  const values = valuesOf(dataset, records);
  return encodeTileRecords(dataset, records.length, (field) => values.distinct(field, rowsOf(records)));
}
