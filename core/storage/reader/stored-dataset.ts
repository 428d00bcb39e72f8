import { countWhile } from '../../collections/arrays.ts';
import type { DatasetDescription } from '../../datasets/dataset-description.ts';
import { checksumOfPart, MalformedBytesError } from '../format/bytes.ts';
import type { FileReference } from '../format/file-reference.ts';
import { decodeIdentifierBlock, type IdentifierBlock, storedRecordOf } from '../format/identifier-block.ts';
import { dataFilePath } from '../format/layout.ts';
import { decodeTileRecords, type TileRecords } from '../format/tile-records.ts';
import {
  bytesAfterRecord,
  compactRecords,
  decodeRecordShard,
  decodeShardLayout,
  recordAtOffset,
  recordAtStart,
  type RecordBytes,
  type RecordRun,
  type RecordShard,
  recordsInPart,
  recordTexts,
} from '../format/record-shard.ts';
import {
  decodeIdentifierTable,
  decodeListTable,
  decodeTileTable,
  type IdentifierBlockReference,
  type ListShardReference,
  type ListTable,
  type TileReference,
  type TileTable,
} from '../format/tables.ts';
import {
  decodeTile,
  decodeTilePositions,
  type Tile,
  type TilePositions,
  type TileShardReference,
} from '../format/tile.ts';
import type { DatasetSource, Snapshot } from '../snapshot/dataset-reader.ts';
import { type DataFiles, decodeFile } from '../snapshot/file-cache.ts';
import type { ManifestDataset } from '../snapshot/manifest.ts';
import { type ReadOptions, StoredDataError } from '../snapshot/store.ts';
import { StoredColumns, requireRecords } from './stored-columns.ts';

/**
 * The memory of a decoded file per byte of the file, measured and rounded up. The records of a shard remain the bytes
 * of the file, plus a little per record. Columns of integers and of indexes become arrays of few bytes per record, and
 * columns of texts become strings. In binary files, an integer of one or two bytes becomes up to
 * eight. Coordinates in space are computed for each point of a tile, which weigh more if only its positions are read.
 */
const memoryPerByte = { shard: 1.1, layout: 0.1, columns: 2.5, positions: 9, binary: 8 } as const;

/** Over a typical network, fewer bytes than this arrive faster than a further request would take. */
const fewBytes = 65_536;

export interface OpenedShard {
  /** As in `RecordShard`. */
  readonly tiedWithPrevious: readonly boolean[];
  /** The rows `from` to `to` (exclusive). Rejects with StoredDataError. */
  read(from: number, to: number): Promise<RecordRun>;
}

/**
 * The files of one dataset in one version: four tables, each read when a response needs it, and the files that they
 * list. Every method throws StoredDataError.
 */
export class StoredDataset extends StoredColumns {
  readonly dataset: DatasetDescription;
  readonly #source: DatasetSource;
  readonly #entry: ManifestDataset;
  readonly #files: DataFiles;
  readonly #options: ReadOptions;

  constructor(dataset: DatasetDescription, source: DatasetSource) {
    super(dataset, source, true);
    this.dataset = dataset;
    this.#source = source;
    this.#entry = source.entry;
    this.#files = source.files;
    this.#options = source.options;
  }

  readWith(options: ReadOptions): StoredDataset {
    return new StoredDataset(this.dataset, { ...this.#source, options });
  }

  async listTable(): Promise<ListTable> {
    const { list } = this.#entry;
    const table = await this.#read(list, 'bin', decodeListTable);
    requireRecords(list, 'bin', table.records, this.records);
    return table;
  }

  async tileTable(): Promise<TileTable> {
    const { tiles } = this.#entry;
    const table = await this.#read(tiles, 'bin', decodeTileTable);
    requireRecords(tiles, 'bin', table.records, this.records);
    return table;
  }

  /** The block that has the record with an identifier, if there is such a record; undefined if there is no block. */
  async blockOfIdentifier(identifier: number): Promise<IdentifierBlockReference | undefined> {
    const { identifiers } = this.#entry;
    const file = lastAtMost(identifiers, ({ first }) => first, identifier);
    if (!file) return undefined;
    const blocks = await this.#read(file, 'bin', decodeIdentifierTable);
    return lastAtMost(blocks, ({ firstIdentifier }) => firstIdentifier, identifier);
  }

  async recordShard(file: ListShardReference): Promise<RecordShard> {
    const shard = await this.#read(file, 'json', decodeRecordShard, memoryPerByte.shard);
    requireRecords(file, 'json', shard.starts.length, file.records);
    return shard;
  }

  /** Whether files are read as quickly as from a local disk. */
  get hasLowLatency(): boolean {
    return this.#files.preferredReads(0) !== undefined;
  }

  /** Whether reading from the list is fastest, because all its shards fit into the cache of a host with a disk. */
  async prefersList(): Promise<boolean> {
    // Over a network, the table is not read only to find out.
    if (!this.hasLowLatency) return false;
    const { bytes } = await this.listTable();
    return this.#files.preferredReads(bytes * memoryPerByte.shard) === 'whole files';
  }

  /** A shard of the list with this table, for a few of its records. */
  async openRecordShard(table: ListTable, file: ListShardReference): Promise<OpenedShard> {
    if (this.#files.preferredReads(table.bytes * memoryPerByte.shard) !== 'parts') {
      const shard = await this.recordShard(file);
      return { tiedWithPrevious: shard.tiedWithPrevious, read: () => Promise.resolve(shard) };
    }
    // The whole file is read once, and its hash checked. Then each record has a checksum.
    const layout = await this.#read(file, 'json', decodeShardLayout, memoryPerByte.layout, ' layout');
    requireRecords(file, 'json', layout.starts.length, file.records);
    return {
      tiedWithPrevious: layout.tiedWithPrevious,
      read: async (from, to) => {
        const offset = layout.starts[from];
        const range = { offset, length: Math.max(0, layout.ends[to - 1] - offset) };
        const part = await this.#files.readPart(file, 'json', range, this.#options);
        const path = dataFilePath({ hash: file.hash, extension: 'json' });
        return decodeFile(path, part, (bytes) => recordsInPart(layout, bytes, from, to));
      },
    };
  }

  /** The records of a shard as they are in a response; not cached. */
  async compactRecordShard(file: ListShardReference): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = compactRecords(await this.#files.readBytes(file, 'json', this.#options));
    const commas = Math.max(0, file.records - 1);
    if (bytes.length === file.recordBytes + commas) return bytes;
    const path = dataFilePath({ hash: file.hash, extension: 'json' });
    throw new StoredDataError(path, `its records take ${bytes.length - commas} bytes, not ${file.recordBytes}`);
  }

  /**
   * The records in some rows of a shard, in the order of the rows; undefined for a row that does not exist. The shard
   * itself is not cached.
   */
  async recordsInShard(file: ListShardReference, rows: readonly number[]): Promise<readonly (string | undefined)[]> {
    const bytes = await this.#files.readBytes(file, 'json', this.#options);
    const shard = decodeFile(dataFilePath({ hash: file.hash, extension: 'json' }), bytes, decodeRecordShard);
    requireRecords(file, 'json', shard.starts.length, file.records);
    const texts = recordTexts(shard);
    return rows.map((row) => texts[row]);
  }

  async tile(file: TileReference): Promise<Tile> {
    const tile = await this.#read(file, 'bin', decodeTile);
    requireRecords(file, 'bin', tile.keys.length, file.records);
    return tile;
  }

  tiles(files: readonly TileReference[]): Promise<readonly Tile[]> {
    return Promise.all(files.map((file) => this.tile(file)));
  }

  /**
   * The positions in each tile. Whole tiles are read from a disk, or if all their other parts together have fewer than
   * `fewBytes` bytes, because tiles that contain results are needed next.
   */
  tilePositions(tiles: readonly TileReference[]): Promise<readonly TilePositions[]> {
    const restBytes = tiles.reduce((sum, { bytes, positionsBytes }) => sum + bytes - positionsBytes, 0);
    const readsWholeTiles = this.hasLowLatency || restBytes < fewBytes;
    return readsWholeTiles ? this.tiles(tiles) : Promise.all(tiles.map((tile) => this.#positionsOf(tile)));
  }

  async #positionsOf(file: TileReference): Promise<TilePositions> {
    const { bytes, positionsBytes, positionsChecksum, records } = file;
    const decode = (start: Uint8Array<ArrayBuffer>): TilePositions => {
      if (checksumOfPart(start) !== positionsChecksum) throw new MalformedBytesError('its positions are damaged');
      return decodeTilePositions(start, bytes);
    };
    const memory = memoryPerByte.positions;
    const positions = await this.#files.read(file, 'bin', decode, this.#options, memory, ' positions', positionsBytes);
    requireRecords(file, 'bin', positions.recordStarts[positions.recordStarts.length - 1], records);
    return positions;
  }

  async tileRecords(file: TileShardReference): Promise<TileRecords> {
    const decode = (bytes: Uint8Array<ArrayBuffer>): TileRecords => decodeTileRecords(this.dataset, bytes);
    const columns = await this.#read(file, 'json', decode, memoryPerByte.columns);
    requireRecords(file, 'json', columns.records, file.records);
    return columns;
  }

  identifierBlock(file: FileReference): Promise<IdentifierBlock> {
    return this.#read(file, 'bin', decodeIdentifierBlock);
  }

  /**
   * The record with an identifier; undefined when the block has no such identifier. The record is read alone, unless
   * all shards fit into the cache of a host that reads them from a disk. It is a copy, because a cached response would
   * otherwise keep the whole shard in memory.
   */
  async recordInBlock(block: IdentifierBlock, identifier: number): Promise<RecordBytes | undefined> {
    const stored = storedRecordOf(block, identifier);
    if (!stored) return undefined;
    const { shard, offset, checksum } = stored;
    const memoryOfShards = this.records * block.longestRecord * memoryPerByte.shard;
    const path = dataFilePath({ hash: shard.hash, extension: 'json' });
    if (this.#files.preferredReads(memoryOfShards) === 'whole files') {
      const content = await this.#read(shard, 'json', decodeRecordShard, memoryPerByte.shard);
      const record = recordAtOffset(content, offset);
      if (record === undefined) throw new StoredDataError(path, `no record at ${offset}`);
      return record.slice();
    }
    const range = { offset, length: block.longestRecord + bytesAfterRecord };
    const part = await this.#files.readPart(shard, 'json', range, this.#options);
    const record = decodeFile(path, part, recordAtStart);
    if (checksumOfPart(record) !== checksum) throw new StoredDataError(path, `the record at ${offset} is damaged`);
    return record.slice();
  }

  /** Like `DataFiles.cached`, for content that is derived only from the tiles of this dataset. */
  cachedForTiles<Content>(key: string, compute: () => { readonly content: Content; readonly bytes: number }): Content {
    return this.#files.cached(`${this.#entry.tiles.hash} ${key}`, compute);
  }

  #read<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    memory: number = memoryPerByte.binary,
    form = '',
  ): Promise<Content> {
    return this.#files.read(file, extension, decode, this.#options, memory, form);
  }
}

/** The last item whose number is at most `limit`. The numbers must ascend. */
function lastAtMost<Item>(items: readonly Item[], numberOf: (item: Item) => number, limit: number): Item | undefined {
  return items[countWhile(items.length, (index) => numberOf(items[index]) <= limit) - 1];
}

/** Opens a dataset without reading files. Throws StoredDataError when the manifest does not name the dataset. */
export function openDataset(snapshot: Snapshot, dataset: DatasetDescription): StoredDataset {
  return new StoredDataset(dataset, snapshot.source(dataset));
}
