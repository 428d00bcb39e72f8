import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { rightsInWords, type Publication } from '../publication.ts';

/** What an export says about itself, in addition to its records. */
export interface ExportAbout {
  /** What the publisher states about the data. */
  readonly publication?: Publication | undefined;
  /** Made up by the sample generator: wherever a format has room for it, the file says so. */
  readonly sample: boolean;
}

/** What a person calls the dataset, and that it is a sample. */
export function titleOf(dataset: DatasetDescription, { sample }: ExportAbout): string {
  return sample ? `${dataset.title} (sample: invented records)` : dataset.title;
}

/** The meaning of the dataset, then the terms of use and what the publisher stated, in sentences. */
export function descriptionOf(dataset: DatasetDescription, { publication = {} }: ExportAbout): string {
  return `${dataset.meaning} ${rightsInWords(publication)}`;
}
