import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { describeRights, type Publication } from '../publication.ts';
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
  return `${dataset.meaning} ${describeRights(publication)}`;
}

/** The tree that exports are written to, which is not published yet. */
export interface ExportTarget {
  /** The path on disk for a path of the tree. Its directory exists. */
  targetOf(path: string): string;
  /** Reports that a file has been written there. */
  expect(path: string): void;
}

const bufferBytes = 1024 * 1024;

/** A file that is written in parts, through a buffer of one megabyte. */
export class FileOutput {
  readonly #file: number;
  readonly #path: string;
  #waiting: Buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;
  #flushed = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#flushed + this.#used;
  }

  text(text: string): void {
    // No character of a string takes more than three bytes.
    if (text.length * 3 > bufferBytes - this.#used) {
      this.bytes(Buffer.from(text));
      return;
    }
    this.#used += this.#waiting.write(text, this.#used);
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > bufferBytes - this.#used) this.#flush();
    if (bytes.length > bufferBytes) {
      this.#write(bytes, this.#flushed);
      this.#flushed += bytes.length;
      return;
    }
    this.#waiting.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Overwrites bytes that were written before. */
  overwrite(position: number, bytes: Uint8Array): void {
    this.#flush();
    this.#write(bytes, position);
  }

  /** Flushes the buffer. */
  finish(): void {
    this.#flush();
  }

  /** Discards the buffer unless `finish` was called before. */
  close(): void {
    closeSync(this.#file);
  }

  /** The hash of the closed file, in hexadecimal. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(this.#path, { highWaterMark: bufferBytes }), hash);
    return hash.digest('hex');
  }

  #flush(): void {
    this.#write(this.#waiting.subarray(0, this.#used), this.#flushed);
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
