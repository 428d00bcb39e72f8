import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { rightsInWords, type Publication } from '../publication.ts';

/** A form in which a complete dataset can be downloaded. */
export type ExportFormat = 'csv' | 'spreadsheet' | 'geojson' | 'ndjson' | 'flatgeobuf' | 'geoparquet' | 'kml';

/** A complete dataset as one file, which stands in the tree under two names. */
export interface ExportedFile {
  /** The name of the dataset. */
  readonly dataset: string;
  readonly format: ExportFormat;
  /** What a person calls the file. */
  readonly title: string;
  readonly mediaType: string;
  /** The name that stays, whatever the file holds; relative to the site, like the other. */
  readonly path: string;
  /** The name that changes with the content, which never does. */
  readonly hashedPath: string;
  readonly bytes: number;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

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

/** Where exports are put: a tree that is not published yet. */
export interface ExportTarget {
  /** The path on the disk for a path of the tree; its folder is there. */
  targetOf(path: string): string;
  /** Makes known that a file has been put there. */
  expect(path: string): void;
}
