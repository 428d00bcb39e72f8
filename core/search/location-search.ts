import { boxesAround, distanceToBoxAtLeast, distanceToBoxAtMost, type SearchBox } from '../geo/distance-bounds.ts';
import { geodesicDistanceInMetres } from '../geo/geodesic.ts';
import { PointIndex } from '../geo/point-index.ts';
import { forEachRunWithin, nearestPoints } from '../geo/point-search.ts';
import type { Position } from '../geo/wgs84.ts';
import {
  firstRankOf,
  type SortDirection,
  rankOf,
  type TileReference,
  type TileTable,
} from '../storage/format/tables.ts';
import type { TilePositions } from '../storage/format/tile.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { FoundRecords, recordsPerPartition } from './found-records.ts';

export interface RadiusResult {
  readonly total: number;
  readonly records: FoundRecords;
  /** The indexes in `records` of the requested part, in list order. */
  readonly indexes: Uint32Array;
}

/**
 * Finds the records within `radiusInMetres` of the centre, edge included: their number, and those from `start` to `end`
 * (exclusive) in list order. Throws StoredDataError.
 *
 * The records of a tile that is entirely within the radius are counted without reading the tile; of a tile that crosses
 * the edge, only the positions are needed for that. A tile is read completely only if its newest and oldest keys show
 * that it can contain a record of the requested part.
 */
export async function findWithinRadius(
  files: StoredDataset,
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
  start: number,
  end: number,
): Promise<RadiusResult> {
  const { surelyWithin, undecided } = tilesAround(await files.tileTable(), centre, radiusInMetres);
  const positions = await files.tilePositions(undecided);
  const undecidedParts = undecided.flatMap((reference, index) => {
    const positionsOfTile = positions[index];
    return positionsOfTile ? [partWithin(reference, positionsOfTile, centre, radiusInMetres)] : [];
  });
  const parts = [...surelyWithin.map(wholeTile), ...undecidedParts.filter((part) => part.records > 0)].sort(
    (a, b) => firstRankOf(b.reference, direction) - firstRankOf(a.reference, direction),
  );
  const total = countRecords(parts);
  const records = new FoundRecords();
  // A page beyond the last page needs only the count.
  if (start >= total) return { total, records, indexes: new Uint32Array() };
  const read = async (needed: readonly TilePart[]): Promise<void> => {
    const tiles = await files.tiles(needed.map(({ reference }) => reference));
    for (const [index, { runs }] of needed.entries()) {
      const tile = tiles[index];
      if (tile) for (const [from, to] of runs) records.addRun(tile, from, to);
    }
  };

  const first = leadingParts(parts, end);
  await read(first);
  const rest = parts.slice(first.length);
  // If the result has `end` records or more, at least that many have been read. An unread tile is needed only if it can
  // contain a record that comes before the `end`-th of them.
  const [last] = rest.length > 0 ? records.inOrder(direction, end - 1, end) : [];
  if (last !== undefined) {
    const lastRank = rankOf(records.position(last).key, direction);
    await read(rest.filter(({ reference }) => firstRankOf(reference, direction) >= lastRank));
  }
  return { total, records, indexes: records.inOrder(direction, start, end) };
}

interface TilePart {
  readonly reference: TileReference;
  readonly records: number;
  /** The indexes of these records in the tile, each run from its start to its end (exclusive). */
  readonly runs: readonly (readonly [start: number, end: number])[];
}

const wholeTile = (reference: TileReference): TilePart => ({
  reference,
  records: reference.records,
  runs: [[0, reference.records]],
});

function partWithin(
  reference: TileReference,
  positions: TilePositions,
  centre: Position,
  radiusInMetres: number,
): TilePart {
  const runs: [number, number][] = [];
  let records = 0;
  recordsWithin(positions, centre, radiusInMetres, (from, to) => {
    runs.push([from, to]);
    records += to - from;
  });
  return { reference, records, runs };
}

export interface CompleteResult {
  readonly records: FoundRecords;
  /** The indexes in `records` of all records, in list order: see `FoundRecords.sortedPartitions`. */
  readonly partitions: Iterable<Uint32Array>;
}

/** The indexes of all records of a result, in list order, at once. */
export function allIndexes({ records, partitions }: CompleteResult): Uint32Array {
  const indexes = new Uint32Array(records.length);
  let length = 0;
  for (const partition of partitions) {
    indexes.set(partition, length);
    length += partition.length;
  }
  return indexes;
}

/**
 * Finds all records within `radiusInMetres` of the centre, edge included. A result can have a million records and be
 * requested many times at once, so it is cached and shared. Throws StoredDataError.
 */
export async function findAllWithinRadius(
  files: StoredDataset,
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
): Promise<CompleteResult> {
  const { surelyWithin, undecided } = tilesAround(await files.tileTable(), centre, radiusInMetres);
  const [tilesWithin, undecidedTiles] = await Promise.all([files.tiles(surelyWithin), files.tiles(undecided)]);
  const key = `within ${radiusInMetres} of ${centre.longitude} ${centre.latitude} ${direction}`;
  return files.cachedForTiles(key, () => {
    const records = new FoundRecords();
    for (const tile of tilesWithin) records.addRun(tile, 0, tile.keys.length);
    for (const tile of undecidedTiles) {
      recordsWithin(tile, centre, radiusInMetres, (from, to) => {
        records.addRun(tile, from, to);
      });
    }
    // A longer result is sorted again for each response: its indexes would stay in memory until the last one ends.
    const isShort = records.length <= recordsPerPartition;
    const partitions = isShort
      ? [records.inOrder(direction, 0, records.length)]
      : { [Symbol.iterator]: () => records.sortedPartitions(direction) };
    const bytes = records.memoryInBytes + (isShort ? records.length * Uint32Array.BYTES_PER_ELEMENT : 0);
    return { content: { records, partitions }, bytes };
  });
}

/** The shortest start of a list of parts that has at least this number of records. */
function leadingParts(parts: readonly TilePart[], records: number): readonly TilePart[] {
  let sum = 0;
  const last = parts.findIndex((part) => (sum += part.records) >= records);
  return last < 0 ? parts : parts.slice(0, last + 1);
}

function countRecords(parts: readonly TilePart[]): number {
  return parts.reduce((sum, part) => sum + part.records, 0);
}

/** Splits the tiles near the centre into those entirely within the radius, and those that may cross its edge. */
function tilesAround(
  { tiles }: TileTable,
  centre: Position,
  radiusInMetres: number,
): { readonly surelyWithin: TileReference[]; readonly undecided: TileReference[] } {
  const surelyWithin: TileReference[] = [];
  const undecided: TileReference[] = [];
  for (const tile of tilesIntersecting(tiles, boxesAround(centre, radiusInMetres))) {
    (distanceToBoxAtMost(centre, tile) <= radiusInMetres ? surelyWithin : undecided).push(tile);
  }
  return { surelyWithin, undecided };
}

export interface NearestRecord {
  readonly records: FoundRecords;
  readonly index: number;
}

const firstReachInMetres = 1000;
const reachGrowth = 8;
/** More than half the circumference of the earth. */
const farthestInMetres = 20_100_000;

/**
 * Finds the record nearest to the centre, at most `atMostInMetres` away. If several are equally near, returns the first
 * in list order; undefined if there is none. Throws StoredDataError.
 *
 * Searches within growing radii, so that only the tiles near the centre are considered. A search that finds nothing
 * reads no tile that the next search does not need: all these tiles are nearer than the nearest record.
 */
export async function findNearest(
  files: StoredDataset,
  centre: Position,
  atMostInMetres: number,
  direction: SortDirection,
): Promise<NearestRecord | undefined> {
  const { tiles } = await files.tileTable();
  for (let reach = firstReachInMetres; ; reach *= reachGrowth) {
    const isLast = reach >= Math.min(atMostInMetres, farthestInMetres);
    const radius = isLast ? atMostInMetres : reach;
    const near = tilesIntersecting(tiles, boxesAround(centre, radius));
    const nearest = await findNearestInTiles(files, near, centre, radius, direction);
    if (nearest || isLast) return nearest;
  }
}

/**
 * Tiles are visited in order of the least distance at which they can contain a record, until this exceeds the distance
 * of the nearest record found. If all records of a tile are at one point, their distance is known without reading the
 * tile. A location with very many records fills many such tiles, and only one that can contain the first record in list
 * order is read.
 */
async function findNearestInTiles(
  files: StoredDataset,
  tiles: readonly TileReference[],
  centre: Position,
  atMostInMetres: number,
  direction: SortDirection,
): Promise<NearestRecord | undefined> {
  const candidates = tiles
    .map((tile) => ({ tile, atLeast: distanceToBoxAtLeast(centre, tile) }))
    .sort((a, b) => a.atLeast - b.atLeast);
  readAhead(
    files,
    candidates.filter(({ tile, atLeast }) => atLeast === 0 && !isSinglePoint(tile)).map(({ tile }) => tile),
  );

  let leastDistance = atMostInMetres;
  let records = new FoundRecords();
  let unread: TileReference[] = [];
  const setNearest = (distanceInMetres: number): void => {
    if (distanceInMetres < leastDistance) {
      records = new FoundRecords();
      unread = [];
    }
    leastDistance = distanceInMetres;
  };
  for (const [index, { tile: reference, atLeast }] of candidates.entries()) {
    if (atLeast > leastDistance) break;
    const next = candidates[index + 1];
    // If no tile contains the centre, the next tile is usually needed too, so its read starts now.
    if (next && next.atLeast <= leastDistance && !isSinglePoint(next.tile)) readAhead(files, [next.tile]);
    if (isSinglePoint(reference)) {
      const { longitude, latitude } = centre;
      const distance = geodesicDistanceInMetres(longitude, latitude, reference.west, reference.south);
      if (distance > leastDistance) continue;
      setNearest(distance);
      unread.push(reference);
    } else {
      const tile = await files.tile(reference);
      const nearest = recordsNearest(tile, centre, leastDistance);
      if (!nearest) continue;
      setNearest(nearest.distanceInMetres);
      nearest.forEachRun((start, end) => {
        records.addRun(tile, start, end);
      });
    }
  }
  await readLeading(files, unread, records, direction);
  const index = records.first(direction);
  return index === undefined ? undefined : { records, index };
}

function isSinglePoint({ west, south, east, north }: TileReference): boolean {
  return west === east && south === north;
}

/** Over a network, starts to read tiles that will be needed soon. A failure is reported when the tile is needed. */
function readAhead(files: StoredDataset, tiles: readonly TileReference[]): void {
  if (files.hasLowLatency) return;
  files.tiles(tiles).catch(() => undefined);
}

/** Adds the records of those unread tiles that can contain the first record in list order. */
async function readLeading(
  files: StoredDataset,
  unread: readonly TileReference[],
  records: FoundRecords,
  direction: SortDirection,
): Promise<void> {
  if (unread.length === 0) return;
  const first = records.first(direction);
  const firstRank = first === undefined ? -Infinity : rankOf(records.position(first).key, direction);
  const bestRank = unread.reduce((best, tile) => Math.max(best, firstRankOf(tile, direction)), firstRank);
  const tiles = unread.filter((tile) => firstRankOf(tile, direction) === bestRank);
  for (const tile of await files.tiles(tiles)) {
    records.addRun(tile, 0, tile.keys.length);
  }
}

/** The tiles whose box intersects any of the boxes, in the order of the table. Ten million records have 2,400 tiles. */
function tilesIntersecting(tiles: readonly TileReference[], boxes: readonly SearchBox[]): readonly TileReference[] {
  return tiles.filter((tile) =>
    boxes.some(
      ({ west, south, east, north }) =>
        tile.west <= east && tile.east >= west && tile.south <= north && tile.north >= south,
    ),
  );
}

const pointIndexes = new WeakMap<TilePositions, PointIndex>();

/** The spatial index of a tile's points, which the tile already stores in the order of a space-filling curve. */
function indexPoints(tile: TilePositions): PointIndex {
  let points = pointIndexes.get(tile);
  if (!points) pointIndexes.set(tile, (points = new PointIndex(tile.longitudes, tile.latitudes)));
  return points;
}

/** Receives a run of a tile's records: from `start` to `end` (exclusive). */
export type RunVisitor = (start: number, end: number) => void;

/** Passes the records of a tile within a radius, edge included, to `visit` as runs, each record once. */
export function recordsWithin(tile: TilePositions, centre: Position, radiusInMetres: number, visit: RunVisitor): void {
  const { pointsPerLocation, recordStarts } = tile;
  let nextLocation = 0;
  forEachRunWithin(indexPoints(tile), centre, radiusInMetres, (startSlot, endSlot) => {
    // The previous run may have included another point of the same location.
    const first = Math.max(nextLocation, Math.floor(startSlot / pointsPerLocation));
    nextLocation = Math.floor((endSlot - 1) / pointsPerLocation) + 1;
    if (first < nextLocation) visit(recordStarts[first], recordStarts[nextLocation]);
  });
}

/**
 * The least geodesic distance in metres from the centre to a record of a tile, and the records at exactly this
 * distance, given as runs; undefined when none is within `atMostInMetres`.
 */
export function recordsNearest(
  tile: TilePositions,
  centre: Position,
  atMostInMetres: number,
): { readonly distanceInMetres: number; readonly forEachRun: (visit: RunVisitor) => void } | undefined {
  const nearest = nearestPoints(indexPoints(tile), centre, atMostInMetres);
  if (!nearest) return undefined;
  const { pointsPerLocation, recordStarts } = tile;
  const locations = new Set(nearest.points.map((point) => Math.floor(point / pointsPerLocation)));
  return {
    distanceInMetres: nearest.distanceInMetres,
    forEachRun: (visit) => {
      for (const location of locations) visit(recordStarts[location], recordStarts[location + 1]);
    },
  };
}
