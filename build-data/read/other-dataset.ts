import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/index.ts';

/** The names of a dataset's fields, in their order. */
export const fieldNamesOf = (dataset: DatasetDescription): readonly string[] =>
  dataset.fields.map((field) => field.name);

/** The dataset to which column or field names belong if they fit another one better than the one expected. */
export function otherDatasetOf(names: readonly string[], expected: DatasetDescription): DatasetDescription | undefined {
  const found = new Set(names);
  const fit = (dataset: DatasetDescription): number => fieldNamesOf(dataset).filter((name) => found.has(name)).length;
  return datasets.find((dataset) => dataset.name !== expected.name && fit(dataset) > fit(expected));
}
