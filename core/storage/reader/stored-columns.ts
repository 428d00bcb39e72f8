import type { DatasetOutline } from '../../datasets/dataset-description.ts';
import { RecordedTimes } from '../../datasets/recorded-time.ts';
import type { SiteRules } from '../../datasets/site.ts';
import { type ColumnChunk, decodeColumnChunk } from '../columns/column-chunk.ts';
import type { DetailChunk } from '../columns/detail-chunk.ts';
import type { FileReference } from '../format/file-reference.ts';
import { decodeFlatbush, noPoints, type StoredPoints } from '../format/flatbush-file.ts';
import { dataFilePath, manifestPath } from '../format/layout.ts';
import { type ColumnChunkReference, type ColumnTable, decodeColumnTable, decodeDetailTable } from '../format/tables.ts';
import type { DatasetSource } from '../snapshot/dataset-reader.ts';
import { requireRules } from '../snapshot/manifest.ts';
import { decodeFile } from '../snapshot/file-cache.ts';
import { StoredDataError } from '../snapshot/store.ts';

/** Memory of a decoded binary file per byte of the file, measured, rounded up: a two-byte key becomes eight bytes. */
const memoryPerByte = 8;
/** The same of a chunk of columns: texts become arrays of four bytes per record, and some columns are derived from them. */
const memoryPerChunkByte = 5;

/**
 * The columns of one dataset in one version: everything that the explorer reads at startup. The readers of
 * complete records are in `stored-dataset.ts`, which is not loaded until a record is needed. Every method throws
 * StoredDataError.
 */
export class StoredColumns {
  readonly outline: DatasetOutline;
  readonly records: number;
  readonly #source: DatasetSource;
  readonly #isCached: boolean;

  /** `isCached` is false for callers that keep the chunks and points, and so need no second reference to them. */
  constructor(outline: DatasetOutline, source: DatasetSource, isCached = false) {
    this.outline = outline;
    this.#isCached = isCached;
    this.records = source.entry.records;
    this.#source = source;
  }

  async columnTable(): Promise<ColumnTable> {
    const { entry, files, options } = this.#source;
    const table = await files.read(entry.columns, 'bin', decodeColumnTable, options, memoryPerByte);
    requireRecords(entry.columns, 'bin', table.records, this.records);
    return table;
  }

  get dataVersion(): string {
    return this.#source.dataVersion;
  }

  get rules(): SiteRules {
    return requireRules(this.#source);
  }

  /** What the times of the records mean. */
  get times(): RecordedTimes {
    return new RecordedTimes(this.rules.times, this.#source.entry.midnightsAreDates === true);
  }

  async columnChunk(file: ColumnChunkReference): Promise<ColumnChunk> {
    const decode = (bytes: Uint8Array<ArrayBuffer>): ColumnChunk => decodeColumnChunk(this.outline, bytes);
    const chunk = await this.#readContent(file, 'json', decode, memoryPerChunkByte);
    requireRecords(file, 'json', chunk.records, file.records);
    return chunk;
  }

  /** Whether the version has a group of detail columns: trees of earlier releases lack some. */
  hasDetails(group: number): boolean {
    return this.#source.entry.details[group] !== undefined;
  }

  /** The table of the chunks of a group of detail columns. */
  async detailTable(group: number): Promise<ColumnTable> {
    const { entry, files, options } = this.#source;
    const file = entry.details[group];
    if (!file) throw new StoredDataError(manifestPath, `does not name the details ${group} of ${this.outline.name}`);
    const table = await files.read(file, 'bin', decodeDetailTable, options, memoryPerByte);
    requireRecords(file, 'bin', table.records, this.records);
    return table;
  }

  /**
   * The texts of a group of detail columns in one chunk. `identifiers` are those of its records, from `columns`. Their
   * order is not in the file, so files of several chunks can be equal, but not what is read from them.
   */
  async detailChunk(
    group: number,
    file: ColumnChunkReference,
    columns: ColumnChunkReference,
    identifiers: Float64Array,
  ): Promise<DetailChunk> {
    // Loaded with the first details, which most visits do not need.
    const { decodeDetailChunk } = await import('../columns/detail-chunk.ts');
    const fields = this.outline.columns.details[group];
    const decode = (bytes: Uint8Array<ArrayBuffer>): DetailChunk => decodeDetailChunk(fields, identifiers, bytes);
    return this.#readContent(file, 'json', decode, memoryPerChunkByte, ` of ${columns.hash}`);
  }

  /**
   * The texts of a group of detail columns, in list order, chunk by chunk. `identifiers` are those of all records, in
   * list order, from the columns.
   */
  async details(group: number, identifiers: Float64Array): Promise<readonly DetailChunk[]> {
    const [columns, details] = await Promise.all([this.columnTable(), this.detailTable(group)]);
    let start = 0;
    const reads = details.chunks.map((chunk, index) => {
      const run = identifiers.subarray(start, (start += chunk.records));
      return this.detailChunk(group, chunk, columns.chunks[index], run);
    });
    return Promise.all(reads);
  }

  /** The points of the dataset, in the order of its Flatbush index. */
  async points(): Promise<StoredPoints> {
    const { flatbush } = this.#source.entry;
    // The API also sends the bytes of this file, which are cached under its hash.
    return flatbush ? this.#readContent(flatbush, 'bin', decodeFlatbush, 1, ' points') : noPoints;
  }

  async #readContent<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    memory: number,
    form?: string,
  ): Promise<Content> {
    const { files, options } = this.#source;
    if (this.#isCached) return files.read(file, extension, decode, options, memory, form);
    const bytes = await files.readBytes(file, extension, options);
    return decodeFile(dataFilePath({ hash: file.hash, extension }), bytes, decode);
  }
}

/** Checks the number of records of a file. The hash of a file cannot detect a wrong number in the reference to it. */
export function requireRecords(file: FileReference, extension: 'json' | 'bin', found: number, expected: number): void {
  if (found === expected) return;
  const path = dataFilePath({ hash: file.hash, extension });
  throw new StoredDataError(path, `it holds ${found} records, not ${expected}`);
}

export interface DatasetColumns {
  /** In list order. */
  readonly chunks: readonly ColumnChunk[];
  /** Contains every point of the locations in the chunks. */
  readonly points: StoredPoints;
}

/**
 * Reads the columns of a dataset. The chunks are requested in list order, so that the newest records come first
 * where a store limits concurrent reads. `onProgress` is called after each chunk with the number of records read so
 * far. Throws StoredDataError.
 */
export async function readColumns(
  files: StoredColumns,
  onProgress?: (recordsRead: number, records: number) => void,
): Promise<DatasetColumns> {
  const { chunks: references, records } = await files.columnTable();
  let recordsRead = 0;
  const readChunk = async (reference: ColumnChunkReference): Promise<ColumnChunk> => {
    const chunk = await files.columnChunk(reference);
    onProgress?.((recordsRead += chunk.records), records);
    return chunk;
  };
  const [points, chunks] = await Promise.all([files.points(), Promise.all(references.map(readChunk))]);
  for (const [index, { locations }] of chunks.entries()) {
    const unknown = locations.points.find((point) => point >= points.slotOf.length);
    if (unknown === undefined) continue;
    const path = dataFilePath({ hash: references[index].hash, extension: 'json' });
    throw new StoredDataError(path, `its point ${unknown} is not in the index of ${points.slotOf.length} points`);
  }
  return { points, chunks };
}
