import { countAtMost, indexOfLastAtMost } from '../collections/arrays.ts';
import { sortedIndexes } from '../collections/sorted-indexes.ts';
import { type ListPosition, type SortDirection, rankOf } from '../storage/format/tables.ts';
import { recordText } from '../storage/format/tile-records.ts';
import { type Frame, joinRecords } from '../storage/format/record-shard.ts';
import type { Tile, TileShardReference } from '../storage/format/tile.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { type ListPositions, readPositions, shardIndexesOfPositions } from '../storage/reader/list-reader.ts';

/** The estimated memory of a run of records: a reference and two numbers. */
const bytesPerRun = 40;

/** A record found in a tile, and its index in the tile. */
export interface FoundRecord {
  readonly tile: Tile;
  readonly record: number;
}

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

  locate(index: number): FoundRecord {
    const run = indexOfLastAtMost(this.#starts, index);
    const tile = this.#tiles[run];
    if (!tile || !(index < this.#length)) throw new RangeError(`no record at ${index} of ${this.#length}`);
    return { tile, record: index - this.#starts[run] + this.#tileStarts[run] };
  }

  position(index: number): ListPosition {
    const { tile, record } = this.locate(index);
    return { key: tile.keys[record], ordinal: tile.ordinals[record] };
  }

  /** The positions of the records at the given indexes, in their order. */
  positions(indexes: Uint32Array): ListPositions {
    const keys = new Float64Array(indexes.length);
    const ordinals = new Uint32Array(indexes.length);
    for (let at = 0; at < indexes.length; at++) {
      const { key, ordinal } = this.position(indexes[at]);
      keys[at] = key;
      ordinals[at] = ordinal;
    }
    return { keys, ordinals };
  }

  /** The index of the first record in list order; undefined when there are no records. */
  first(direction: SortDirection): number | undefined {
    const [first] = this.#length > 0 ? this.inOrder(direction, 0, 1) : [];
    return first;
  }

  /** The indexes of the records from `start` to `end` (exclusive) in list order. */
  inOrder(direction: SortDirection, start: number, end: number): Uint32Array {
    if (end > largestSelectedPart && this.#length > recordsPerPartition) {
      return this.#inOrderByPartition(direction, start, Math.min(end, this.#length));
    }
    if (end > Math.min(largestSelectedPart, this.#length * largestSelectedShare)) {
      const keys = new Float64Array(this.#length);
      const ordinals = new Uint32Array(this.#length);
      this.#forEachRun((tile, tileStart, tileEnd, from) => {
        keys.set(tile.keys.subarray(tileStart, tileEnd), from);
        ordinals.set(tile.ordinals.subarray(tileStart, tileEnd), from);
      });
      const order = sortPositions(keys, ordinals, direction);
      return start === 0 && end >= order.length ? order : order.slice(start, end);
    }
    return this.#sorted(Uint32Array.from(this.#leading(direction, end)), direction).slice(start, end);
  }

  /** Like `inOrder`, but sorts only the partitions that overlap the requested part. */
  #inOrderByPartition(direction: SortDirection, start: number, end: number): Uint32Array {
    const indexes = new Uint32Array(Math.max(0, end - start));
    let first = 0;
    for (const partition of this.#partitions(direction, recordsPerPartition)) {
      if (first >= end) break;
      const last = first + partition.length;
      if (last > start) {
        const part = this.#sorted(partition, direction).subarray(Math.max(0, start - first), end - first);
        indexes.set(part, Math.max(0, first - start));
      }
      first = last;
    }
    return indexes;
  }

  /**
   * The indexes of all records in list order, in parts that are sorted one after the other: sorting millions of records
   * at once takes much memory, and blocks all other requests. Each part has about `recordsPerPart` records, or more if
   * many have the same key.
   */
  *sortedPartitions(direction: SortDirection, recordsPerPart = recordsPerPartition): Generator<Uint32Array> {
    for (const partition of this.#partitions(direction, recordsPerPart)) yield this.#sorted(partition, direction);
  }

  /** The same parts, each in any order. */
  *#partitions(direction: SortDirection, recordsPerPart: number): Generator<Uint32Array> {
    const bounds = [-Infinity, ...this.#splitters(Math.ceil(this.#length / recordsPerPart)), Infinity];
    if (direction === 'desc') bounds.reverse();
    for (const [index, bound] of bounds.slice(1).entries()) {
      const from = bounds[index];
      const partition = this.#withKeysBetween(Math.min(from, bound), Math.max(from, bound));
      if (partition.length > 0) yield partition;
    }
  }

  #sorted(indexes: Uint32Array, direction: SortDirection): Uint32Array {
    const { keys, ordinals } = this.positions(indexes);
    return sortPositions(keys, ordinals, direction).map((order) => indexes[order]);
  }

  /** Ascending keys that divide the records into about equal parts, estimated from a sample. */
  #splitters(parts: number): number[] {
    const step = Math.max(1, Math.floor(this.#length / (parts * sampledKeysPerPartition)));
    const sample: number[] = [];
    this.#forEachRun(({ keys }, tileStart, tileEnd, from) => {
      // From the first record whose index among all is a multiple of the step.
      for (let record = tileStart + ((step - (from % step)) % step); record < tileEnd; record += step) {
        sample.push(keys[record]);
      }
    });
    const ascending = Float64Array.from(sample).sort();
    const splitters = Array.from(
      { length: Math.max(0, parts - 1) },
      (_, part) => ascending[Math.floor(((part + 1) * ascending.length) / parts)],
    );
    return [...new Set(splitters)];
  }

  /**
   * The indexes of the records with keys from `least`, inclusive, to `bound`, exclusive. Counts them first: a growing
   * list would leave several times its memory for the garbage collector.
   */
  #withKeysBetween(least: number, bound: number): Uint32Array {
    const forEachBetween = (visit: (index: number) => void): void => {
      this.#forEachRun(({ keys }, tileStart, tileEnd, from) => {
        for (let record = tileStart; record < tileEnd; record++) {
          const key = keys[record];
          if (key >= least && key < bound) visit(from + record - tileStart);
        }
      });
    };
    let count = 0;
    forEachBetween(() => count++);
    const indexes = new Uint32Array(count);
    let at = 0;
    forEachBetween((index) => (indexes[at++] = index));
    return indexes;
  }

  /**
   * The indexes of the first `count` records in list order, which must not be more than there are, and of all others
   * with the same key as the last of these, in any order.
   */
  #leading(direction: SortDirection, count: number): number[] {
    // The least `count` numbers so far, ascending. Few are inserted, because most are greater than all of these.
    const least = new Float64Array(count).fill(Infinity);
    let last = Infinity;
    this.#forEachUntil(direction, (number) => {
      if (number >= last) return false;
      const at = countAtMost(least, number);
      least.copyWithin(at + 1, at, count - 1);
      least[at] = number;
      last = least[count - 1];
      return true;
    });
    const leading: number[] = [];
    this.#forEachUntil(direction, (number, index) => {
      if (number > last) return false;
      leading.push(index);
      return true;
    });
    return leading;
  }

  /**
   * Passes the records of each location in the order of `direction`, apart from ties: for each record, its key, negated
   * if keys descend, and its index. When `visit` returns false, continues with the next location.
   */
  #forEachUntil(direction: SortDirection, visit: (number: number, index: number) => boolean): void {
    const sign = -rankOf(1, direction);
    this.#forEachRun(({ keys, recordStarts }, tileStart, tileEnd, from) => {
      let location = indexOfLastAtMost(recordStarts, tileStart);
      for (let start = tileStart; start < tileEnd; location++) {
        const end = Math.min(tileEnd, recordStarts[location + 1]);
        // The keys of a location descend.
        const [first, step] = direction === 'desc' ? [start, 1] : [end - 1, -1];
        for (let record = first; record >= start && record < end; record += step) {
          if (!visit(sign * keys[record], from + record - tileStart)) break;
        }
        start = end;
      }
    });
  }

  /** Passes the tile of each run, the bounds of the run in the tile, and the index of its first record here. */
  #forEachRun(visit: (tile: Tile, tileStart: number, tileEnd: number, from: number) => void): void {
    for (const [run, tile] of this.#tiles.entries()) {
      const from = this.#starts[run];
      const tileStart = this.#tileStarts[run];
      visit(tile, tileStart, tileStart + (this.#starts[run + 1] ?? this.#length) - from, from);
    }
  }
}

/** Larger results are sorted in parts of about this many records. */
export const recordsPerPartition = 100_000;
/** So many that a partition rarely has more than 1.3 times the expected number of records. */
const sampledKeysPerPartition = 100;

/** To find a larger part, sorting all records is as fast as selecting these first. */
const [largestSelectedPart, largestSelectedShare] = [1000, 0.2];

/** Sorts list positions, given as columns, by key and then by ordinal. Returns their indexes in this order. */
export function sortPositions(keys: Float64Array, ordinals: Uint32Array, direction: SortDirection): Uint32Array {
  // Only the index 0: creating the arrays for sorting takes longer than all else.
  if (keys.length === 1) return new Uint32Array(1);
  return sortedIndexes(keys, direction, (a, b) => ordinals[a] - ordinals[b]);
}

/** A result in more tile shards is read from the list, because all its tile shards would be in memory at once. */
const maximumTileShards = 256;
/** A result in this many tile shards or fewer is read from them, whatever the list would cost. */
const fewTileShards = 16;
/**
 * Reading one list shard costs as much as reading this many tile shards: over a network, because of its bytes; from a
 * disk, because all its records are found and their hash is computed.
 */
const tileShardsPerListShard = { network: 2, disk: 16 };
/** A larger result is read in parts, which share tile shards, so the list is not considered. */
const maximumRecordsAtOnce = 5000;

/** Reads a result's records at the given indexes, in their order, as `joinRecords` does. Throws StoredDataError. */
export type FoundRecordReader = (
  files: StoredDataset,
  indexes: Uint32Array,
  frame: Frame,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Chooses how to read the records of a result: from the shards of tiles or from the shards of the list. Records within
 * a few kilometres are in few tile shards; records of half the coast, in order of time, are close together in the list.
 * Throws StoredDataError.
 */
export async function recordReaderFor(
  files: StoredDataset,
  records: FoundRecords,
  indexes: Uint32Array,
): Promise<FoundRecordReader> {
  const readFromList: FoundRecordReader = async (partFiles, partIndexes, frame) =>
    joinRecords(await readPositions(partFiles, records.positions(partIndexes)), frame);
  if (await files.prefersList()) return readFromList;
  const shards = new Set<TileShardReference>();
  for (const index of indexes) {
    shards.add(findShard(records.locate(index)));
    if (shards.size > maximumTileShards) return readFromList;
  }
  if (shards.size > fewTileShards && indexes.length <= maximumRecordsAtOnce) {
    const listShards = new Set(shardIndexesOfPositions(await files.listTable(), records.positions(indexes)));
    const ratio = tileShardsPerListShard[files.hasLowLatency ? 'disk' : 'network'];
    if (listShards.size * ratio < shards.size) return readFromList;
  }
  return (partFiles, partIndexes, frame) => readFromTiles(partFiles, records, partIndexes, frame);
}

async function readFromTiles(
  files: StoredDataset,
  records: FoundRecords,
  indexes: Uint32Array,
  { before, after }: Frame,
): Promise<Uint8Array<ArrayBuffer>> {
  const located = Array.from(indexes, (index) => records.locate(index));
  const shards = located.map(findShard);
  const distinct = Array.from(new Set(shards));
  const read = await Promise.all(distinct.map((shard) => files.tileRecords(shard)));
  const columnsByShard = new Map(distinct.map((shard, order) => [shard, read[order]]));
  const texts = located.map(({ tile, record }, index) => {
    const shard = shards[index];
    const columns = columnsByShard.get(shard);
    if (!columns || record - shard.firstRecord >= columns.records) {
      throw new RangeError(`the columns of record ${record} were not read`);
    }
    const firstPoint = indexOfLastAtMost(tile.recordStarts, record) * tile.pointsPerLocation;
    const { longitudes, latitudes } = tile;
    return recordText(columns, record - shard.firstRecord, {
      key: tile.keys[record],
      longitudes,
      latitudes,
      firstPoint,
    });
  });
  return new TextEncoder().encode(before + texts.join(',') + after);
}

function findShard({ tile, record }: FoundRecord): TileShardReference {
  const shard = tile.shards.findLast(({ firstRecord }) => firstRecord <= record);
  if (!shard) throw new RangeError(`no shard of the tile holds record ${record}`);
  return shard;
}
