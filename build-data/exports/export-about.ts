import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';

/** What an export tells of itself, beside its records. */
export interface ExportAbout {
  /** Made up by the sample generator: wherever a format has room for it, the file says so. */
  readonly sample: boolean;
}

/** What a person calls the dataset, and that it is a sample. */
export function titleOf(dataset: DatasetDescription, { sample }: ExportAbout): string {
  return sample ? `${dataset.title} (sample: invented records)` : dataset.title;
}
