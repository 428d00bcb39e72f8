import type { DatasetDescription } from './dataset-description.ts';

/** What a field of a record follows from, when not from a column of its own. */
export type FieldSource = 'column' | 'sortKey' | { readonly longitudeOf: number } | { readonly latitudeOf: number };

/**
 * For each field of a dataset, in order, where its value is kept: the points at which a record stands, and a sort key
 * that is a time, are known from where the record is found, and need not be kept with it again.
 */
export function fieldSources(dataset: DatasetDescription): readonly FieldSource[] {
  return dataset.fields.map(({ name, type }) => {
    if (name === dataset.sortKey.field && type === 'dateTime') return 'sortKey';
    const longitudeOf = dataset.positions.findIndex(({ longitudeField }) => longitudeField === name);
    if (longitudeOf >= 0) return { longitudeOf };
    const latitudeOf = dataset.positions.findIndex(({ latitudeField }) => latitudeField === name);
    return latitudeOf >= 0 ? { latitudeOf } : 'column';
  });
}
