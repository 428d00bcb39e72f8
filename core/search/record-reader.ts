import type { DatasetFiles } from '../storage/reader/dataset-files.ts';
import type { TileShardReference } from '../storage/format/tile.ts';
import { textOfRecord } from '../storage/format/record-columns.ts';
import { groupIndexes } from '../collections/grouping.ts';
import { indexOfLastAtMost } from '../collections/binary-search.ts';
import { readPositions, shardIndexOfPosition } from '../storage/reader/list-reader.ts';
import type { FoundRecords } from './found-records.ts';

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
