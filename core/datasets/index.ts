import { coastalFeatures } from './coastal-features.ts';
import type { DatasetDescription } from './dataset-description.ts';
import { rawData } from './raw-data.ts';

/** Every dataset of the service, in the order in which a person reads of them. */
export const datasets: readonly DatasetDescription[] = [coastalFeatures, rawData];

/** Finds a dataset by its name in a path; case does not matter. */
export function findDataset(name: string): DatasetDescription | undefined {
  const wanted = name.toLowerCase();
  return datasets.find((dataset) => dataset.name.toLowerCase() === wanted);
}

/** Compares two sort keys of a dataset, ascending. */
export function sortKeyComparator(dataset: DatasetDescription): (a: string, b: string) => number {
  if (dataset.sortKey.comparison === 'text') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator('en', { sensitivity: 'accent' }).compare;
}
