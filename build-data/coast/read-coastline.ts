import { showValue } from '../format-text.ts';
import { isWgs84Name } from '../read/geojson.ts';
import type { IssueCode } from '../validate/issues.ts';
import { boundingBox, isInRegion, type Point } from './cut-coast.ts';

/** A ring or line that is wider crosses the antimeridian, or goes around the world. */
const maxWidthInDegrees = 180;

/** A coastline that cannot be used. */
export class CoastError extends Error {
  override readonly name = 'CoastError';
  readonly code: IssueCode;

  constructor(code: IssueCode, explanation = '') {
    super(explanation);
    this.code = code;
  }
}

/** The path to a part of the file, from the outside in: `['feature 12', 'ring 1']`. Empty outside features. */
type PartPath = readonly string[];

/** A line or a ring. */
interface Line {
  readonly points: Point[];
  readonly path: PartPath;
}

/** A part of the file that has not been checked. */
interface Part {
  readonly value: unknown;
  readonly path: PartPath;
}

/**
 * Reads a coastline from GeoJSON in longitude and latitude: polygons of land, or lines that join into closed rings
 * around land or lakes.
 *
 * @throws CoastError
 */
export function readCoastline(text: string): Point[][] {
  const { rings, lines } = readLines(parse(text));
  const joined = joinLines(lines);
  joined.forEach(requireNarrow);
  const all = [...rings, ...joined];
  for (const { points, path } of all) {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || points.length < 4 || first[0] !== last[0] || first[1] !== last[1]) {
      const start = first ? first.join(', ') : 'no position';
      throw faultAt(path, 'coastNotClosed', `the ring that starts at ${start}`);
    }
  }
  if (all.length === 0) throw new CoastError('notACoast', 'found no geometry');
  const coast = all.map(({ points }) => points);
  if (!coast.some((ring) => isInRegion(boundingBox(ring)))) {
    throw new CoastError('coastElsewhere', `it covers ${boundingBox(coast.flat()).join(', ')}`);
  }
  return coast;
}

function parse(text: string): unknown {
  const withoutByteOrderMark = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(withoutByteOrderMark);
  } catch (error) {
    throw new CoastError('notGeoJson', error instanceof Error ? error.message : String(error));
  }
}

/** The rings of the polygons, and the lines, in the order of the file. */
function readLines(root: unknown): { readonly rings: readonly Line[]; readonly lines: readonly Line[] } {
  const rings: Line[] = [];
  const lines: Line[] = [];
  // A stack instead of recursion, because collections can be nested to any depth.
  const stack: Part[] = [{ value: root, path: [] }];
  const push = (parts: readonly Part[]): void => {
    for (const part of parts.toReversed()) stack.push(part);
  };
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { value, path } = part;
    if (value === null) continue; // A feature without a geometry.
    if (typeof value !== 'object') throw faultAt(path, 'notGeoJson', `found ${showShallow(value)}`);
    const { type, coordinates, geometry, geometries, features, crs } = value as Record<string, unknown>;
    requireWgs84(crs, path);
    const shape = { value: coordinates, path };
    if (type === 'FeatureCollection') push(partsOf({ value: features, path }, pathOfFeature));
    else if (type === 'Feature') push([{ value: geometry, path }]);
    else if (type === 'GeometryCollection') push(partsOf({ value: geometries, path }, () => path));
    else if (type === 'Polygon') readEach(numbered(shape, 'ring'), rings);
    else if (type === 'MultiPolygon') {
      for (const polygon of numbered(shape, 'polygon')) readEach(numbered(polygon, 'ring'), rings);
    } else if (type === 'LineString') readEach([shape], lines);
    else if (type === 'MultiLineString') readEach(numbered(shape, 'line'), lines);
    else if (typeof type === 'string') {
      throw faultAt(path, 'notACoast', `found a geometry of type ${showShallow(type)}`);
    } else throw faultAt(path, 'notGeoJson', 'found an object without a type');
  }
  return { rings, lines };
}

function itemsOf({ value, path }: Part): readonly unknown[] {
  if (!Array.isArray(value)) throw faultAt(path, 'notGeoJson', `expected an array, found ${showShallow(value)}`);
  return value;
}

function partsOf(part: Part, pathOf: (item: unknown, index: number) => PartPath): Part[] {
  return itemsOf(part).map((item, index) => ({ value: item, path: pathOf(item, index) }));
}

function numbered(part: Part, kind: string): Part[] {
  return partsOf(part, (_, index) => [...part.path, `${kind} ${index + 1}`]);
}

function pathOfFeature(feature: unknown, index: number): PartPath {
  const id = (feature as { readonly id?: unknown } | null)?.id;
  const hasId = typeof id === 'string' || typeof id === 'number';
  return [`feature ${index + 1}${hasId ? ` (id ${showValue(id)})` : ''}`];
}

function faultAt(path: PartPath, code: IssueCode, explanation: string): CoastError {
  return new CoastError(code, path.length === 0 ? explanation : `${path.join(', ')}: ${explanation}`);
}

/** Nested arrays are not shown, because they can be deep. */
function showShallow(value: unknown): string {
  return Array.isArray(value) ? `[${value.slice(0, 4).map(showValue).join(',')}]` : showValue(value);
}

/** RFC 7946 has no member `crs`, but older files have one. */
function requireWgs84(crs: unknown, path: PartPath): void {
  if (crs === undefined || crs === null) return;
  const name = (crs as { readonly properties?: { readonly name?: unknown } | null }).properties?.name;
  if (isWgs84Name(name)) return;
  throw faultAt(path, 'coastNotWgs84', `its crs member names ${showShallow(name)}`);
}

/** Reads parts as lines or rings, and appends them. */
function readEach(parts: readonly Part[], lines: Line[]): void {
  for (const part of parts) {
    const { path } = part;
    const line = { points: itemsOf(part).map((position) => readPosition(position, path)), path };
    requireNarrow(line);
    lines.push(line);
  }
}

function readPosition(value: unknown, path: PartPath): Point {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  const isPosition = typeof longitude === 'number' && typeof latitude === 'number';
  if (isPosition && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return [longitude, latitude];
  // JSON has no infinity, but a number such as 1e400 is read as one.
  const isInfinite = isPosition && !(Number.isFinite(longitude) && Number.isFinite(latitude));
  throw faultAt(path, isInfinite ? 'notFinite' : 'coastNotInDegrees', `found the position ${showShallow(value)}`);
}

function requireNarrow({ points, path }: Line): void {
  const [west, , east] = boundingBox(points);
  if (east - west > maxWidthInDegrees) throw faultAt(path, 'coastTooWide', `longitudes from ${west} to ${east}`);
}

/** Joins lines end to end into closed rings, in whatever direction they run. */
function joinLines(lines: readonly Line[]): Line[] {
  const keyOf = ([x, y]: Point): string => `${x.toFixed(7)},${y.toFixed(7)}`;
  const endsAt = new Map<string, Set<Line>>();
  const ends = (points: readonly Point[]): string[] =>
    [points[0], points.at(-1)].flatMap((end) => (end ? [keyOf(end)] : []));
  const open = lines.filter(({ points }) => new Set(ends(points)).size === 2);
  for (const line of open) {
    for (const end of ends(line.points)) endsAt.set(end, (endsAt.get(end) ?? new Set()).add(line));
  }
  const rings = lines.filter(({ points }) => points.length > 0 && new Set(ends(points)).size === 1);
  const used = new Set<Line>();
  for (const start of open) {
    if (used.has(start)) continue;
    used.add(start);
    const ring = [...start.points];
    let { path } = start;
    for (let [first, last] = ends(ring); first !== last; last = ends(ring)[1]) {
      const next = [...(endsAt.get(last ?? '') ?? [])].find((line) => !used.has(line));
      if (!next) {
        const end = last ?? 'no position';
        throw faultAt(path, 'coastNotClosed', `no line continues the one that ends at ${end}`);
      }
      used.add(next);
      ({ path } = next);
      const continued = ends(next.points)[0] === last ? next.points : next.points.toReversed();
      for (const point of continued.slice(1)) ring.push(point);
    }
    // Ends that differ only beyond the seventh decimal count as equal.
    const [first] = ring;
    if (first) ring[ring.length - 1] = first;
    rings.push({ points: ring, path: start.path });
  }
  return rings;
}
