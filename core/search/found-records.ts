import { groupIndexes, indexOfLastAtMost } from '../collections/arrays.ts';
import { type ListPosition, type SortDirection, sortRank } from '../storage/format/tables.ts';
import { textOfRecord, type Tile, type TileShardReference } from '../storage/format/tile.ts';
import type { DatasetFiles } from '../storage/reader/dataset-files.ts';
import { readPositions, shardIndexOfPosition } from '../storage/reader/list-reader.ts';

/** A reference and two numbers, each possibly an object. */
const bytesOfRun = 40;

/** Records found in place tiles, as runs: without an object for each, as there may be a million. */
export class FoundRecords {
  readonly #tiles: Tile[] = [];
  /** For each run where it begins in its tile, and where among all records found. */
  readonly #tileStarts: number[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What keeping these takes, with the tiles they stand in. */
  get memoryInBytes(): number {
    let bytes = this.#starts.length * bytesOfRun;
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

  /** Where the record of an index is: its tile, and its own index there. */
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

  /** The index of the one in front of all others; undefined when there are none. */
  first(direction: SortDirection): number | undefined {
    let first: number | undefined;
    let foremost = -Infinity;
    let least = Infinity;
    for (const [run, tile] of this.#tiles.entries()) {
      const start = this.#starts[run] ?? 0;
      const offset = (this.#tileStarts[run] ?? 0) - start;
      const end = this.#starts[run + 1] ?? this.#length;
      for (let index = start; index < end; index++) {
        const front = sortRank(tile.keys[index + offset] ?? Number.NaN, direction);
        const ordinal = tile.ordinals[index + offset] ?? 0;
        if (front < foremost || (front === foremost && ordinal >= least)) continue;
        first = index;
        foremost = front;
        least = ordinal;
      }
    }
    return first;
  }

  /** The indexes of those that stand at `start` to `end` (exclusive) when all are in order, in that order. */
  inOrder(direction: SortDirection, start: number, end: number): Uint32Array {
    const keys = new Float64Array(this.#length);
    const ordinals = new Uint32Array(this.#length);
    for (const [run, tile] of this.#tiles.entries()) {
      const from = this.#starts[run] ?? 0;
      const tileStart = this.#tileStarts[run] ?? 0;
      const tileEnd = tileStart + (this.#starts[run + 1] ?? this.#length) - from;
      keys.set(tile.keys.subarray(tileStart, tileEnd), from);
      ordinals.set(tile.ordinals.subarray(tileStart, tileEnd), from);
    }
    return orderOfPositions(keys, ordinals, direction).slice(start, end);
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const lowHalf = isLittleEndian ? 0 : 1;
const highHalf = 1 - lowHalf;
const mostKeyDifference = 2 ** 32 - 1;

/**
 * The indexes of positions, given column by column, in list order of a direction: by key, ties by ordinal.
 *
 * A million of them are common, and comparing two at a time in a callback takes a second. So each is packed into one
 * integer of 64 bits, its key above its index, which the platform sorts ten times as fast. Ties then stand by index,
 * and are put right afterwards.
 */
export function orderOfPositions(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  let least = Infinity;
  let most = -Infinity;
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  // Times within 136 years, or ranks: others are rare enough to be compared.
  if (most - least > mostKeyDifference) return orderByComparing(keys, ordinals, direction);

  const packed = new BigUint64Array(keys.length);
  const halves = new Uint32Array(packed.buffer);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    halves[index * 2 + highHalf] = direction === 'asc' ? key - least : most - key;
    halves[index * 2 + lowHalf] = index;
  }
  packed.sort();
  const order = new Uint32Array(keys.length);
  for (let place = 0; place < order.length; place++) order[place] = halves[place * 2 + lowHalf] ?? 0;
  sortTies(order, keys, ordinals);
  return order;
}

function sortTies(order: Uint32Array, keys: Float64Array, ordinals: Uint32Array): void {
  let start = 0;
  for (let place = 1; place <= order.length; place++) {
    if (place < order.length && keys[order[place] ?? 0] === keys[order[start] ?? 0]) continue;
    if (place - start > 1) order.subarray(start, place).sort((a, b) => (ordinals[a] ?? 0) - (ordinals[b] ?? 0));
    start = place;
  }
}

function orderByComparing(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  const sign = direction === 'asc' ? 1 : -1;
  return Uint32Array.from(keys, (_, index) => index).sort(
    (a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || (ordinals[a] ?? 0) - (ordinals[b] ?? 0),
  );
}

/** Up to so many shards by place are remembered while an answer is made; a result in more of them is read by list. */
const mostShards = 256;
/** Up to so many shards by place are fewer than it pays to compare; one by list is as dear as two of them. */
const fewShards = 16;
const shardsForOneOfList = 2;
/** A result of more records than a page has is made in parts, which use the same shards by place again and again. */
const mostRecordsOfPage = 5000;

/** Reads the texts of some of a result's records, in the order of the indexes given. Throws StoredDataError. */
export type FoundRecordReader = (files: DatasetFiles, indexes: Uint32Array) => Promise<string[]>;

/**
 * How best to read the records of a result: from shards by place or by list. Those within some kilometres stand in few
 * shards by place; those of half the coast, in order of time, follow each other closely in the list. Throws
 * StoredDataError.
 */
export async function readerOf(
  files: DatasetFiles,
  records: FoundRecords,
  indexes: Uint32Array,
): Promise<FoundRecordReader> {
  const byList: FoundRecordReader = (from, some) =>
    readPositions(
      from,
      Array.from(some, (one) => records.position(one)),
    );
  const shards = new Set<TileShardReference>();
  for (const index of indexes) {
    shards.add(shardOf(records, index));
    if (shards.size > mostShards) return byList;
  }
  if (shards.size > fewShards && indexes.length <= mostRecordsOfPage) {
    const table = await files.listTable();
    const listShards = new Set(Array.from(indexes, (index) => shardIndexOfPosition(table, records.position(index))));
    if (listShards.size * shardsForOneOfList < shards.size) return byList;
  }
  return (from, some) => readFromPlaces(from, records, some);
}

async function readFromPlaces(files: DatasetFiles, records: FoundRecords, indexes: Uint32Array): Promise<string[]> {
  const byShard = groupIndexes(indexes, (index) => shardOf(records, index));
  const texts = new Array<string>(indexes.length);
  await Promise.all(
    Array.from(byShard, async ([shard, places]) => {
      const columns = await files.recordColumns(shard);
      for (const place of places) {
        const { tile, record } = records.locate(indexes[place] ?? -1);
        texts[place] = textOfRecord(columns, record - shard.firstRecord, {
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

function shardOf(records: FoundRecords, index: number): TileShardReference {
  const { tile, record } = records.locate(index);
  const shard = tile.shards.findLast(({ firstRecord }) => firstRecord <= record);
  if (!shard) throw new RangeError(`no shard of the tile holds record ${record}`);
  return shard;
}
