import { countWhile, groupIndexes } from '../../collections/arrays.ts';
import type { DatasetDescription } from '../../datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { dataFilePath } from '../format/layout.ts';
import type { RecordShard } from '../format/record-shard.ts';
import { compareDescending, type ListPosition, type ListShardReference, type ListTable } from '../format/tables.ts';
import { StoredDataError } from '../snapshot/store.ts';
import type { DatasetFiles } from './dataset-files.ts';

/**
 * The record texts at the indexes `start` to `end` (exclusive) of the list in descending order, the order in which it
 * is stored.
 */
export async function readDescending(files: DatasetFiles, start: number, end: number): Promise<string[]> {
  const table = await files.listTable();
  const parts = await Promise.all(
    shardsCovering(table, start, end).map(async (shard) => {
      const { read } = await files.openRecordShard(table, shard);
      return read(Math.max(0, start - shard.firstIndex), Math.min(shard.records, end - shard.firstIndex));
    }),
  );
  return parts.flat();
}

/**
 * The record texts at the indexes `start` to `end` (exclusive) of the list in ascending order.
 *
 * Ties are in the same order in both directions, so the ascending list has the groups of tied records in reverse order,
 * but the records of each group in the same order. With n records, a group that covers the descending indexes [g, h)
 * covers the ascending indexes [n - h, n - g). For an ascending index p, the descending index n - 1 - p is therefore in
 * the same group as the requested record, whose descending index is g + (p - (n - h)).
 */
export async function readAscending(files: DatasetFiles, start: number, end: number): Promise<string[]> {
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
  return readIndexes(table, descendingIndexes, async (shard, rows) => {
    const first = rows.reduce((least, row) => Math.min(least, row), Infinity);
    const last = rows.reduce((most, row) => Math.max(most, row), -1);
    const { read } = await files.openRecordShard(table, shard);
    const texts = await read(first, last + 1);
    return rows.map((row) => texts[row - first]);
  });
}

/** The record texts at the given positions, in the order of `positions`. Throws StoredDataError when one is missing. */
export async function readPositions(files: DatasetFiles, positions: readonly ListPosition[]): Promise<string[]> {
  const table = await files.listTable();
  const byShard = groupIndexes(positions, (position) => shardIndexOfPosition(table, position));
  const texts = new Array<string>(positions.length);
  await Promise.all(
    Array.from(byShard, async ([shardIndex, indexes]) => {
      const reference = table.shards[shardIndex];
      const shard = reference && (await files.recordShard(reference));
      for (const index of indexes) {
        const position = positions[index];
        const row = shard && position && rowOfPosition(files.dataset, reference, shard, position);
        const text = row === undefined ? undefined : shard?.records[row];
        if (text === undefined) throw missingRecord(reference, position);
        texts[index] = text;
      }
    }),
  );
  return texts;
}

/** The index of the shard that would contain a position of the list; -1 if it is before the first shard. */
export function shardIndexOfPosition({ shards }: ListTable, position: ListPosition): number {
  return countShards(shards, ({ first }) => compareDescending(first, position) <= 0) - 1;
}

function missingRecord(shard: ListShardReference | undefined, position: ListPosition | undefined): StoredDataError {
  const path = shard ? dataFilePath({ hash: shard.hash, extension: 'json' }) : 'the list';
  return new StoredDataError(path, `no record with key ${position?.key} and ordinal ${position?.ordinal}`);
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
  return countWhile(shards.length, (index) => {
    const shard = shards[index];
    return shard !== undefined && condition(shard);
  });
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

type ShardReader = (shard: ListShardReference, rows: readonly number[]) => Promise<readonly (string | undefined)[]>;

/** Reads each required shard once. The reads start in list order, and a store with a queue preserves this order. */
async function readIndexes(
  { shards }: ListTable,
  indexes: ArrayLike<number>,
  readRows: ShardReader,
): Promise<string[]> {
  const all = Array.from(indexes);
  const byShard = groupIndexes(all, (index) => countShards(shards, ({ firstIndex }) => firstIndex <= index) - 1);
  const inListOrder = [...byShard].sort(([one], [other]) => one - other);
  const texts = new Array<string>(all.length);
  await Promise.all(
    inListOrder.map(async ([shardIndex, requests]) => {
      const shard = shards[shardIndex];
      const rows = requests.map((request) => (all[request] ?? -1) - (shard?.firstIndex ?? 0));
      const found = shard ? await readRows(shard, rows) : [];
      for (const [order, request] of requests.entries()) {
        const text = found[order];
        if (text === undefined) throw new StoredDataError('the list', `the record at index ${all[request]} is missing`);
        texts[request] = text;
      }
    }),
  );
  return texts;
}

const keysByShard = new WeakMap<RecordShard, Float64Array>();

/**
 * The row of the record at a position; undefined when the shard does not contain it. Rows are in descending order of
 * keys. The ordinal counts from the first row with the position's key, which may be in an earlier shard.
 */
export function rowOfPosition(
  dataset: DatasetDescription,
  reference: ListShardReference,
  shard: RecordShard,
  position: ListPosition,
): number | undefined {
  let keys = keysByShard.get(shard);
  if (!keys) keysByShard.set(shard, (keys = computeKeys(dataset, reference, shard)));
  const shardKeys = keys;
  const firstRow = countWhile(shardKeys.length, (row) => (shardKeys[row] ?? -Infinity) > position.key);
  const tiedBefore = firstRow === 0 && position.key === reference.first.key ? reference.first.ordinal : 0;
  const row = firstRow - tiedBefore + position.ordinal;
  return keys[row] === position.key ? row : undefined;
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
    return Float64Array.from(shard.records, (record) => {
      const start = record.indexOf(label) + label.length;
      return dateTimeToSeconds(record.slice(start, record.indexOf('"', start)));
    });
  }
  let key = first.key;
  return Float64Array.from(shard.records, (_, row) => (row === 0 || shard.tiedWithPrevious[row] ? key : --key));
}

/** The text of the record with this identifier; undefined when there is none. Throws StoredDataError. */
export async function findRecord(files: DatasetFiles, identifier: number): Promise<string | undefined> {
  const block = await files.blockOfIdentifier(identifier);
  if (!block) return undefined;
  const text = await files.recordInBlock(await files.identifierBlock(block), identifier);
  if (text !== undefined && !text.startsWith(`{${JSON.stringify(files.dataset.identifierField)}:${identifier},`)) {
    throw new StoredDataError('the list', `the record stored for ${identifier} has another identifier`);
  }
  return text;
}
