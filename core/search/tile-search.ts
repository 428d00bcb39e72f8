import { nearestPoints } from '../geo/nearest.ts';
import { PointIndex } from '../geo/point-index.ts';
import type { Position } from '../geo/wgs84.ts';
import { forEachRunWithin } from '../geo/within-radius.ts';
import type { PlaceTile } from '../storage/place-tile.ts';

const pointIndexes = new WeakMap<PlaceTile, PointIndex>();

/** A tile's points stand along a curve already: they are indexed as they come. */
function pointsOf(tile: PlaceTile): PointIndex {
  let points = pointIndexes.get(tile);
  if (!points) pointIndexes.set(tile, (points = PointIndex.inGivenOrder(tile.longitudes, tile.latitudes)));
  return points;
}

/** Takes the records `start` to `end` (exclusive) of a tile. */
export type TakeRun = (start: number, end: number) => void;

/** Gives the records of a tile that stand within a radius, the edge included, as runs, each record once. */
export function recordsWithin(tile: PlaceTile, centre: Position, radiusInMetres: number, take: TakeRun): void {
  const { pointsPerStanding, recordStarts } = tile;
  let nextStanding = 0;
  forEachRunWithin(pointsOf(tile), centre, radiusInMetres, (startSlot, endSlot) => {
    // Of a standing one point may have been met in the run before.
    const first = Math.max(nextStanding, Math.floor(startSlot / pointsPerStanding));
    nextStanding = Math.floor((endSlot - 1) / pointsPerStanding) + 1;
    if (first < nextStanding) take(recordStarts[first] ?? 0, recordStarts[nextStanding] ?? 0);
  });
}

/**
 * The least geodesic distance in metres from the centre to a record of a tile, and the records at exactly this
 * distance, given as runs; undefined when none is within `atMostInMetres`.
 */
export function recordsNearest(
  tile: PlaceTile,
  centre: Position,
  atMostInMetres: number,
): { readonly distanceInMetres: number; readonly forEachRun: (take: TakeRun) => void } | undefined {
  const nearest = nearestPoints(pointsOf(tile), centre, atMostInMetres);
  if (!nearest) return undefined;
  const { pointsPerStanding, recordStarts } = tile;
  const standings = new Set(nearest.points.map((point) => Math.floor(point / pointsPerStanding)));
  return {
    distanceInMetres: nearest.distanceInMetres,
    forEachRun: (take) => {
      for (const standing of standings) take(recordStarts[standing] ?? 0, recordStarts[standing + 1] ?? 0);
    },
  };
}
