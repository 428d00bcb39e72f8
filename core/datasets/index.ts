import { coastalFeatures } from './coastal-features.ts';
import type { DatasetDescription } from './dataset-description.ts';
import { rawData } from './raw-data.ts';

export { sortKeyComparator } from './outlines.ts';

/** Every dataset of the service, in the order in which a person reads of them. */
export const datasets: readonly DatasetDescription[] = [coastalFeatures, rawData];

/** Finds a dataset by its name in a path; case does not matter. */
export function findDataset(name: string): DatasetDescription | undefined {
  const wanted = name.toLowerCase();
  return datasets.find((dataset) => dataset.name.toLowerCase() === wanted);
}
