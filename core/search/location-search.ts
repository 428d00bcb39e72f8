import Flatbush from 'flatbush';

import { boxesAround, distanceToBoxAtLeast, distanceToBoxAtMost, type SearchBox } from '../geo/distance-bounds.ts';
import { geodesicDistanceInMetres } from '../geo/geodesic.ts';
import { PointIndex } from '../geo/point-index.ts';
import { forEachRunWithin, nearestPoints } from '../geo/point-search.ts';
import type { Position } from '../geo/wgs84.ts';
import {
  leadingSortRank,
  type SortDirection,
  sortRank,
  type TileReference,
  type TileTable,
} from '../storage/format/tables.ts';
import type { Tile } from '../storage/format/tile.ts';
import type { DatasetFiles } from '../storage/reader/dataset-files.ts';
import { FoundRecords } from './found-records.ts';

export interface RadiusResult {
  /** The records within the radius. */
  readonly total: number;
  readonly records: FoundRecords;
  /** Which of `records` are asked for, in the order asked for. */
  readonly indexes: Uint32Array;
}

/**
 * The records within `radiusInMetres` of the centre, the edge included: how many, and which of them stand at `start`
 * to `end` (exclusive) of the order. Throws StoredDataError.
 *
 * A tile that lies inside as a whole need not be read to be counted. It is read when a record of the part asked for
 * may stand in it, which its newest and oldest key tell.
 */
export async function findWithinRadius(
  files: DatasetFiles,
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
  start = 0,
  end = Infinity,
): Promise<RadiusResult> {
  const { inside, crossing } = tilesAround(await files.tileTable(), centre, radiusInMetres);
  if (start === 0 && end === Infinity) return findAll(files, inside, crossing, centre, radiusInMetres, direction);
  inside.sort((a, b) => leadingSortRank(b, direction) - leadingSortRank(a, direction));

  const records = new FoundRecords();
  const readInside = async (references: readonly TileReference[]): Promise<void> => {
    for (const tile of await Promise.all(references.map((reference) => files.tile(reference)))) {
      records.addRun(tile, 0, tile.keys.length);
    }
  };
  const readCrossing = async (): Promise<void> => {
    for (const tile of await Promise.all(crossing.map((reference) => files.tile(reference)))) {
      recordsWithin(tile, centre, radiusInMetres, (from, to) => {
        records.addRun(tile, from, to);
      });
    }
  };

  // A page beyond the last one is answered by a count alone.
  const isBeyond = start >= recordsOf(inside) + recordsOf(crossing);
  const first = isBeyond ? [] : leadingTiles(inside, end);
  await Promise.all([readCrossing(), readInside(first)]);
  const rest = inside.slice(first.length);
  const total = records.length + recordsOf(rest);
  if (start >= total) return { total, records, indexes: new Uint32Array() };
  // What has been read holds `end` records, if there are as many: only those in front of the last of them can matter.
  const [last] = rest.length > 0 ? records.inOrder(direction, end - 1, end) : [];
  if (last !== undefined) {
    const reached = sortRank(records.position(last).key, direction);
    await readInside(rest.filter((tile) => leadingSortRank(tile, direction) >= reached));
  }
  return { total, records, indexes: records.inOrder(direction, start, end) };
}

/**
 * All records of some tiles and those within the radius of others. A result may have a million records, and as many
 * readers at once as there are people at a beach: it is remembered, and shared while it is.
 */
async function findAll(
  files: DatasetFiles,
  inside: readonly TileReference[],
  crossing: readonly TileReference[],
  centre: Position,
  radiusInMetres: number,
  direction: SortDirection,
): Promise<RadiusResult> {
  const [whole, parts] = await Promise.all(
    [inside, crossing].map((references) => Promise.all(references.map((reference) => files.tile(reference)))),
  );
  const question = `within ${radiusInMetres} of ${centre.longitude} ${centre.latitude} ${direction}`;
  return files.cachedForTiles(question, () => {
    const records = new FoundRecords();
    for (const tile of whole ?? []) records.addRun(tile, 0, tile.keys.length);
    for (const tile of parts ?? []) {
      recordsWithin(tile, centre, radiusInMetres, (from, to) => {
        records.addRun(tile, from, to);
      });
    }
    const content = { total: records.length, records, indexes: records.inOrder(direction, 0, records.length) };
    return { content, bytes: records.memoryInBytes + content.indexes.byteLength };
  });
}

/** As many of the tiles, from the first on, as it takes to hold a number of records. */
function leadingTiles(tiles: readonly TileReference[], records: number): readonly TileReference[] {
  let held = 0;
  const enough = tiles.findIndex((tile) => (held += tile.records) >= records);
  return enough < 0 ? tiles : tiles.slice(0, enough + 1);
}

function recordsOf(tiles: readonly TileReference[]): number {
  return tiles.reduce((sum, tile) => sum + tile.records, 0);
}

/** The tiles that lie within the radius as a whole, and those of which that is not known. */
function tilesAround(
  table: Parameters<typeof tilesIntersecting>[0],
  centre: Position,
  radiusInMetres: number,
): { readonly inside: TileReference[]; readonly crossing: TileReference[] } {
  const inside: TileReference[] = [];
  const crossing: TileReference[] = [];
  for (const tile of tilesIntersecting(table, boxesAround(centre, radiusInMetres))) {
    (distanceToBoxAtMost(centre, tile) <= radiusInMetres ? inside : crossing).push(tile);
  }
  return { inside, crossing };
}

export interface NearestRecord {
  readonly records: FoundRecords;
  /** Which of `records` it is. */
  readonly index: number;
}

/**
 * The record nearest to the centre, no further than `atMostInMetres`; of several equally near the first in the order;
 * undefined when there is none. Throws StoredDataError.
 *
 * Tiles are visited in the order of the least distance at which they could hold anything, until that exceeds what has
 * been found. Where all of a tile stands at one point, its distance is known without reading it: a place with very
 * many records fills many such tiles, of which only the one at the front of the order is read.
 */
export async function findNearest(
  files: DatasetFiles,
  centre: Position,
  atMostInMetres: number,
  direction: SortDirection,
): Promise<NearestRecord | undefined> {
  const { tiles } = await files.tileTable();
  const candidates = tiles
    .map((tile) => ({ tile, atLeast: distanceToBoxAtLeast(centre, tile) }))
    .sort((a, b) => a.atLeast - b.atLeast);
  readAhead(
    files,
    candidates.filter(({ tile, atLeast }) => atLeast === 0 && !isSinglePoint(tile)).map(({ tile }) => tile),
  );

  let least = atMostInMetres;
  let records = new FoundRecords();
  let unread: TileReference[] = [];
  const comeNearer = (distanceInMetres: number): void => {
    if (distanceInMetres < least) {
      records = new FoundRecords();
      unread = [];
    }
    least = distanceInMetres;
  };
  for (const [place, { tile: reference, atLeast }] of candidates.entries()) {
    if (atLeast > least) break;
    const next = candidates[place + 1];
    // Whether the next one is needed is not known yet; more often than not it is, where none holds the centre.
    if (next && next.atLeast <= least && !isSinglePoint(next.tile)) readAhead(files, [next.tile]);
    if (isSinglePoint(reference)) {
      const { longitude, latitude } = centre;
      const distance = geodesicDistanceInMetres(longitude, latitude, reference.west, reference.south);
      if (distance > least) continue;
      comeNearer(distance);
      unread.push(reference);
    } else {
      const tile = await files.tile(reference);
      const nearest = recordsNearest(tile, centre, least);
      if (!nearest) continue;
      comeNearer(nearest.distanceInMetres);
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

/** Begins to read what will be needed soon. A failure is met when its turn comes. */
function readAhead(files: DatasetFiles, tiles: readonly TileReference[]): void {
  for (const tile of tiles) files.tile(tile).catch(() => undefined);
}

/** Adds the records of those tiles that may hold the first of all in the order. */
async function readLeading(
  files: DatasetFiles,
  unread: readonly TileReference[],
  records: FoundRecords,
  direction: SortDirection,
): Promise<void> {
  if (unread.length === 0) return;
  const first = records.first(direction);
  const found = first === undefined ? -Infinity : sortRank(records.position(first).key, direction);
  const foremost = unread.reduce((front, tile) => Math.max(front, leadingSortRank(tile, direction)), found);
  const tiles = unread.filter((tile) => leadingSortRank(tile, direction) === foremost);
  for (const tile of await Promise.all(tiles.map((reference) => files.tile(reference)))) {
    records.addRun(tile, 0, tile.keys.length);
  }
}

const trees = new WeakMap<TileTable, Flatbush>();

/** The tiles whose box meets any of the boxes, each once, in the order of the table. */
export function tilesIntersecting(table: TileTable, boxes: readonly SearchBox[]): TileReference[] {
  const { tiles } = table;
  if (tiles.length === 0) return []; // Flatbush refuses to index nothing.
  let tree = trees.get(table);
  if (!tree) {
    tree = new Flatbush(tiles.length);
    for (const { west, south, east, north } of tiles) tree.add(west, south, east, north);
    tree.finish();
    trees.set(table, tree);
  }
  const indexes = new Set<number>();
  for (const { west, south, east, north } of boxes) {
    for (const index of tree.search(west, south, east, north)) indexes.add(index);
  }
  return tiles.filter((_, index) => indexes.has(index));
}

const pointIndexes = new WeakMap<Tile, PointIndex>();

/** A tile's points stand along a curve already: they are indexed as they come. */
function pointsOf(tile: Tile): PointIndex {
  let points = pointIndexes.get(tile);
  if (!points) pointIndexes.set(tile, (points = PointIndex.inGivenOrder(tile.longitudes, tile.latitudes)));
  return points;
}

/** Takes the records `start` to `end` (exclusive) of a tile. */
export type TakeRun = (start: number, end: number) => void;

/** Gives the records of a tile that stand within a radius, the edge included, as runs, each record once. */
export function recordsWithin(tile: Tile, centre: Position, radiusInMetres: number, take: TakeRun): void {
  const { pointsPerLocation, recordStarts } = tile;
  let nextStanding = 0;
  forEachRunWithin(pointsOf(tile), centre, radiusInMetres, (startSlot, endSlot) => {
    // Of a location one point may have been met in the run before.
    const first = Math.max(nextStanding, Math.floor(startSlot / pointsPerLocation));
    nextStanding = Math.floor((endSlot - 1) / pointsPerLocation) + 1;
    if (first < nextStanding) take(recordStarts[first] ?? 0, recordStarts[nextStanding] ?? 0);
  });
}

/**
 * The least geodesic distance in metres from the centre to a record of a tile, and the records at exactly this
 * distance, given as runs; undefined when none is within `atMostInMetres`.
 */
export function recordsNearest(
  tile: Tile,
  centre: Position,
  atMostInMetres: number,
): { readonly distanceInMetres: number; readonly forEachRun: (take: TakeRun) => void } | undefined {
  const nearest = nearestPoints(pointsOf(tile), centre, atMostInMetres);
  if (!nearest) return undefined;
  const { pointsPerLocation, recordStarts } = tile;
  const locations = new Set(nearest.points.map((point) => Math.floor(point / pointsPerLocation)));
  return {
    distanceInMetres: nearest.distanceInMetres,
    forEachRun: (take) => {
      for (const location of locations) take(recordStarts[location] ?? 0, recordStarts[location + 1] ?? 0);
    },
  };
}
