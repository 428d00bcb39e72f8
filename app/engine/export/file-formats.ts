import { csvHeaderLine, csvRecordLine, toExportedText } from '../../../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';

/*
 * A table for spreadsheets: comments, the header, then the records. Once the comments are removed, a build reads the
 * same records from it: see `core/datasets/csv.ts`.
 */

/** Everything before the records. */
export function csvHead(dataset: DatasetDescription, comments: readonly string[] = []): string {
  return comments.map((comment) => `${commentLine(comment)}\r\n`).join('') + csvHeaderLine(dataset, 'spreadsheet');
}

export function csvLine(dataset: DatasetDescription, record: DatasetRecord): string {
  return csvRecordLine(dataset, record, 'spreadsheet');
}

/** A spreadsheet splits a comment at separators into cells, none of which may be a formula. */
function commentLine(text: string): string {
  return toExportedText(`# ${text.replace(/[\r\n\t]+/g, ' ')}`);
}

/*
 * A feature collection as in RFC 7946. Every field of a record is a property of its feature, as published. A record
 * with one position is a Point. A place, which has an inshore and an offshore point, is a MultiPoint in the order of
 * the dataset.
 */

/** Everything before the features. `metadata` is a foreign member of the collection. */
export function geoJsonHead(metadata: Readonly<Record<string, unknown>>): string {
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`;
}

export const geoJsonEnd = '\n]}\n';

/** A feature, after the separator from the previous one. */
export function geoJsonFeature(dataset: DatasetDescription, record: DatasetRecord, isFirst: boolean): string {
  return `${isFirst ? '' : ','}\n${JSON.stringify(featureOf(dataset, record))}`;
}

function featureOf({ fields, identifierField, positions }: DatasetDescription, record: DatasetRecord): unknown {
  const points = positions.map(({ longitudeField, latitudeField }) => [record[longitudeField], record[latitudeField]]);
  return {
    type: 'Feature',
    id: record[identifierField],
    geometry:
      points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points },
    properties: Object.fromEntries(fields.map(({ name }) => [name, record[name] ?? null])),
  };
}
