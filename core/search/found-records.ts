import { countAtMost, groupIndexes, indexOfLastAtMost } from '../collections/arrays.ts';
import { sortedIndexes } from '../collections/sorted-indexes.ts';
import { type ListPosition, type SortDirection, sortRank } from '../storage/format/tables.ts';
import { recordText, type Tile, type TileShardReference } from '../storage/format/tile.ts';
import type { DatasetFiles } from '../storage/reader/dataset-files.ts';
import { readPositions, shardIndexOfPosition } from '../storage/reader/list-reader.ts';

/** The estimated memory of a run of records: a reference and two numbers. */
const bytesPerRun = 40;

/** Records found in tiles. A result can have a million records, so they are stored as runs, not as objects. */
export class FoundRecords {
  readonly #tiles: Tile[] = [];
  /** For each run, the index of its first record in the tile. */
  readonly #tileStarts: number[] = [];
  /** For each run, the index of its first record among all records found. */
  readonly #starts: number[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The memory that these records use, including the columns of their tiles. */
  get memoryInBytes(): number {
    let bytes = this.#starts.length * bytesPerRun;
    for (const { longitudes, latitudes, recordStarts, keys, ordinals } of new Set(this.#tiles)) {
      for (const column of [longitudes, latitudes, recordStarts, keys, ordinals]) bytes += column.byteLength;
    }
    return bytes;
  }

  /** Adds the records `start` to `end` (exclusive) of a tile. */
  addRun(tile: Tile, start: number, end: number): void {
    this.#tiles.push(tile);
    this.#tileStarts.push(start);
    this.#starts.push(this.#length);
    this.#length += end - start;
  }

  /** The tile of a record, and the record's index in the tile. */
  locate(index: number): { readonly tile: Tile; readonly record: number } {
    const run = indexOfLastAtMost(this.#starts, index);
    const tile = this.#tiles[run];
    if (!tile || !(index < this.#length)) throw new RangeError(`no record at ${index} of ${this.#length}`);
    return { tile, record: index - (this.#starts[run] ?? 0) + (this.#tileStarts[run] ?? 0) };
  }

  position(index: number): ListPosition {
    const { tile, record } = this.locate(index);
    return { key: tile.keys[record] ?? Number.NaN, ordinal: tile.ordinals[record] ?? 0 };
  }

  /** The index of the first record in list order; undefined when there are no records. */
  first(direction: SortDirection): number | undefined {
    let first: number | undefined;
    let firstRank = -Infinity;
    let firstOrdinal = Infinity;
    this.#forEachRun((tile, tileStart, tileEnd, from) => {
      for (let record = tileStart; record < tileEnd; record++) {
        const rank = sortRank(tile.keys[record] ?? Number.NaN, direction);
        const ordinal = tile.ordinals[record] ?? 0;
        if (rank < firstRank || (rank === firstRank && ordinal >= firstOrdinal)) continue;
        first = from + record - tileStart;
        firstRank = rank;
        firstOrdinal = ordinal;
      }
    });
    return first;
  }

  /** The indexes of the records from `start` to `end` (exclusive) in list order. */
  inOrder(direction: SortDirection, start: number, end: number): Uint32Array {
    if (end > Math.min(largestSelectedPart, this.#length * largestSelectedShare)) {
      const keys = new Float64Array(this.#length);
      const ordinals = new Uint32Array(this.#length);
      this.#forEachRun((tile, tileStart, tileEnd, from) => {
        keys.set(tile.keys.subarray(tileStart, tileEnd), from);
        ordinals.set(tile.ordinals.subarray(tileStart, tileEnd), from);
      });
      return sortPositions(keys, ordinals, direction).slice(start, end);
    }
    const leading = this.#leading(direction, end);
    const positions = leading.map((index) => this.position(index));
    const keys = Float64Array.from(positions, ({ key }) => key);
    const ordinals = Uint32Array.from(positions, ({ ordinal }) => ordinal);
    return sortPositions(keys, ordinals, direction)
      .slice(start, end)
      .map((index) => leading[index] ?? 0);
  }

  /**
   * The indexes of the first `count` records in list order, which must not be more than there are, and of all others
   * with the same key as the last of these. They are in ascending order.
   */
  #leading(direction: SortDirection, count: number): number[] {
    const sign = -sortRank(1, direction);
    // The least `count` numbers so far, ascending. Few are inserted, because most are greater than all of these.
    const least = new Float64Array(count).fill(Infinity);
    let last = Infinity;
    this.#forEachRun(({ keys }, tileStart, tileEnd) => {
      for (let record = tileStart; record < tileEnd; record++) {
        const number = sign * (keys[record] ?? 0);
        if (number >= last) continue;
        const at = countAtMost(least, number);
        least.copyWithin(at + 1, at, count - 1);
        least[at] = number;
        last = least[count - 1] ?? Infinity;
      }
    });
    const leading: number[] = [];
    this.#forEachRun(({ keys }, tileStart, tileEnd, from) => {
      for (let record = tileStart; record < tileEnd; record++) {
        if (sign * (keys[record] ?? 0) <= last) leading.push(from + record - tileStart);
      }
    });
    return leading;
  }

  /** Passes the tile of each run, the bounds of the run in the tile, and the index of its first record here. */
  #forEachRun(visit: (tile: Tile, tileStart: number, tileEnd: number, from: number) => void): void {
    for (const [run, tile] of this.#tiles.entries()) {
      const from = this.#starts[run] ?? 0;
      const tileStart = this.#tileStarts[run] ?? 0;
      visit(tile, tileStart, tileStart + (this.#starts[run + 1] ?? this.#length) - from, from);
    }
  }
}

/** To find a larger part, sorting all records is as fast as selecting these first. */
const [largestSelectedPart, largestSelectedShare] = [1000, 0.2];

/** Sorts list positions, given as columns, by key and then by ordinal. Returns their indexes in this order. */
export function sortPositions(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  const order = sortedIndexes(keys, direction);
  sortTies(order, keys, ordinals);
  return order;
}

function sortTies(order: Uint32Array, keys: Float64Array, ordinals: Uint32Array): void {
  let start = 0;
  for (let end = 1; end <= order.length; end++) {
    if (end < order.length && keys[order[end] ?? 0] === keys[order[start] ?? 0]) continue;
    if (end - start > 1) order.subarray(start, end).sort((a, b) => (ordinals[a] ?? 0) - (ordinals[b] ?? 0));
    start = end;
  }
}

/** A result in more tile shards is read from the list, because all its tile shards would be in memory at once. */
const maximumTileShards = 256;
/** A result in this many tile shards or fewer is read from them, whatever the list would cost. */
const fewTileShards = 16;
/** Reading one list shard costs as much as reading this many tile shards. */
const tileShardsPerListShard = 2;
/** A larger result is read in parts, which share tile shards, so the list is not considered. */
const maximumRecordsAtOnce = 5000;

/** Reads the texts of a result's records at the given indexes, in their order. Throws StoredDataError. */
export type FoundRecordReader = (files: DatasetFiles, indexes: Uint32Array) => Promise<string[]>;

/**
 * Chooses how to read the records of a result: from the shards of tiles or from the shards of the list. Records within
 * a few kilometres are in few tile shards; records of half the coast, in order of time, are close together in the list.
 * Throws StoredDataError.
 */
export async function chooseRecordReader(
  files: DatasetFiles,
  records: FoundRecords,
  indexes: Uint32Array,
): Promise<FoundRecordReader> {
  const readFromList: FoundRecordReader = (partFiles, partIndexes) =>
    readPositions(
      partFiles,
      Array.from(partIndexes, (index) => records.position(index)),
    );
  if (await files.prefersList()) return readFromList;
  const shards = new Set<TileShardReference>();
  for (const index of indexes) {
    shards.add(findShard(records, index));
    if (shards.size > maximumTileShards) return readFromList;
  }
  if (shards.size > fewTileShards && indexes.length <= maximumRecordsAtOnce) {
    const table = await files.listTable();
    const listShards = new Set(Array.from(indexes, (index) => shardIndexOfPosition(table, records.position(index))));
    if (listShards.size * tileShardsPerListShard < shards.size) return readFromList;
  }
  return (partFiles, partIndexes) => readFromTiles(partFiles, records, partIndexes);
}

async function readFromTiles(files: DatasetFiles, records: FoundRecords, indexes: Uint32Array): Promise<string[]> {
  const byShard = groupIndexes(indexes, (index) => findShard(records, index));
  const texts = new Array<string>(indexes.length);
  await Promise.all(
    Array.from(byShard, async ([shard, indexesInShard]) => {
      const columns = await files.recordColumns(shard);
      for (const index of indexesInShard) {
        const { tile, record } = records.locate(indexes[index] ?? -1);
        texts[index] = recordText(columns, record - shard.firstRecord, {
          key: tile.keys[record] ?? Number.NaN,
          longitudes: tile.longitudes,
          latitudes: tile.latitudes,
          firstPoint: indexOfLastAtMost(tile.recordStarts, record) * tile.pointsPerLocation,
        });
      }
    }),
  );
  return texts;
}

function findShard(records: FoundRecords, index: number): TileShardReference {
  const { tile, record } = records.locate(index);
  const shard = tile.shards.findLast(({ firstRecord }) => firstRecord <= record);
  if (!shard) throw new RangeError(`no shard of the tile holds record ${record}`);
  return shard;
}
