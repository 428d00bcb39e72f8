import type { DatasetOutline } from '../datasets/dataset-description.ts';
import { decodeNamed, type DataFiles } from './data-files.ts';
import type { FileReference } from './file-reference.ts';
import { dataFilePath } from './layout.ts';
import type { ManifestDataset } from './manifest.ts';
import { decodeOverviewPiece } from './overview-piece.ts';
import { decodeOverviewTable, type OverviewPieceReference, type OverviewTable } from './overview-table.ts';
import type { OverviewPiece, Places } from './overview.ts';
import { StoredDataError, type ReadOptions } from './store.ts';

/** What a decoded binary file takes in memory for each of its bytes, as measured and rounded up: a key of two bytes becomes eight. */
const memoryPerByte = 8;

/** Where the files of one dataset in one version are, and how they are read. */
export interface OpenedDataset {
  readonly entry: ManifestDataset;
  readonly files: DataFiles;
  readonly options: ReadOptions;
}

/**
 * The overview of one dataset in one version: all that the explorer reads at first. The readers of whole records are in
 * `dataset-files.ts`, and need not be there as long as nobody asks for one. Every method throws StoredDataError.
 */
export class OverviewFiles {
  readonly outline: DatasetOutline;
  /** The number of records, known from the manifest. */
  readonly records: number;
  readonly #opened: OpenedDataset;

  constructor(outline: DatasetOutline, opened: OpenedDataset) {
    this.outline = outline;
    this.records = opened.entry.records;
    this.#opened = opened;
  }

  async overviewTable(): Promise<OverviewTable> {
    const { entry, files, options } = this.#opened;
    const table = await files.read(entry.overview, 'bin', decodeOverviewTable, options, memoryPerByte);
    requireRecords(entry.overview, 'bin', table.records, this.records);
    return table;
  }

  /**
   * Read and forgotten: whoever asks for an overview keeps what is in it. `known` are the places by which those of the
   * piece may be told; they may come while it is under way. Throws as they do, too.
   */
  async overviewPiece(file: OverviewPieceReference, known?: Promise<Places>): Promise<OverviewPiece> {
    const { files, options } = this.#opened;
    const [bytes, places] = await Promise.all([files.readBytes(file, 'json', options), known]);
    const path = dataFilePath({ hash: file.hash, extension: 'json' });
    const piece = decodeNamed(path, bytes, (content) => decodeOverviewPiece(this.outline, content, places));
    requireRecords(file, 'json', piece.records, file.records);
    return piece;
  }
}

/** A file holds as many records as whatever names it says, or something is amiss that no hash shows. */
export function requireRecords(file: FileReference, extension: 'json' | 'bin', found: number, demanded: number): void {
  if (found === demanded) return;
  const path = dataFilePath({ hash: file.hash, extension });
  throw new StoredDataError(path, `it holds ${found} records, not ${demanded}`);
}
