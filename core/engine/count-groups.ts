import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import type { Collection } from './collections.ts';
import type { FeatureQuery } from './feature-query.ts';

/** What the features of a collection can be counted by. Times are local: see `recorded-time.ts`. */
export const groupings = {
  RawData: ['species', 'kind', 'year', 'month', 'hour', 'owner', 'place', 'localArea'],
  CoastalFeatures: ['featureType', 'town', 'localArea'],
} as const;

export const maximumGroupings = 3;

/** One group: its values, in the order of the request, and its counts. */
export interface CountedGroup {
  readonly values: readonly (string | number | null)[];
  readonly features: number;
  /** Of `RawData` only: see `tagged-sharks.ts`. */
  readonly sightings?: number;
  readonly visits?: number;
  readonly taggedSharks?: number;
}

/** Groups in ascending order of their values, nulls last. Throws FilterError as `selectFeatures` does. */
export function countGroups(
  files: StoredDataset,
  collection: Collection,
  query: Pick<FeatureQuery, 'filter' | 'near'>,
  groupBy: readonly string[],
): Promise<readonly CountedGroup[]> {
  throw new Error(`not yet ${files.records} ${collection.name} ${groupBy.length} ${String(query)}`);
}
