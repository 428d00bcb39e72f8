import { packRing, type CoastFile } from '../../core/coastline/codec.ts';
import type { DegreeBox } from '../../core/datasets/dataset-description.ts';

/** Longitude and latitude, on the grid of a coast or in degrees. */
export type Point = readonly [x: number, y: number];

/** Degrees per unit of the grid, and the degrees at which the grid begins: longitude, latitude. */
export interface Grid {
  readonly scale: readonly [number, number];
  readonly origin: readonly [number, number];
}

/** The part of the world whose coast is cut out. All boxes are in degrees. */
export interface CoastRegion {
  /** The coast in this box has its full detail. */
  readonly box: DegreeBox;
  /** The area that the coast covers: that of the widest screens around the box. */
  readonly cover: DegreeBox;
  /** The islands in these boxes are kept regardless of their size. */
  readonly islands: readonly DegreeBox[];
  /** How much faster the error grows to the north of the box, over land whose shape matters less. */
  readonly northernGrowth: number;
}

/**
 * The error allowed at a point, in degrees: `inRegion` inside the region, and more the farther away the point is.
 */
function errorAllowed(
  [longitude, latitude]: Point,
  { box, northernGrowth }: Pick<CoastRegion, 'box' | 'northernGrowth'>,
  inRegion: number,
): number {
  const east = Math.max(box.west - longitude, longitude - box.east, 0);
  const north = Math.max(box.south - latitude, northernGrowth * (latitude - box.north), 0);
  const away = Math.hypot(east, north);
  return Math.min(inRegion + 0.012 * away + 0.0003 * away ** 2, 0.9);
}

/**
 * Reduces closed rings to the detail that a map of one region's coast needs: full detail near that coast, less detail
 * farther away, and no small islands far away. The same rings always give the same bytes.
 *
 * @param rings Points on the grid; the last equals the first.
 * @param toleranceInDegrees Error allowed in the region.
 */
export function cutCoast(
  rings: readonly (readonly Point[])[],
  grid: Grid,
  region: CoastRegion,
  toleranceInDegrees: number,
): CoastFile {
  const { scale, origin } = grid;
  const exact = [region.box, ...region.islands].map(({ west, south, east, north }) => {
    const column = (longitude: number): number => Math.round((longitude - origin[0]) / scale[0]);
    const row = (latitude: number): number => Math.round((latitude - origin[1]) / scale[1]);
    return [column(west), row(south), column(east), row(north)] as const;
  });
  return {
    scale,
    origin,
    exact,
    rings: rings.flatMap((ring) => {
      const simplified = simplifyForRegion(ring, grid, region, toleranceInDegrees);
      return simplified ? [packRing(simplified.flat(), exact)] : [];
    }),
  };
}

/** The simplified ring; null if it would be too small to be seen. */
function simplifyForRegion(
  ring: readonly Point[],
  { scale, origin }: Grid,
  region: CoastRegion,
  toleranceInDegrees: number,
): readonly Point[] | null {
  const degrees = ring.map(([x, y]): Point => [origin[0] + x * scale[0], origin[1] + y * scale[1]]);
  const [west, south, east, north] = boundingBox(degrees);
  const isKeptIsland = region.islands.some(
    (box) => west > box.west && east < box.east && south > box.south && north < box.north,
  );
  const { box } = region;
  const nearest: Point = [
    Math.min(Math.max((box.west + box.east) / 2, west), east),
    Math.min(Math.max((box.south + box.north) / 2, south), north),
  ];
  const smallestTolerance = errorAllowed(nearest, region, toleranceInDegrees);
  if (!isKeptIsland && Math.hypot(east - west, north - south) < 5 * smallestTolerance) return null;
  const kept = keptBySimplification(degrees, (point) =>
    isKeptIsland ? 0 : errorAllowed(point, region, toleranceInDegrees),
  );
  return kept.size > 3 ? ring.filter((_, index) => kept.has(index)) : null;
}

/** West, south, east, north. */
export function boundingBox(points: readonly Point[]): [number, number, number, number] {
  return points.reduce<[number, number, number, number]>(
    ([west, south, east, north], [x, y]) => [
      Math.min(west, x),
      Math.min(south, y),
      Math.max(east, x),
      Math.max(north, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  );
}

/**
 * Simplifies a ring by the Douglas-Peucker algorithm, with a tolerance that depends on the position of a point. Returns
 * the indices of the points that are kept.
 */
export function keptBySimplification(ring: readonly Point[], toleranceAt: (point: Point) => number): Set<number> {
  // The first and last points are equal, so the ring is split at the point farthest from them.
  const [first = [0, 0]] = ring;
  let farthestIndex = 0;
  let farthestDistance = -1;
  ring.forEach(([x, y], index) => {
    const distance = Math.hypot(x - first[0], y - first[1]);
    if (distance > farthestDistance) [farthestIndex, farthestDistance] = [index, distance];
  });
  const kept = new Set([0, farthestIndex, ring.length - 1]);
  const stack: [number, number][] = [
    [0, farthestIndex],
    [farthestIndex, ring.length - 1],
  ];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
    const a = ring[from];
    const b = ring[to];
    if (!a || !b) continue;
    let worst = 0;
    let worstIndex = -1;
    for (let index = from + 1; index < to; index++) {
      const point = ring[index];
      if (!point) continue;
      const excess = distanceToSegment(point, a, b) - toleranceAt(point);
      if (excess > worst) [worst, worstIndex] = [excess, index];
    }
    if (worstIndex < 0) continue;
    kept.add(worstIndex);
    stack.push([from, worstIndex], [worstIndex, to]);
  }
  return kept;
}

export function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0), 1);
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}
