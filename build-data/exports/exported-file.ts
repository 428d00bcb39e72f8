import { closeSync, openSync, writeSync } from 'node:fs';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import {
  checksumsPath,
  exportEndingOf,
  exportPath,
  exportsRoot,
  hashedExportPath,
} from '../../core/storage/format/layout.ts';
import { describeRights, type Publication } from '../publication.ts';
import type { RecordVisitor } from '../write/record-table.ts';

export type ExportFormat = keyof typeof exportEndingOf;

const exportEndings = Object.values(exportEndingOf);

/** Whether a file name in the exports folder is one that builds give to exports. */
export function isExportName(name: string): boolean {
  const path = `${exportsRoot}/${name.replace(/\.[0-9a-f]{16}(?=\.)/, '')}`;
  return (
    path === checksumsPath ||
    datasets.some((dataset) => exportEndings.some((ending) => path === exportPath(dataset.name, ending)))
  );
}

/** A file with a hash of its content in its name. */
export type HashedExport = Pick<ExportedFile, 'path' | 'sha256'>;

/** The comment before the files of each earlier version. Programs that check the sums skip it. */
const earlierMark = '# Of an earlier version:';

/**
 * The list of checksums in the form that `sha256sum` reads, with names relative to the folder: first all names of the
 * current version, then the remaining files of earlier versions, version by version.
 */
export function checksumList(current: readonly HashedExport[], earlier: readonly (readonly HashedExport[])[]): string {
  const linesOf = (files: readonly HashedExport[]): string[] =>
    files.map(({ sha256, path }) => `${sha256}  ${path.slice(exportsRoot.length + 1)}\n`);
  return [...linesOf(current), ...earlier.flatMap((files) => [`${earlierMark}\n`, ...linesOf(files)])].join('');
}

/**
 * The files with hashed names in a list of checksums, by version, newest first. Skips lines that do not name an export.
 */
export function hashedExportsIn(list: string): readonly (readonly HashedExport[])[] {
  return list.split(/^#.*$/m).map((part) =>
    Array.from(part.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)).flatMap(([, sha256 = '', name = '']) => {
      const path = `${exportsRoot}/${name}`;
      const isExport = datasets.some((dataset) =>
        exportEndings.some((ending) => path === hashedExportPath(dataset.name, sha256, ending)),
      );
      return isExport ? [{ path, sha256 }] : [];
    }),
  );
}

/** A complete dataset as one file, which the tree contains under two names. */
export interface ExportedFile {
  readonly dataset: string;
  readonly format: ExportFormat;
  /** The title of the file, for people. */
  readonly title: string;
  readonly mediaType: string;
  /** The stable path, which does not depend on the content. Both paths are relative to the site. */
  readonly path: string;
  /** The path with a hash of the content. The file at this path never changes. */
  readonly hashedPath: string;
  readonly bytes: number;
  /** The hash of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What an export contains in addition to its records. */
export interface ExportMetadata {
  readonly rules: SiteRules;
  readonly publication: Publication;
  /** Whether the records are generated sample data. Every format with a title says so. */
  readonly sample: boolean;
}

/** The title of the dataset, which says so if the records are sample data. */
export function titleOf(dataset: DatasetDescription, { sample }: ExportMetadata): string {
  return sample ? `${dataset.title} (sample: invented records)` : dataset.title;
}

/** The meaning of the dataset, then the terms of use and what the publisher stated, in sentences. */
export function descriptionOf(dataset: DatasetDescription, { publication }: ExportMetadata): string {
  return `${dataset.meaning} ${describeRights(publication)}`;
}

/** Writes the records that it visits, and the end of the file, if it has one, in `finish`. */
export interface ExportWriter extends RecordVisitor {
  finish?(): void;
}

const bufferBytes = 1024 * 1024;

/** A file that is written in parts, through a buffer of one megabyte. */
export class FileOutput {
  readonly #file: number;
  #buffer: Buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;
  #flushed = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  get length(): number {
    return this.#flushed + this.#used;
  }

  text(text: string): void {
    // No UTF-16 code unit takes more than three bytes of UTF-8.
    if (text.length * 3 > bufferBytes - this.#used) {
      this.bytes(Buffer.from(text));
      return;
    }
    this.#used += this.#buffer.write(text, this.#used);
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > bufferBytes - this.#used) this.#flush();
    if (bytes.length > bufferBytes) {
      this.#write(bytes, this.#flushed);
      this.#flushed += bytes.length;
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Overwrites bytes that were written before. */
  overwrite(position: number, bytes: Uint8Array): void {
    this.#flush();
    this.#write(bytes, position);
  }

  finish(): void {
    this.#flush();
  }

  /** Closes the file. Bytes in the buffer are lost unless `finish` was called before. */
  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used), this.#flushed);
    this.#flushed += this.#used;
    this.#used = 0;
  }

  #write(bytes: Uint8Array, position: number): void {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, position + written);
    }
  }
}
