import type { DataFiles } from './data-files.ts';
import { type Directory, type FileReference } from './directory.ts';
import { decodeIdentifierBlock, type IdentifierBlock } from './identifier-block.ts';
import { decodePlaceTile, type PlaceTile } from './place-tile.ts';
import { compactRecords, decodeRecordShard, type RecordShard } from './record-shard.ts';
import type { ReadOptions } from './store.ts';

/** The files of one dataset in one version. Every method throws StoredDataError. */
export class DatasetFiles {
  readonly directory: Directory;
  readonly #files: DataFiles;
  readonly #options: ReadOptions;

  constructor(directory: Directory, files: DataFiles, options: ReadOptions) {
    this.directory = directory;
    this.#files = files;
    this.#options = options;
  }

  /** The same files, read past everything that is remembered on the way. */
  readAnew(): DatasetFiles {
    return new DatasetFiles(this.directory, this.#files, { fresh: true });
  }

  recordShard(file: FileReference): Promise<RecordShard> {
    return this.#files.read(file, 'json', decodeRecordShard, this.#options);
  }

  /** The records of a shard as bytes of an answer; read and forgotten. */
  async recordShardAsAnswer(file: FileReference): Promise<Uint8Array<ArrayBuffer>> {
    return compactRecords(await this.#files.readBytes(file, 'json', this.#options));
  }

  placeTile(file: FileReference): Promise<PlaceTile> {
    return this.#files.read(file, 'bin', decodePlaceTile, this.#options);
  }

  identifierBlock(file: FileReference): Promise<IdentifierBlock> {
    return this.#files.read(file, 'bin', decodeIdentifierBlock, this.#options);
  }
}
