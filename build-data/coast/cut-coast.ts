import { packRing, type CoastFile } from '../../core/coastline/codec.ts';

/** Longitude and latitude, on the grid of a coast or in degrees. */
export type Point = readonly [x: number, y: number];

/** Degrees per unit of the grid, and the degrees at which the grid begins: longitude, latitude. */
export interface Grid {
  readonly scale: readonly [number, number];
  readonly origin: readonly [number, number];
}

/** In degrees. Inside this box, the coast has its full detail. */
const region = { west: 112, south: -35.5, east: 130, north: -13.5 } as const;
/** Islands of the Indian Ocean that belong to the state's data: kept regardless of their size. */
const outlyingIslands = { west: 95, south: -14, east: 107, north: -9 } as const;

/**
 * The error allowed at a point, in degrees: `inRegion` inside the region, and more the farther away the point is. It
 * grows fastest to the north, over other countries, because people know the shape of Australia.
 */
function errorAllowed(longitude: number, latitude: number, inRegion: number): number {
  const east = Math.max(region.west - longitude, longitude - region.east, 0);
  const north = Math.max(region.south - latitude, 3 * (latitude - region.north), 0);
  const away = Math.hypot(east, north);
  return Math.min(inRegion + 0.012 * away + 0.0003 * away ** 2, 0.9);
}

/**
 * Reduces closed rings to the detail that a map of one state's coast needs: full detail near that coast, less detail
 * farther away, and no small islands far away. The same rings always give the same bytes.
 *
 * @param rings Points on the grid; the last equals the first.
 * @param toleranceInDegrees Error allowed in the region.
 */
export function cutCoast(rings: readonly (readonly Point[])[], grid: Grid, toleranceInDegrees: number): CoastFile {
  const { scale, origin } = grid;
  const exact = [region, outlyingIslands].map(({ west, south, east, north }) => {
    const column = (longitude: number): number => Math.round((longitude - origin[0]) / scale[0]);
    const row = (latitude: number): number => Math.round((latitude - origin[1]) / scale[1]);
    return [column(west), row(south), column(east), row(north)] as const;
  });
  return {
    scale,
    origin,
    exact,
    rings: rings.flatMap((ring) => {
      const simplified = simplifyForRegion(ring, grid, toleranceInDegrees);
      return simplified ? [packRing(simplified.flat(), exact)] : [];
    }),
  };
}

/** The simplified ring; null if it would be too small to be seen. */
function simplifyForRegion(
  ring: readonly Point[],
  { scale, origin }: Grid,
  toleranceInDegrees: number,
): readonly Point[] | null {
  const degrees = ring.map(([x, y]): Point => [origin[0] + x * scale[0], origin[1] + y * scale[1]]);
  const [west, south, east, north] = boundingBox(degrees);
  const isOutlying =
    west > outlyingIslands.west &&
    east < outlyingIslands.east &&
    south > outlyingIslands.south &&
    north < outlyingIslands.north;
  const smallestTolerance = errorAllowed(
    Math.min(Math.max((region.west + region.east) / 2, west), east),
    Math.min(Math.max((region.south + region.north) / 2, south), north),
    toleranceInDegrees,
  );
  if (!isOutlying && Math.hypot(east - west, north - south) < 5 * smallestTolerance) return null;
  const kept = keptBySimplification(degrees, ([longitude, latitude]) =>
    isOutlying ? 0 : errorAllowed(longitude, latitude, toleranceInDegrees),
  );
  return kept.size > 3 ? ring.filter((_, index) => kept.has(index)) : null;
}

/** West, south, east, north. */
function boundingBox(points: readonly Point[]): [number, number, number, number] {
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
function keptBySimplification(ring: readonly Point[], toleranceAt: (point: Point) => number): Set<number> {
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
