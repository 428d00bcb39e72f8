import type { DatasetOutline } from '../../datasets/dataset-description.ts';
import { type ColumnChunk, decodeColumnChunk } from '../columns/column-chunk.ts';
import { type Locations, locationsOfChunks } from '../columns/locations.ts';
import type { FileReference } from '../format/file-reference.ts';
import { dataFilePath } from '../format/layout.ts';
import { type ColumnChunkReference, type ColumnTable, decodeColumnTable } from '../format/tables.ts';
import type { DatasetSource } from '../snapshot/dataset-reader.ts';
import { decodeFile } from '../snapshot/file-cache.ts';
import { StoredDataError } from '../snapshot/store.ts';

/** The memory of a decoded binary file per byte of the file, measured and rounded up: a key of two bytes becomes eight. */
const memoryPerByte = 8;

/**
 * The column snapshot of one dataset in one version: everything that the explorer reads at its start. The readers of complete
 * records are in `dataset-files.ts`, which need not be loaded until a record is needed. Every method throws StoredDataError.
 */
export class ColumnFiles {
  readonly outline: DatasetOutline;
  /** The number of records, known from the manifest. */
  readonly records: number;
  readonly #source: DatasetSource;

  constructor(outline: DatasetOutline, source: DatasetSource) {
    this.outline = outline;
    this.records = source.entry.records;
    this.#source = source;
  }

  async columnTable(): Promise<ColumnTable> {
    const { entry, files, options } = this.#source;
    const table = await files.read(entry.overview, 'bin', decodeColumnTable, options, memoryPerByte);
    requireRecords(entry.overview, 'bin', table.records, this.records);
    return table;
  }

  /**
   * Not cached, because callers keep the content. The chunk may be encoded relative to `features`, which are awaited while
   * the chunk is being read. Also rejects with the error of `features`.
   */
  async columnChunk(file: ColumnChunkReference, features?: Promise<Locations>): Promise<ColumnChunk> {
    const { files, options } = this.#source;
    const [bytes, featureLocations] = await Promise.all([files.readBytes(file, 'json', options), features]);
    const path = dataFilePath({ hash: file.hash, extension: 'json' });
    const chunk = decodeFile(path, bytes, (content) => decodeColumnChunk(this.outline, content, featureLocations));
    requireRecords(file, 'json', chunk.records, file.records);
    return chunk;
  }
}

/** Checks that a file holds as many records as its reference says. Hashes do not reveal a reference that is wrong. */
export function requireRecords(file: FileReference, extension: 'json' | 'bin', found: number, expected: number): void {
  if (found === expected) return;
  const path = dataFilePath({ hash: file.hash, extension });
  throw new StoredDataError(path, `it holds ${found} records, not ${expected}`);
}

export interface ColumnSnapshotOptions {
  /** Called after each chunk with the number of records read so far. */
  readonly onProgress?: ((recordsRead: number, records: number) => void) | undefined;
  /** The column snapshot, of the same version, of the dataset whose features this one is encoded relative to. */
  readonly featureChunks?: Promise<readonly ColumnChunk[]>;
}

/**
 * All chunks of a dataset's column snapshot, in list order. They are requested in this order too, so that the newest
 * records come first where a store limits concurrent reads. Throws StoredDataError, and the error of `featureChunks`.
 */
export async function readColumnSnapshot(
  files: ColumnFiles,
  { onProgress, featureChunks }: ColumnSnapshotOptions = {},
): Promise<ColumnChunk[]> {
  const { chunks, records } = await files.columnTable();
  let features: Promise<Locations> | undefined;
  let recordsRead = 0;
  return Promise.all(
    chunks.map(async (reference) => {
      const chunk = await files.columnChunk(reference, (features ??= featureChunks?.then(locationsOfChunks)));
      onProgress?.((recordsRead += chunk.records), records);
      return chunk;
    }),
  );
}
