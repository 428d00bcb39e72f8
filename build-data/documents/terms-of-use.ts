import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';

/** Said of sample data wherever anything is said of the data. */
export const sampleNotice = 'This is sample data: every record is invented.';

/** For each point at which a record of the dataset stands, in sentences. */
export function derivationsOf({ positions }: DatasetDescription): readonly string[] {
  return positions.map(
    ({ longitudeField, latitudeField, meaning }) =>
      `${longitudeField} (longitude), ${latitudeField} (latitude): ${meaning}`,
  );
}
