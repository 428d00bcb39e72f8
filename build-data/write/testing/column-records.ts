import fc from 'fast-check';
import { expect } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import type { DatasetFiles } from '../../../core/storage/reader/dataset-files.ts';
import { readColumnSnapshot } from '../../../core/storage/reader/column-files.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import type { RecordTable } from '../record-table.ts';
import { coastalFeature, rawData, rawDataRecord } from './stored-dataset.ts';

/** What an overview is to tell of a record, taken from the record itself. */
function demandedOf(dataset: DatasetDescription, record: DatasetRecord): DatasetRecord {
  const { columnSnapshot, positions, identifierField, sortKey } = dataset;
  const points = positions.flatMap(({ longitudeField, latitudeField }) => [longitudeField, latitudeField]);
  const fields = [
    identifierField,
    columnSnapshot.placeName,
    ...points,
    ...columnSnapshot.texts.map(({ field }) => field),
  ];
  if (dataset === rawData) fields.push(sortKey.field);
  const demanded: Record<string, string | number | null> = {};
  for (const field of fields) demanded[field] = record[field] ?? null;
  const code = String(demanded['ObjectId']);
  if ('ObjectId' in demanded && !/^\d+$/.test(code)) demanded['ObjectId'] = null;
  return demanded;
}

/** The same, put together from a piece. */
function toldOf(dataset: DatasetDescription, piece: ColumnChunk, row: number): DatasetRecord {
  const { columnSnapshot, positions, identifierField, sortKey } = dataset;
  const place = piece.locationOf[row] ?? -1;
  const told: Record<string, string | number | null> = {
    [identifierField]: piece.identifiers[row] ?? null,
    [columnSnapshot.placeName]: piece.locations.names[place] ?? null,
  };
  for (const [point, { longitudeField, latitudeField }] of positions.entries()) {
    told[longitudeField] = piece.locations.longitudes[place * positions.length + point] ?? null;
    told[latitudeField] = piece.locations.latitudes[place * positions.length + point] ?? null;
  }
  for (const { field } of columnSnapshot.texts) {
    const { values, codes } = piece.texts[field] ?? { values: [], codes: [] };
    told[field] = values[codes[row] ?? -1] ?? null;
  }
  if (piece.seconds) told[sortKey.field] = secondsToDateTime(piece.seconds[row] ?? Number.NaN);
  return told;
}

/** The overview that is read tells of every record of a table what the record itself does, in list order. */
export async function expectTold(
  dataset: DatasetDescription,
  files: DatasetFiles,
  table: RecordTable,
  featureChunks?: Promise<readonly ColumnChunk[]>,
): Promise<void> {
  const pieces = await readColumnSnapshot(files, featureChunks && { featureChunks });
  const told = pieces.flatMap((piece) =>
    Array.from({ length: piece.records }, (_, row) => toldOf(dataset, piece, row)),
  );
  const records = Array.from({ length: table.size }, (_, index) => table.record(index));
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
/** Records of a few places, names and codes. */
export const rawRecords = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: -1e6, max: 1e6 }), coordinates, names, codes)
  .map(([identifier, seconds, [longitude, latitude], LocationValue, ObjectId]) =>
    rawDataRecord(identifier, seconds, longitude, latitude, { LocationValue, ObjectId }),
  );
/** Features with names and points that those records have too. */
export const features = fc
  .tuple(fc.maxSafeNat(), names, coordinates, coordinates, names)
  .map(([identifier, name, inshore, offshore, town]) => ({
    ...coastalFeature(identifier, String(name), inshore, offshore),
    CoastalFeatureTownProximityNEW: town,
  }));
