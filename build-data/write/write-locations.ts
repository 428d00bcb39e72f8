import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import { checksumOfPart } from '../../core/storage/format/bytes.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { encodeTileTable, type TileReference } from '../../core/storage/format/tables.ts';
import { encodeTileRecords } from '../../core/storage/format/tile-records.ts';
import { encodeTile, type TileContent } from '../../core/storage/format/tile.ts';
import { type ChunkSizes, contentDefinedChunks, hashOfNumber, maximumShardBytes } from './chunking.ts';
import type { RunFiles } from './earlier-records.ts';
import { RunWriter } from './run-writer.ts';
import type { RecordTable, RecordVisitor } from './record-table.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

type TileSizes = Pick<ChunkSizes, 'recordsPerLocationShard' | 'shardsPerTile'>;
type Shard = TileContent['shards'][number] & { readonly indexes: Uint32Array };

/**
 * Writes the records a second time, grouped by location, and returns the table of the tiles, and the runs of their
 * shards. The first `recentRecords` of the list have separate tiles, so that new records change only a few tiles instead of
 * tiles all along the coast. `visitors` visit all records in spatial order.
 */
export async function writeLocations(
  table: RecordTable,
  recentRecords: number,
  sizes: TileSizes,
  sink: TreeSink,
  visitors: readonly RecordVisitor[],
): Promise<{ readonly tiles: FileReference; readonly runs: RunFiles }> {
  const order = spatialOrder(table);
  table.visitRecords(visitors, order);
  const writer = new RunWriter('tiles', table, sink);
  const isRecent = (index: number): boolean => index < recentRecords;
  const recentTiles = await writeTiles(table, order.filter(isRecent), sizes, writer, sink);
  const olderTiles = await writeTiles(
    table,
    order.filter((index) => !isRecent(index)),
    sizes,
    writer,
    sink,
  );
  const tiles = await writeHashed(encodeTileTable([...recentTiles, ...olderTiles]), 'bin', sink);
  return { tiles, runs: writer.runs };
}

/** Writes the tiles of the records with these indexes, in this order. */
async function writeTiles(
  table: RecordTable,
  order: Uint32Array,
  sizes: TileSizes,
  writer: RunWriter,
  sink: TreeSink,
): Promise<TileReference[]> {
  const shardStarts = contentDefinedChunks(
    order.length,
    (position) => hashOfNumber(table.identifier(order[position])),
    (position) => table.textBytes(order[position]),
    { target: sizes.recordsPerLocationShard, maximumWeight: maximumShardBytes },
  );
  const shards: Shard[] = [];
  for (const [shard, start] of shardStarts.entries()) {
    const indexes = order.subarray(start, shardStarts[shard + 1]);
    const [file] = await writer.write(indexes, () => [
      encodeTileRecords(table.dataset, indexes.length, (field) => table.distinct(field, indexes)),
    ]);
    shards.push({ ...file, records: indexes.length, indexes });
  }
  // Not the hash used for shards: all shards start at records with certain hashes, so that hash would not be random.
  const starts = contentDefinedChunks(
    shards.length,
    (shard) => hashOfNumber(-1 - table.identifier(shards[shard].indexes[0])),
    () => 1,
    { target: sizes.shardsPerTile, maximumWeight: Infinity },
  );
  const tiles: TileReference[] = [];
  for (const [tile, start] of starts.entries()) {
    tiles.push(await writeTile(table, shards.slice(start, starts[tile + 1]), sink));
  }
  return tiles;
}

async function writeTile(table: RecordTable, shards: readonly Shard[], sink: TreeSink): Promise<TileReference> {
  const locations = locationsOf(
    table,
    shards.flatMap(({ indexes }) => Array.from(indexes)),
  );
  const content = { pointsPerLocation: table.positionsPerRecord, locations, shards };
  const { bytes, positionsBytes } = encodeTile(content);
  const positionsChecksum = checksumOfPart(bytes.subarray(0, positionsBytes));
  const file = { ...(await writeHashed(bytes, 'bin', sink)), positionsBytes, positionsChecksum };
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

/** Consecutive records with the same points form one location. */
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

/**
 * The indexes of the records, sorted to keep neighbours together: by the index of their first point on a Hilbert curve,
 * then by all their coordinates, then in list order. Records with the same points are therefore adjacent.
 */
function spatialOrder(table: RecordTable): Uint32Array {
  const curve = Float64Array.from({ length: table.size }, (_, index) =>
    hilbertIndex(table.longitude(index, 0), table.latitude(index, 0)),
  );
  return sortedIndexes(curve, 'asc', (a, b) => comparePoints(table, a, b));
}

function comparePoints(table: RecordTable, a: number, b: number): number {
  for (let point = 0; point < table.positionsPerRecord; point++) {
    const difference =
      table.longitude(a, point) - table.longitude(b, point) || table.latitude(a, point) - table.latitude(b, point);
    if (difference !== 0) return difference;
  }
  return 0;
}

const bitsPerAxis = 20;
const cells = 2 ** bitsPerAxis;

/**
 * The index of a position on a Hilbert curve over the globe: positions near each other on the curve are near each other
 * on the map. The grid is fixed (cells of about 40 m), so that the index of a position does not depend on other data.
 * Uses the usual bitwise construction, from the largest square down.
 */
export function hilbertIndex(longitude: number, latitude: number): number {
  let x = Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells));
  let y = Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells));
  let number = 0;
  for (let side = cells / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const upper = (y & side) > 0 ? 1 : 0;
    number += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = cells - 1 - x;
        y = cells - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return number;
}
