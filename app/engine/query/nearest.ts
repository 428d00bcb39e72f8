import type { PointIndex } from '../../../core/geo/point-index.ts';
import { forEachRunWithin, nearestPoints } from '../../../core/geo/point-search.ts';
import type { Position } from '../../../core/geo/wgs84.ts';

/** A little more than the longest geodesic. */
const longestGeodesicInMetres = 20_100_000;
const firstStepInMetres = 500;
const stepGrowth = 3;

/**
 * The points nearest to a centre that together have at least `wanted` items, or all points with items. Any other point
 * with items is further away. `itemsAt` returns the number of items at a point. The result is not sorted.
 *
 * The first circle extends to the nearest point, with or without items; if that point and its ties have enough items,
 * they are the result. From there the radius grows in increasing steps. The steps start at that point and not at the
 * centre, because all points are at about the same distance from a centre that is far away.
 */
export function pointsAround(
  index: PointIndex,
  itemsAt: (point: number) => number,
  centre: Position,
  wanted: number,
): number[] {
  const nearest = nearestPoints(index, centre, Infinity);
  if (!nearest) return [];
  let radius = nearest.distanceInMetres;
  for (let step = firstStepInMetres; ; step *= stepGrowth) {
    const points: number[] = [];
    let items = 0;
    forEachRunWithin(index, centre, radius, (start, end) => {
      for (let point = start; point < end; point++) {
        const count = itemsAt(point);
        if (count > 0) points.push(point);
        items += count;
      }
    });
    if (items >= wanted || radius > longestGeodesicInMetres) return points;
    radius += step;
  }
}

/** Geodesic distances in metres from a centre to the points of an index, each computed once. */
export class PointDistances {
  readonly centre: Position;
  readonly #index: PointIndex;
  readonly #metres: Float64Array;

  constructor(index: PointIndex, centre: Position) {
    this.#index = index;
    this.centre = centre;
    this.#metres = new Float64Array(index.size).fill(Number.NaN);
  }

  to(point: number): number {
    const cached = this.#metres[point];
    return Number.isNaN(cached) ? (this.#metres[point] = this.#index.distanceFrom(this.centre, point)) : cached;
  }
}

/** Groups items by position. */
interface PointGrouping {
  readonly groups: number;
  readonly groupOf: (item: number) => number;
  readonly distanceOf: (group: number) => number;
}

/**
 * Sorts items by distance; ties keep their order. Many items share a group, so the groups are sorted, and the items are
 * distributed with a counting sort.
 */
export function nearestFirst(items: Uint32Array, { groups, groupOf, distanceOf }: PointGrouping): Uint32Array {
  const isOccupied = new Uint8Array(groups);
  for (const item of items) isOccupied[groupOf(item)] = 1;
  const occupied = indexesOf(isOccupied);
  const distances = Float64Array.from(occupied, distanceOf);
  const order = Uint32Array.from(occupied, (_, index) => index).sort((a, b) => distances[a] - distances[b]);
  const rankOf = new Uint32Array(groups);
  let rank = -1;
  let before = Number.NaN;
  for (const index of order) {
    const distance = distances[index];
    if (distance !== before) rank++;
    before = distance;
    rankOf[occupied[index]] = rank;
  }
  const starts = new Uint32Array(rank + 2);
  for (const item of items) starts[rankOf[groupOf(item)] + 1]++;
  for (let next = 1; next < starts.length; next++) starts[next] += starts[next - 1];
  const ordered = new Uint32Array(items.length);
  for (const item of items) {
    const itemRank = rankOf[groupOf(item)];
    ordered[starts[itemRank]++] = item;
  }
  return ordered;
}

/** The indexes at which the flags are 1. */
export function indexesOf(flags: Uint8Array): Uint32Array {
  let length = 0;
  for (const flag of flags) length += flag;
  const indexes = new Uint32Array(length);
  let next = 0;
  for (let index = 0; index < flags.length; index++) if (flags[index] === 1) indexes[next++] = index;
  return indexes;
}
