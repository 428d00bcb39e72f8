import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { encodeTileTable, type TileReference } from '../../core/storage/format/tables.ts';
import { encodeRecordColumns, encodeTile, type TileContent } from '../../core/storage/format/tile.ts';
import { type ChunkSizes, contentDefinedChunks, hashOfNumber, maximumShardBytes } from './chunking.ts';
import type { RecordTable } from './record-table.ts';
import { spatialOrder } from './spatial-order.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

type Shard = TileContent['shards'][number] & { readonly indexes: Uint32Array };

/**
 * Writes the records again, grouped by location, and returns the table of the tiles. The first `recentRecords` of the list
 * have separate tiles, so that new records change only a few tiles instead of tiles all along the coast.
 */
export async function writeLocations(
  table: RecordTable,
  recentRecords: number,
  sizes: Pick<ChunkSizes, 'recordsPerLocationShard' | 'shardsPerTile'>,
  sink: TreeSink,
): Promise<FileReference> {
  const tiles: TileReference[] = [];
  for (const order of [spatialOrder(table, 0, recentRecords), spatialOrder(table, recentRecords, table.size)]) {
    const shards = await writeShards(table, order, sizes.recordsPerLocationShard, sink);
    // Another hash than for shards: shards start at records with certain hashes, so the same hash would not be random here.
    const starts = contentDefinedChunks(
      shards.length,
      (shard) => hashOfNumber(-1 - table.identifier(shards[shard]?.indexes[0] ?? 0)),
      () => 1,
      { target: sizes.shardsPerTile, maximumWeight: Infinity },
    );
    for (const [tile, start] of starts.entries()) {
      tiles.push(await writeTile(table, shards.slice(start, starts[tile + 1]), sink));
    }
  }
  return writeHashed(encodeTileTable(tiles), 'bin', sink);
}

async function writeShards(
  table: RecordTable,
  order: Uint32Array,
  recordsPerShard: number,
  sink: TreeSink,
): Promise<Shard[]> {
  const starts = contentDefinedChunks(
    order.length,
    (place) => hashOfNumber(table.identifier(order[place] ?? 0)),
    (place) => table.textBytes(order[place] ?? 0),
    { target: recordsPerShard, maximumWeight: maximumShardBytes },
  );
  const shards: Shard[] = [];
  for (const [shard, start] of starts.entries()) {
    const indexes = order.subarray(start, starts[shard + 1]);
    const records = Array.from(indexes, (index) => table.record(index));
    const file = await writeHashed(encodeRecordColumns(table.dataset, records), 'json', sink);
    shards.push({ ...file, records: indexes.length, indexes });
  }
  return shards;
}

async function writeTile(table: RecordTable, shards: readonly Shard[], sink: TreeSink): Promise<TileReference> {
  const locations = locationsOf(
    table,
    shards.flatMap(({ indexes }) => Array.from(indexes)),
  );
  const content = { pointsPerLocation: table.positionsPerRecord, locations, shards };
  const file = await writeHashed(encodeTile(content), 'bin', sink);
  const reference = { ...file, records: 0, newestKey: -Infinity, oldestKey: Infinity };
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { longitudes, latitudes, records } of locations) {
    reference.records += records.length;
    for (const { key } of records) {
      reference.newestKey = Math.max(reference.newestKey, key);
      reference.oldestKey = Math.min(reference.oldestKey, key);
    }
    box.west = Math.min(box.west, ...longitudes);
    box.east = Math.max(box.east, ...longitudes);
    box.south = Math.min(box.south, ...latitudes);
    box.north = Math.max(box.north, ...latitudes);
  }
  return { ...reference, ...box };
}

/** Records that follow each other and stand at the same points make one location. */
function locationsOf(table: RecordTable, indexes: readonly number[]): TileContent['locations'] {
  const locations: (TileContent['locations'][number] & { records: { key: number; ordinal: number }[] })[] = [];
  const points = Array.from({ length: table.positionsPerRecord }, (_, point) => point);
  let last = -1;
  for (const index of indexes) {
    if (last < 0 || !table.hasSamePoints(index, last)) {
      locations.push({
        longitudes: points.map((point) => table.longitude(index, point)),
        latitudes: points.map((point) => table.latitude(index, point)),
        records: [],
      });
    }
    locations.at(-1)?.records.push({ key: table.key(index), ordinal: table.ordinal(index) });
    last = index;
  }
  return locations;
}
