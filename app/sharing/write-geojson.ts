import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';

const recordsInPiece = 1000;

/**
 * A feature collection after RFC 7946 in pieces of text. Every field of a record is a property of its feature. What has
 * one position is a Point; what has several, as a place has an inshore and an offshore point, is a MultiPoint in the
 * order of the dataset. `metadata` is a foreign member of the collection.
 */
export function writeGeoJson(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
  metadata: Readonly<Record<string, unknown>>,
): readonly string[] {
  const pieces = [`{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`];
  for (let start = 0; start < records.length; start += recordsInPiece) {
    const features = records
      .slice(start, start + recordsInPiece)
      .map((record) => JSON.stringify(featureOf(dataset, record)));
    pieces.push(`${start > 0 ? ',' : ''}\n${features.join(',\n')}`);
  }
  pieces.push('\n]}\n');
  return pieces;
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
