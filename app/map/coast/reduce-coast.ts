import { mercatorY } from '../chart/frame.ts';
import { coastBox } from '../map-options.ts';
import { type CoastFile, packRing, type Ring } from './coast-codec.ts';

/** The parts of a TopoJSON topology that are used: arcs of delta-coded grid points, and polygons made of arcs. */
export interface LandTopology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly (readonly number[])[])[] }[] };
  };
}

/** In degrees; almost full detail is kept here. */
const fullDetail = { west: 112, south: -35.5, east: 130, north: -13.5 } as const;
/** Islands of the Indian Ocean that belong to the state's data: kept regardless of their size. */
const outlyingIslands = { west: 95, south: -14, east: 107, north: -9 } as const;

type Point = readonly [x: number, y: number];

/**
 * Allowed error at a point, in degrees: some 250 m along the coast of the state, a tenth of the error of the source,
 * and more with the distance from it.
 */
export function errorAllowed(longitude: number, latitude: number): number {
  const east = Math.max(fullDetail.west - longitude, longitude - fullDetail.east, 0);
  const north = Math.max(fullDetail.south - latitude, latitude - fullDetail.north, 0);
  const away = Math.hypot(east, north);
  return Math.min(0.0025 + 0.02 * away + 0.002 * away ** 2, 0.9);
}

/**
 * Reduces the land of the earth to what the map of one state's coast needs: detailed near that coast, simpler with the
 * distance from it, and without small islands far away. The same topology gives the same bytes.
 */
export function cutCoast({ arcs, transform, objects }: LandTopology): CoastFile {
  const { scale, translate } = transform;
  const degrees = ([x, y]: Point): Point => [translate[0] + x * scale[0], translate[1] + y * scale[1]];

  const decoded = arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx = 0, dy = 0]): Point => [(x += dx), (y += dy)]);
  });
  /** A negative number is the arc's complement, walked backwards. */
  const arcOf = (index: number): Point[] =>
    index < 0 ? [...(decoded[~index] ?? [])].reverse() : [...(decoded[index] ?? [])];

  const exact = [fullDetail, outlyingIslands].map(({ west, south, east, north }) => {
    const column = (longitude: number): number => Math.round((longitude - translate[0]) / scale[0]);
    const row = (latitude: number): number => Math.round((latitude - translate[1]) / scale[1]);
    return [column(west), row(south), column(east), row(north)] as const;
  });
  const rings: string[] = [];
  for (const { arcs: polygons } of objects.land.geometries) {
    for (const ring of polygons.flat()) {
      const points = unroll(
        ring.flatMap((index, at) => arcOf(index).slice(at === 0 ? 0 : 1)),
        Math.round(360 / scale[0]),
      );
      const kept = simplify(points, degrees);
      if (kept) rings.push(packRing(kept.flat(), exact));
    }
  }
  return { scale, origin: translate, exact, rings };
}

/** Unwraps a ring that crosses the antimeridian; a ring around a pole is extended to the pole. */
function unroll(points: readonly Point[], worldWidth: number): readonly Point[] {
  let turns = 0;
  const unrolled = points.map(([x, y], at): Point => {
    const before = points[at - 1]?.[0] ?? x;
    if (x - before > worldWidth / 2) turns--;
    else if (before - x > worldWidth / 2) turns++;
    return [x + turns * worldWidth, y];
  });
  const [start, end] = [unrolled[0], unrolled.at(-1)];
  const closed =
    turns !== 0 && start && end ? [...unrolled, [end[0], 0] as const, [start[0], 0] as const, start] : unrolled;
  // Shifted so that most of it is between -180° and 180°.
  const mean = closed.reduce((sum, [x]) => sum + x, 0) / closed.length;
  const shift = Math.floor(mean / worldWidth) * worldWidth;
  return closed.map(([x, y]): Point => [x - shift, y]);
}

/** The simplified ring; null if it would be too small to be seen. */
function simplify(points: readonly Point[], degrees: (point: Point) => Point): readonly Point[] | null {
  const places = points.map(degrees);
  const xs = places.map(([longitude]) => longitude);
  const ys = places.map(([, latitude]) => latitude);
  const west = xs.reduce((a, b) => Math.min(a, b));
  const east = xs.reduce((a, b) => Math.max(a, b));
  const south = ys.reduce((a, b) => Math.min(a, b));
  const north = ys.reduce((a, b) => Math.max(a, b));
  const outlying =
    west > outlyingIslands.west &&
    east < outlyingIslands.east &&
    south > outlyingIslands.south &&
    north < outlyingIslands.north;
  const nearest = errorAllowed(
    Math.min(Math.max((fullDetail.west + fullDetail.east) / 2, west), east),
    Math.min(Math.max((fullDetail.south + fullDetail.north) / 2, south), north),
  );
  if (!outlying && Math.hypot(east - west, north - south) < 5 * nearest) return null;

  // Split at the farthest point, so that both halves have ends apart from each other.
  const [first = [0, 0]] = places;
  let far = 0;
  let farthest = -1;
  places.forEach(([longitude, latitude], at) => {
    const distance = Math.hypot(longitude - first[0], latitude - first[1]);
    if (distance > farthest) [far, farthest] = [at, distance];
  });
  const keep = new Set([0, far, points.length - 1]);
  keepFar(places, 0, far, outlying, keep);
  keepFar(places, far, points.length - 1, outlying, keep);
  const kept = points.filter((_, at) => keep.has(at));
  return kept.length > 3 ? kept : null;
}

/** Douglas-Peucker with a tolerance that depends on the position of a point. */
function keepFar(places: readonly Point[], start: number, end: number, inFull: boolean, keep: Set<number>): void {
  const stack: [number, number][] = [[start, end]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
    const a = places[from];
    const b = places[to];
    if (!a || !b) continue;
    let worst = 0;
    let worstAt = -1;
    for (let at = from + 1; at < to; at++) {
      const point = places[at];
      if (!point) continue;
      const excess = distanceToSegment(point, a, b) - (inFull ? 0 : errorAllowed(point[0], point[1]));
      if (excess > worst) [worst, worstAt] = [excess, at];
    }
    if (worstAt < 0) continue;
    keep.add(worstAt);
    stack.push([from, worstAt], [worstAt, to]);
  }
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0), 1);
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

/** The area that the widest screens show around the coast. */
const drawnBox = { west: 88, south: -45, east: 152, north: -6 } as const;
/** Degrees of longitude per unit of the drawing, and the allowed error in units. */
const unit = 0.1;
const outlineErrorAllowed = 1.5;
const smallestIsland = 20;

interface GridPoint {
  readonly x: number;
  readonly y: number;
}

/** A coast outline that is small enough for the HTML: an SVG path, and a view box that shows the whole coast. */
export interface Outline {
  readonly path: string;
  readonly viewBox: string;
}

/** The outline that a page shows. */
export function outlineInPage(page: string): Outline {
  const [, viewBox = '', path = ''] = /class="map-outline"\s+viewBox="([^"]*)".*?\sd="([^"]*)"/s.exec(page) ?? [];
  return { path, viewBox };
}

export function coastOutline(rings: readonly Ring[]): Outline {
  const northWest = gridPoint(coastBox.west, coastBox.north);
  const southEast = gridPoint(coastBox.east, coastBox.south);
  const parts = rings.flatMap((ring) => {
    const points = simplified(gridPoints(ring));
    const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
    return points.length < 4 || width < smallestIsland ? [] : [pathOf(points)];
  });
  return {
    path: parts.join(''),
    viewBox: [northWest.x, northWest.y, southEast.x - northWest.x, southEast.y - northWest.y].join(' '),
  };
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function gridPoint(longitude: number, latitude: number): GridPoint {
  return { x: Math.round(longitude / unit), y: Math.round((mercatorY(latitude) * 360) / unit) };
}

/** Points outside the box are moved to its edge. */
function gridPoints(ring: Ring): GridPoint[] {
  return Array.from({ length: ring.length / 2 }, (_, at) =>
    gridPoint(
      within(ring[2 * at] ?? 0, drawnBox.west, drawnBox.east),
      within(ring[2 * at + 1] ?? 0, drawnBox.south, drawnBox.north),
    ),
  );
}

/** Douglas-Peucker: removes points that are near the line between remaining points. */
function simplified(points: readonly GridPoint[]): GridPoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return [...points];
  let furthest = { at: 0, distance: 0 };
  for (let at = 1; at < points.length - 1; at++) {
    const distance = distanceFromLine(points[at] ?? first, first, last);
    if (distance > furthest.distance) furthest = { at, distance };
  }
  if (furthest.distance <= outlineErrorAllowed) return [first, last];
  return [...simplified(points.slice(0, furthest.at + 1)).slice(0, -1), ...simplified(points.slice(furthest.at))];
}

function distanceFromLine({ x, y }: GridPoint, from: GridPoint, to: GridPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(x - from.x, y - from.y);
  const along = within(((x - from.x) * dx + (y - from.y) * dy) / length ** 2, 0, 1);
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

/** Relative steps between points; the last point equals the first, and is replaced by closing the path. */
function pathOf(points: readonly GridPoint[]): string {
  const steps = points.slice(0, -1).map(({ x, y }, at) => {
    const before = points[at - 1] ?? { x: 0, y: 0 };
    return `${x - before.x},${y - before.y}`;
  });
  return `M${steps[0] ?? ''}l${steps.slice(1).join(' ')}z`.replace(/[ ,]-/g, '-');
}
