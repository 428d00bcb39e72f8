import type { DatasetFiles } from '../storage/dataset-files.ts';
import type { PlaceShardReference } from '../storage/place-tile.ts';
import { textOfRecord } from '../storage/record-columns.ts';
import { groupPlaces } from './group-places.ts';
import { lastAtOrBefore } from './last-at-or-before.ts';
import { readPositions, shardIndexOfPosition } from './list-reading.ts';
import type { PlacedRecords } from './placed-records.ts';

/** Up to so many shards by place are remembered while an answer is made; a result in more of them is read by list. */
const mostShards = 256;
/** Up to so many shards by place are fewer than it pays to compare; one by list is as dear as two of them. */
const fewShards = 16;
const shardsForOneOfList = 2;
/** A result of more records than a page has is made in parts, which use the same shards by place again and again. */
const mostRecordsOfPage = 5000;

/** Reads the texts of some of a result's records, in the order of the indexes given. Throws StoredDataError. */
export type PlacedReader = (files: DatasetFiles, indexes: Uint32Array) => Promise<string[]>;

/**
 * How best to read the records of a result: from shards by place or by list. Those within some kilometres stand in few
 * shards by place; those of half the coast, in order of time, follow each other closely in the list. Throws
 * StoredDataError.
 */
export async function readerOf(
  files: DatasetFiles,
  records: PlacedRecords,
  indexes: Uint32Array,
): Promise<PlacedReader> {
  const byList: PlacedReader = (from, some) =>
    readPositions(
      from,
      Array.from(some, (one) => records.position(one)),
    );
  const shards = new Set<PlaceShardReference>();
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

async function readFromPlaces(files: DatasetFiles, records: PlacedRecords, indexes: Uint32Array): Promise<string[]> {
  const byShard = groupPlaces(indexes, (index) => shardOf(records, index));
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
          firstPoint: lastAtOrBefore(tile.recordStarts, record) * tile.pointsPerStanding,
        });
      }
    }),
  );
  return texts;
}

function shardOf(records: PlacedRecords, index: number): PlaceShardReference {
  const { tile, record } = records.locate(index);
  const shard = tile.shards.findLast(({ firstRecord }) => firstRecord <= record);
  if (!shard) throw new RangeError(`no shard of the tile holds record ${record}`);
  return shard;
}
