import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';

/*
 * A feature collection after RFC 7946. Every field of a record is a property of its feature, as published. What has one
 * position is a Point; what has several, as a place has an inshore and an offshore point, is a MultiPoint in the order of
 * the dataset.
 */

/** All that stands before the features. `metadata` is a foreign member of the collection. */
export function geoJsonHead(metadata: Readonly<Record<string, unknown>>): string {
  return `{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`;
}

export const geoJsonEnd = '\n]}\n';

/** A feature, with what stands between it and the one before. */
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
