import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { secondsOfDateTime } from '../../core/datasets/date-time-key.ts';
import { distinct, distinctRows } from '../../core/storage/distinct.ts';
import type { OverviewPiece, OverviewTexts } from '../../core/storage/overview.ts';

/** The overview of records in list order. Distinct places and texts stand in the order in which they occur first. */
export function overviewOf(dataset: DatasetDescription, records: readonly DatasetRecord[]): OverviewPiece {
  const { overview, positions, identifierField, sortKey } = dataset;
  const numbers = (field: string): Float64Array => Float64Array.from(records, (record) => Number(record[field]));
  const names = records.map((record) => textOf(record[overview.placeName]));
  const longitudes = positions.map(({ longitudeField }) => numbers(longitudeField));
  const latitudes = positions.map(({ latitudeField }) => numbers(latitudeField));
  const { first, at: placeOf } = distinctRows([names, ...longitudes, ...latitudes]);
  const ofPlaces = (columns: readonly Float64Array[]): Float64Array =>
    Float64Array.from(first.flatMap((row) => columns.map((column) => column[row] ?? Number.NaN)));
  const isTime = sortKey.comparison === 'text';
  return {
    records: records.length,
    identifiers: numbers(identifierField),
    seconds: isTime
      ? Float64Array.from(records, (record) => secondsOfDateTime(String(record[sortKey.field])))
      : undefined,
    places: {
      names: first.map((row) => names[row] ?? null),
      pointsPerPlace: positions.length,
      longitudes: ofPlaces(longitudes),
      latitudes: ofPlaces(latitudes),
    },
    placeOf,
    texts: Object.fromEntries(overview.texts.map((text) => [text.field, textsOf(records, text)])),
  };
}

function textsOf(
  records: readonly DatasetRecord[],
  { field, only }: DatasetDescription['overview']['texts'][number],
): OverviewTexts {
  const texts = records.map((record) => textOf(record[field]));
  const kept = only === 'digits' ? texts.map((text) => (/^[0-9]+$/.test(text ?? '') ? text : null)) : texts;
  const { first, at } = distinct(kept);
  return { values: first.map((row) => kept[row] ?? null), codes: at };
}

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
