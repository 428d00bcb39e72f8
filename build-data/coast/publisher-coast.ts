import { packRing, type CoastFile } from '../../core/coastline/codec.ts';
import { boundingBox, keptBySimplification, type Point } from './cut-coast.ts';

/** A coastline that cannot be used; the message says why, and what to do. */
export class CoastError extends Error {
  override readonly name = 'CoastError';
}

/** Simplification moves a line by at most this. */
const toleranceInMetres = 10;
const metresPerDegree = 111_195;
/** Above this, a coast is split into cells. */
const largestFileInBytes = 100_000;
export const cellSizeInDegrees = 1;

/** Units of 1e-5 degrees, about a metre. */
const unitsPerDegree = 100_000;
const everywhere = [[-180 * unitsPerDegree, -90 * unitsPerDegree, 180 * unitsPerDegree, 90 * unitsPerDegree]] as const;

/** A publisher's coastline as files for the explorer. */
export interface PackedCoast {
  /** West, south, east, north in degrees: inside, this coast replaces the bundled one. */
  readonly box: readonly [number, number, number, number];
  /** One file without a cell, or one for each cell of one degree that has land or coast: its south-west corner. */
  readonly files: readonly { readonly cell: Point | null; readonly file: CoastFile }[];
}

/**
 * Reads a coastline from GeoJSON in longitude and latitude: polygons of land, or lines that join to closed rings, with
 * land on either side of the even-odd rule.
 *
 * @param name Names the file in messages.
 * @throws CoastError
 */
export function readCoastline(text: string, name: string): Point[][] {
  let geometry: unknown;
  try {
    geometry = JSON.parse(text);
  } catch (error) {
    throw new CoastError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const rings: Point[][] = [];
  const lines: Point[][] = [];
  const readLine = (value: unknown): Point[] => {
    if (!Array.isArray(value)) throw new CoastError(`${name} has a line that is not an array of positions.`);
    return value.map((position: unknown) => readPosition(position, name));
  };
  const readAll = (value: unknown, read: (item: unknown) => void): void => {
    if (!Array.isArray(value)) throw new CoastError(`${name} has coordinates that are not an array.`);
    value.forEach(read);
  };
  const addRing = (value: unknown): void => void rings.push(readLine(value));
  const addLine = (value: unknown): void => void lines.push(readLine(value));
  const visit = (value: unknown): void => {
    if (value === null) return; // A feature without a geometry.
    if (typeof value !== 'object')
      throw new CoastError(`${name} is not GeoJSON: ${JSON.stringify(value)} has no type.`);
    const { type, coordinates, geometry: inner, geometries, features } = value as Record<string, unknown>;
    if (type === 'FeatureCollection') readAll(features, visit);
    else if (type === 'Feature') visit(inner);
    else if (type === 'GeometryCollection') readAll(geometries, visit);
    else if (type === 'Polygon') readAll(coordinates, addRing);
    else if (type === 'MultiPolygon') readAll(coordinates, (polygon) => readAll(polygon, addRing));
    else if (type === 'LineString') addLine(coordinates);
    else if (type === 'MultiLineString') readAll(coordinates, addLine);
    else {
      throw new CoastError(
        `${name} has a geometry of type ${JSON.stringify(type ?? null)}: a coast is made of polygons or lines.`,
      );
    }
  };
  visit(geometry);
  const all = [...rings, ...joinLines(lines, name)];
  for (const ring of all) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || ring.length < 4 || first[0] !== last[0] || first[1] !== last[1]) {
      throw new CoastError(`${name} has a polygon whose ring is not closed, or has fewer than four positions.`);
    }
  }
  if (all.length === 0) throw new CoastError(`${name} has no polygon and no line.`);
  return all;
}

function readPosition(value: unknown, name: string): Point {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (
    typeof longitude !== 'number' ||
    typeof latitude !== 'number' ||
    Math.abs(longitude) > 180 ||
    Math.abs(latitude) > 90
  ) {
    throw new CoastError(
      `${name} has the position ${JSON.stringify(value)}: longitude and latitude in degrees are needed (EPSG:4326).`,
    );
  }
  return [longitude, latitude];
}

/** Joins lines end to end into closed rings. */
function joinLines(lines: readonly Point[][], name: string): Point[][] {
  const keyOf = ([x, y]: Point): string => `${x.toFixed(7)},${y.toFixed(7)}`;
  const endsAt = new Map<string, Set<Point[]>>();
  const ends = (line: Point[]): string[] => [line[0], line.at(-1)].flatMap((end) => (end ? [keyOf(end)] : []));
  const open = lines.filter((line) => new Set(ends(line)).size === 2);
  for (const line of open) for (const end of ends(line)) endsAt.set(end, (endsAt.get(end) ?? new Set()).add(line));
  const rings = lines.filter((line) => line.length > 0 && new Set(ends(line)).size === 1);
  const used = new Set<Point[]>();
  for (const start of open) {
    if (used.has(start)) continue;
    used.add(start);
    let ring = [...start];
    for (let [first, last] = ends(ring); first !== last; last = ends(ring)[1]) {
      const next = [...(endsAt.get(last ?? '') ?? [])].find((line) => !used.has(line));
      if (!next) {
        throw new CoastError(
          `${name} has a line that ends at ${last ?? 'nowhere'} without another one that continues it: close the coast, for ` +
            'example along the edge of the area that it covers.',
        );
      }
      used.add(next);
      ring = [...ring, ...(ends(next)[0] === last ? next : next.toReversed()).slice(1)];
    }
    // Ends that differ beyond the seventh decimal are the same.
    const [first] = ring;
    if (first) ring[ring.length - 1] = first;
    rings.push(ring);
  }
  return rings;
}

/** Simplifies a coast to 10 m and packs it, split into cells of one degree when it is larger than 100 kB. */
export function packCoastline(rings: readonly (readonly Point[])[]): PackedCoast {
  // A degree of longitude is shorter than one of latitude, so that an error in degrees is at most as long in metres.
  const tolerance = toleranceInMetres / metresPerDegree;
  const simplified = rings.flatMap((ring) => {
    const kept = keptBySimplification(ring, () => tolerance);
    return kept.size > 3 ? [toUnits(ring.filter((_, index) => kept.has(index)))] : [];
  });
  const units = boundingBox(simplified.flat());
  const box = units.map((value) => value / unitsPerDegree) as [number, number, number, number];
  const whole = pack(simplified);
  if (JSON.stringify(whole).length <= largestFileInBytes) return { box, files: [{ cell: null, file: whole }] };
  const cellSize = cellSizeInDegrees * unitsPerDegree;
  const [west, south, east, north] = units.map((value) => Math.floor(value / cellSize)) as typeof units;
  const files: { readonly cell: Point; readonly file: CoastFile }[] = [];
  // Halves the area until it is one cell, so that each point is clipped a few times and not once for every cell.
  const split = (parts: readonly Point[][], x0: number, y0: number, x1: number, y1: number): void => {
    if (parts.length === 0) return;
    if (x1 - x0 === 1 && y1 - y0 === 1) {
      files.push({ cell: [x0 * cellSizeInDegrees, y0 * cellSizeInDegrees], file: pack(parts) });
    } else if (x1 - x0 > 1) {
      const middle = Math.floor((x0 + x1) / 2);
      split(clip(parts, 0, -1, middle * cellSize), x0, y0, middle, y1);
      split(clip(parts, 0, 1, middle * cellSize), middle, y0, x1, y1);
    } else {
      const middle = Math.floor((y0 + y1) / 2);
      split(clip(parts, 1, -1, middle * cellSize), x0, y0, x1, middle);
      split(clip(parts, 1, 1, middle * cellSize), x0, middle, x1, y1);
    }
  };
  split(simplified, west, south, east + 1, north + 1);
  return { box, files };
}

function toUnits(ring: readonly Point[]): Point[] {
  return ring.map(([x, y]): Point => [Math.round(x * unitsPerDegree), Math.round(y * unitsPerDegree)]);
}

function pack(rings: readonly Point[][]): CoastFile {
  return {
    scale: [1 / unitsPerDegree, 1 / unitsPerDegree],
    origin: [0, 0],
    exact: everywhere,
    rings: rings.map((ring) => packRing(ring.flat(), everywhere)),
  };
}

/**
 * Sutherland-Hodgman: the part of closed rings on one side of a line of the grid. Where a ring enters several times, its
 * parts are joined along the line; these segments lie on the border of a cell, where no coast is drawn, and enclose
 * nothing.
 *
 * @param axis 0 for a meridian, 1 for a parallel.
 * @param side -1 for below the line, 1 for above it.
 */
function clip(rings: readonly Point[][], axis: 0 | 1, side: -1 | 1, line: number): Point[][] {
  const isInside = (point: Point): boolean => (point[axis] - line) * side >= 0;
  return rings.flatMap((ring) => {
    const clipped: Point[] = [];
    for (let index = 1; index < ring.length; index++) {
      const [from, to] = [ring[index - 1], ring[index]];
      if (!from || !to) continue;
      if (isInside(from) !== isInside(to)) {
        const along = (line - from[axis]) / (to[axis] - from[axis]);
        const other = 1 - axis;
        const crossing = Math.round((from[other] ?? 0) + along * ((to[other] ?? 0) - (from[other] ?? 0)));
        clipped.push(axis === 0 ? [line, crossing] : [crossing, line]);
      }
      if (isInside(to)) clipped.push(to);
    }
    const [first] = clipped;
    // What only touches the line has no area.
    const isFlat = clipped.every((point) => point[axis] === line);
    return first && !isFlat && clipped.length > 2 ? [[...clipped, first]] : [];
  });
}
