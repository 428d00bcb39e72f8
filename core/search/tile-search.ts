import Flatbush from 'flatbush';

import { nearestPoints } from '../geo/nearest.ts';
import { PointIndex } from '../geo/point-index.ts';
import type { SearchBox } from '../geo/search-box.ts';
import type { Position } from '../geo/wgs84.ts';
import { forEachRunWithin } from '../geo/within-radius.ts';
import type { TileReference, TileTable } from '../storage/format/tables.ts';
import type { Tile } from '../storage/format/tile.ts';

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
