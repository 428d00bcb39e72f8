import type { DatasetDescription, FieldType, PositionDescription } from '../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../datasets/datasets.ts';

/** The records of a dataset as features, each with one point. */
export interface Collection {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly dataset: DatasetDescription;
  /** The index of the features' points among the positions of the dataset. */
  readonly position: number;
}

function collectionOf(dataset: DatasetDescription, position: number, name: string, title: string): Collection {
  const { meaning } = positionOf({ dataset, position });
  return { name, title, description: `${dataset.meaning} ${meaning}`, dataset, position };
}

export function positionOf({ dataset, position }: Pick<Collection, 'dataset' | 'position'>): PositionDescription {
  const description = dataset.positions[position];
  if (!description) throw new RangeError(`${dataset.name} has no position ${position}`);
  return description;
}

export const collections: readonly Collection[] = [
  collectionOf(rawData, 0, rawData.name, 'Sightings and detections'),
  collectionOf(coastalFeatures, 0, coastalFeatures.name, 'Coastal features, inshore points'),
  collectionOf(coastalFeatures, 1, 'CoastalFeaturesOffshore', 'Coastal features, offshore points'),
];

/** The name of the point of a feature in filters. */
export const geometryName = 'geometry';

/** Something that a filter, an order or a selection of properties can name. */
export interface Queryable {
  readonly name: string;
  readonly type: FieldType | 'geometry';
}

/** Everything that filters of a collection can name: its fields, under their names, and the point. */
export function queryablesOf({ dataset }: Collection): readonly Queryable[] {
  return [...dataset.fields, { name: geometryName, type: 'geometry' }];
}
