import type { DatasetDescription } from '../datasets/dataset-description.ts';
import type { DataFiles } from './data-files.ts';
import type { FileReference } from './file-reference.ts';
import { decodeIdentifierBlock, type IdentifierBlock } from './identifier-block.ts';
import { decodeIdentifierTable, type IdentifierBlockReference } from './identifier-table.ts';
import type { DataVersion } from './data-library.ts';
import { dataFilePath } from './layout.ts';
import { decodeListTable, type ListShardReference, type ListTable } from './list-table.ts';
import type { ManifestDataset } from './manifest.ts';
import { OverviewFiles, requireRecords, type OpenedDataset } from './overview-files.ts';
import { decodePlaceTable, type PlaceTable, type PlaceTileReference } from './place-table.ts';
import { decodePlaceTile, type PlaceShardReference, type PlaceTile } from './place-tile.ts';
import { decodeRecordColumns, type RecordColumns } from './record-columns.ts';
import {
  compactRecords,
  decodeRecordRows,
  decodeRecordShard,
  type RecordRows,
  type RecordShard,
} from './record-shard.ts';
import { StoredDataError, type ReadOptions } from './store.ts';

/**
 * What a decoded file takes in memory for each of its bytes, as measured and rounded up. Records of a shard stay one
 * text, with a little for each; columns are taken apart, and keep the texts that were asked for; of binary files a key of
 * two bytes becomes eight, and a place gets its coordinates in space.
 */
const memoryPerByte = { shard: 2, columns: 5, binary: 8 } as const;

/**
 * The files of one dataset in one version: four tables, each read when an answer needs it, and what they name.
 * Every method throws StoredDataError.
 */
export class DatasetFiles extends OverviewFiles {
  readonly dataset: DatasetDescription;
  readonly #entry: ManifestDataset;
  readonly #files: DataFiles;
  readonly #options: ReadOptions;

  constructor(dataset: DatasetDescription, opened: OpenedDataset) {
    super(dataset, opened);
    this.dataset = dataset;
    this.#entry = opened.entry;
    this.#files = opened.files;
    this.#options = opened.options;
  }

  /** The same files, read in another way. */
  readWith(options: ReadOptions): DatasetFiles {
    return new DatasetFiles(this.dataset, { entry: this.#entry, files: this.#files, options });
  }

  async listTable(): Promise<ListTable> {
    const { list } = this.#entry;
    const table = await this.#read(list, 'bin', decodeListTable);
    requireRecords(list, 'bin', table.records, this.records);
    return table;
  }

  async placeTable(): Promise<PlaceTable> {
    const { places } = this.#entry;
    const table = await this.#read(places, 'bin', decodePlaceTable);
    requireRecords(places, 'bin', table.records, this.records);
    return table;
  }

  identifierTable(): Promise<readonly IdentifierBlockReference[]> {
    return this.#read(this.#entry.identifiers, 'bin', decodeIdentifierTable);
  }

  async recordShard(file: ListShardReference): Promise<RecordShard> {
    const shard = await this.#read(file, 'json', decodeRecordShard, memoryPerByte.shard);
    requireRecords(file, 'json', shard.records.length, file.records);
    return shard;
  }

  /** The records of a shard as bytes of an answer; read and forgotten. */
  async recordShardAsAnswer(file: ListShardReference): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = compactRecords(await this.#files.readBytes(file, 'json', this.#options));
    const commas = Math.max(0, file.records - 1);
    if (bytes.length === file.recordBytes + commas) return bytes;
    const path = dataFilePath({ hash: file.hash, extension: 'json' });
    throw new StoredDataError(path, `its records take ${bytes.length - commas} bytes, not ${file.recordBytes}`);
  }

  /** The records in some rows of a shard, in the order asked for; the shard itself is read and forgotten. */
  async recordsInShard(file: ListShardReference, rows: readonly number[]): Promise<RecordRows['records']> {
    const shard = await this.#files.readOnce(file, 'json', (bytes) => decodeRecordRows(bytes, rows), this.#options);
    requireRecords(file, 'json', shard.count, file.records);
    return shard.records;
  }

  async placeTile(file: PlaceTileReference): Promise<PlaceTile> {
    const tile = await this.#read(file, 'bin', decodePlaceTile);
    requireRecords(file, 'bin', tile.keys.length, file.records);
    return tile;
  }

  async recordColumns(file: PlaceShardReference): Promise<RecordColumns> {
    const columns = await this.#read(
      file,
      'json',
      (bytes) => decodeRecordColumns(this.dataset, bytes),
      memoryPerByte.columns,
    );
    requireRecords(file, 'json', columns.records, file.records);
    return columns;
  }

  identifierBlock(file: FileReference): Promise<IdentifierBlock> {
    return this.#read(file, 'bin', decodeIdentifierBlock);
  }

  /** What follows from the places of this dataset alone, as `DataFiles.derived`; `question` is asked of them. */
  derivedFromPlaces<Content>(
    question: string,
    make: () => { readonly content: Content; readonly bytes: number },
  ): Content {
    return this.#files.derived(`${this.#entry.places.hash} ${question}`, make);
  }

  #read<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    memory: number = memoryPerByte.binary,
  ): Promise<Content> {
    return this.#files.read(file, extension, decode, this.#options, memory);
  }
}

/** The files of a dataset; nothing is read yet. Throws StoredDataError when the version does not name it. */
export function openDataset(version: DataVersion, dataset: DatasetDescription): DatasetFiles {
  return new DatasetFiles(dataset, version.opened(dataset));
}
