import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { rightsInWords, type Publication } from '../publication.ts';
import type { ExportFormat } from './export-names.ts';

/** A complete dataset as one file, which the tree has under two names. */
export interface ExportedFile {
  /** The name of the dataset. */
  readonly dataset: string;
  readonly format: ExportFormat;
  /** The title of the file, for people. */
  readonly title: string;
  readonly mediaType: string;
  /** The stable name, whatever the content; relative to the site, like the other. */
  readonly path: string;
  /** The name that contains a hash of the content, and so always means the same content. */
  readonly hashedPath: string;
  readonly bytes: number;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What an export says about itself, in addition to its records. */
export interface ExportAbout {
  /** What the publisher states about the data. */
  readonly publication?: Publication | undefined;
  /** Whether the records are generated sample data. Every format that has room for a title says so. */
  readonly sample: boolean;
}

/** The title of the dataset; says if it is a sample. */
export function titleOf(dataset: DatasetDescription, { sample }: ExportAbout): string {
  return sample ? `${dataset.title} (sample: invented records)` : dataset.title;
}

/** The meaning of the dataset, then the terms of use and what the publisher stated, in sentences. */
export function descriptionOf(dataset: DatasetDescription, { publication = {} }: ExportAbout): string {
  return `${dataset.meaning} ${rightsInWords(publication)}`;
}

/** The tree that exports are written to, which is not published yet. */
export interface ExportTarget {
  /** The path on disk for a path of the tree. Its directory exists. */
  targetOf(path: string): string;
  /** Reports that a file has been written there. */
  expect(path: string): void;
}
