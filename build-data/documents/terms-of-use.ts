import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';

/** What whoever uses the data is asked to read and to pass on, in sentences. */
export const termsOfUse: readonly string[] = [
  'Whoever uses the location search or the nearest record must take into account how the coordinates were derived.',
  'A record of RawData stands at a point of a coastal feature, not where the animal was: reports under 1,000 m offshore ' +
    'stand at its inshore point, others at its offshore point.',
  'So a distance from the answer of a search is a distance to that point of the feature, never to an animal, and many ' +
    'records share exactly one place. Pass this on wherever a person reads a position or a distance.',
];

/** Said of sample data wherever anything is said of the data. */
export const sampleNotice = 'This is sample data: every record is invented.';

/** For each point at which a record of the dataset stands, in sentences. */
export function derivationsOf({ positions }: DatasetDescription): readonly string[] {
  return positions.map(
    ({ longitudeField, latitudeField, meaning }) =>
      `${longitudeField} (longitude), ${latitudeField} (latitude): ${meaning}`,
  );
}
