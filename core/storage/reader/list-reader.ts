import { countWhile, groupIndexes } from '../../collections/arrays.ts';
import type { DatasetDescription } from '../../datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { dataFilePath } from '../format/layout.ts';
import { type RecordBytes, recordInRow, type RecordShard, recordTexts } from '../format/record-shard.ts';
import { compareDescending, type ListPosition, type ListShardReference, type ListTable } from '../format/tables.ts';
import { StoredDataError } from '../snapshot/store.ts';
import type { StoredDataset } from './stored-dataset.ts';

/** The records at the indexes `start` to `end` (exclusive) of the list in descending order, as it is stored. */
export async function readDescending(files: StoredDataset, start: number, end: number): Promise<RecordBytes[]> {
  const table = await files.listTable();
  const records: RecordBytes[] = [];
  const parts = await Promise.all(
    shardsCovering(table, start, end).map(async (shard) => {
      const { read } = await files.openRecordShard(table, shard);
      const from = Math.max(0, start - shard.firstIndex);
      const to = Math.min(shard.records, end - shard.firstIndex);
      return { run: await read(from, to), from, to };
    }),
  );
  for (const { run, from, to } of parts) for (let row = from; row < to; row++) records.push(recordInRow(run, row));
  return records;
}

/**
 * The records at the indexes `start` to `end` (exclusive) of the list in ascending order.
 *
 * Ties are in the same order in both directions, so the ascending list has the groups of tied records in reverse order,
 * but the records of each group in the same order. With n records, a group that covers the descending indexes [g, h)
 * covers the ascending indexes [n - h, n - g). For an ascending index p, the descending index n - 1 - p is therefore in
 * the same group as the requested record, whose descending index is g + (p - (n - h)).
 */
export async function readAscending(files: StoredDataset, start: number, end: number): Promise<RecordBytes[]> {
  const table = await files.listTable();
  const total = table.records;
  const mirroredStart = total - end;
  const mirroredEnd = total - start;
  const parts = await Promise.all(
    shardsCovering(table, mirroredStart, mirroredEnd).map(async (shard) => {
      const { firstIndex } = shard;
      const { tiedWithPrevious } = await files.openRecordShard(table, shard);
      const from = Math.max(0, mirroredStart - firstIndex);
      const to = Math.min(shard.records, mirroredEnd - firstIndex);
      return findTieGroups(shard, tiedWithPrevious)
        .slice(from, to)
        .map((group, offset) => {
          const ascendingIndex = total - 1 - (firstIndex + from + offset);
          const groupStart = firstIndex + group.start;
          const groupEnd = firstIndex + group.end;
          return groupStart + (ascendingIndex - (total - groupEnd));
        });
    }),
  );
  const descendingIndexes = parts.flat().reverse();
  return readIndexes(table, descendingIndexes, rowReader(files, table));
}

/** The records at some indexes of the list in descending order, in the order of the indexes. */
export async function readListed(files: StoredDataset, indexes: Uint32Array): Promise<RecordBytes[]> {
  const table = await files.listTable();
  return readIndexes(table, indexes, rowReader(files, table));
}

function rowReader(files: StoredDataset, table: ListTable): ShardReader {
  return async (shard, rows) => {
    const first = rows.reduce((least, row) => Math.min(least, row), Infinity);
    const last = rows.reduce((most, row) => Math.max(most, row), -1);
    const { read } = await files.openRecordShard(table, shard);
    const run = await read(first, last + 1);
    return rows.map((row) => recordInRow(run, row));
  };
}

/** Positions in the list, by column. */
export interface ListPositions {
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
}

/** The records at the given positions, in their order. Throws StoredDataError when one is missing. */
export async function readPositions(files: StoredDataset, positions: ListPositions): Promise<RecordBytes[]> {
  const table = await files.listTable();
  const { keys, ordinals } = positions;
  const shardIndexes = shardIndexesOfPositions(table, positions);
  const references = Array.from(new Set(shardIndexes), (index) => table.shards[index]).filter(
    (reference) => reference !== undefined,
  );
  const found = await Promise.all(references.map((reference) => files.recordShard(reference)));
  const shards = new Map<ListShardReference | undefined, ShardWithKeys>();
  for (const [order, shard] of found.entries()) {
    const reference = references[order];
    const keys = keysByShard.get(shard) ?? computeKeys(files.dataset, reference, shard);
    keysByShard.set(shard, keys);
    shards.set(reference, { reference, shard, keys });
  }
  return Array.from(keys, (key, at) => {
    const position = { key, ordinal: ordinals[at] };
    const shard = shards.get(table.shards[shardIndexes[at]]);
    const row = shard ? rowOfPosition(shard, position) : -1;
    if (!shard || row < 0) throw missingRecord(shard?.reference, position);
    return recordInRow(shard.shard, row);
  });
}

/** For each position, the index of the shard that would contain it; -1 if it is before the first shard. */
export function shardIndexesOfPositions({ shards }: ListTable, { keys, ordinals }: ListPositions): Int32Array {
  return Int32Array.from(keys, (key, at) => {
    const position = { key, ordinal: ordinals[at] };
    return countShards(shards, ({ first }) => compareDescending(first, position) <= 0) - 1;
  });
}

function missingRecord(shard: ListShardReference | undefined, { key, ordinal }: ListPosition): StoredDataError {
  const path = shard ? dataFilePath({ hash: shard.hash, extension: 'json' }) : 'the list';
  return new StoredDataError(path, `no record with key ${key} and ordinal ${ordinal}`);
}

/** The shards that contain the indexes `start` to `end` (exclusive) of the list. */
function shardsCovering({ shards }: ListTable, start: number, end: number): readonly ListShardReference[] {
  if (end <= start) return [];
  const from = countShards(shards, ({ firstIndex, records }) => firstIndex + records <= start);
  const to = countShards(shards, ({ firstIndex }) => firstIndex < end);
  return shards.slice(from, to);
}

/** The number of shards at the start of the list that satisfy a condition. No later shard may satisfy it. */
function countShards(shards: readonly ListShardReference[], condition: (shard: ListShardReference) => boolean): number {
  return countWhile(shards.length, (index) => condition(shards[index]));
}

/** For each record of a shard, the bounds of its group of ties, relative to the shard's first record. */
function findTieGroups(
  shard: ListShardReference,
  tiedWithPrevious: readonly boolean[],
): { readonly start: number; readonly end: number }[] {
  const groups: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (let index = 1; index <= tiedWithPrevious.length; index++) {
    if (index < tiedWithPrevious.length && tiedWithPrevious[index]) continue;
    const group = {
      start: start === 0 ? -shard.first.ordinal : start,
      end: index === tiedWithPrevious.length ? index + shard.tiedAfter : index,
    };
    for (; start < index; start++) groups.push(group);
  }
  return groups;
}

type ShardReader = (shard: ListShardReference, rows: readonly number[]) => Promise<readonly RecordBytes[]>;

/** Reads each required shard once. The reads start in list order, and a store with a queue preserves this order. */
async function readIndexes(
  { shards }: ListTable,
  indexes: ArrayLike<number>,
  readRows: ShardReader,
): Promise<RecordBytes[]> {
  const all = Array.from(indexes);
  const byShard = groupIndexes(all, (index) => countShards(shards, ({ firstIndex }) => firstIndex <= index) - 1);
  const inListOrder = [...byShard].sort(([one], [other]) => one - other);
  const records = new Array<RecordBytes>(all.length);
  await Promise.all(
    inListOrder.map(async ([shardIndex, requests]) => {
      const shard = shards[shardIndex];
      const rows = requests.map((request) => all[request] - shard.firstIndex);
      const found = await readRows(shard, rows);
      for (const [order, request] of requests.entries()) {
        const record = found[order];
        if (!record) throw new StoredDataError('the list', `the record at index ${all[request]} is missing`);
        records[request] = record;
      }
    }),
  );
  return records;
}

interface ShardWithKeys {
  readonly reference: ListShardReference;
  readonly shard: RecordShard;
  /** The keys of the rows, which descend. */
  readonly keys: Float64Array;
}

/** Cached shards are the same objects each time that they are read. */
const keysByShard = new WeakMap<RecordShard, Float64Array>();

/**
 * The row of the record at a position; -1 when the shard does not contain it. The ordinal counts from the first row
 * with the position's key, which may be in an earlier shard.
 */
function rowOfPosition({ reference: { first }, keys }: ShardWithKeys, { key, ordinal }: ListPosition): number {
  const firstRow = countWhile(keys.length, (row) => keys[row] > key);
  const tiedBefore = firstRow === 0 && key === first.key ? first.ordinal : 0;
  const row = firstRow - tiedBefore + ordinal;
  return keys[row] === key ? row : -1;
}

/**
 * The keys of a shard's rows. A time is read from the record. A rank is not in the record, but ranks are consecutive:
 * the rank decreases by one at every row that is not tied with the previous row.
 */
function computeKeys(dataset: DatasetDescription, { first }: ListShardReference, shard: RecordShard): Float64Array {
  const { field, comparison } = dataset.sortKey;
  if (comparison === 'text') {
    // Quotes inside JSON strings are escaped, so the label occurs only before the field's value.
    const label = `${JSON.stringify(field)}:"`;
    return Float64Array.from(recordTexts(shard), (record) => {
      const start = record.indexOf(label) + label.length;
      return dateTimeToSeconds(record.slice(start, record.indexOf('"', start)));
    });
  }
  let key = first.key;
  return Float64Array.from(shard.starts, (_, row) => (row === 0 || shard.tiedWithPrevious[row] ? key : --key));
}

/** The record with this identifier; undefined when there is none. Throws StoredDataError. */
export async function findRecord(files: StoredDataset, identifier: number): Promise<RecordBytes | undefined> {
  const block = await files.blockOfIdentifier(identifier);
  if (!block) return undefined;
  const record = await files.recordInBlock(await files.identifierBlock(block), identifier);
  if (record && !startsWith(record, `{${JSON.stringify(files.dataset.identifierField)}:${identifier},`)) {
    throw new StoredDataError('the list', `the record stored for ${identifier} has another identifier`);
  }
  return record;
}

function startsWith(bytes: RecordBytes, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[index] !== text.charCodeAt(index)) return false;
  return true;
}
