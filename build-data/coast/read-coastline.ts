import type { IssueCode } from '../validate/issues.ts';
import { boundingBox, isInRegion, type Point } from './cut-coast.ts';

/** A coastline that cannot be used. */
export class CoastError extends Error {
  override readonly name = 'CoastError';
  readonly code: IssueCode;

  constructor(code: IssueCode, explanation = '') {
    super(explanation);
    this.code = code;
  }
}

/**
 * Reads a coastline from GeoJSON in longitude and latitude: polygons of land, or lines that join into closed rings
 * around land or lakes.
 *
 * @throws CoastError
 */
export function readCoastline(text: string): Point[][] {
  let geometry: unknown;
  try {
    geometry = JSON.parse(text);
  } catch (error) {
    throw new CoastError('notGeoJson', error instanceof Error ? error.message : String(error));
  }
  const rings: Point[][] = [];
  const lines: Point[][] = [];
  const itemsOf = (value: unknown): unknown[] => {
    if (!Array.isArray(value)) throw new CoastError('notGeoJson', `expected an array, found ${shown(value)}`);
    return value;
  };
  const readLine = (value: unknown): Point[] => itemsOf(value).map(readPosition);
  const readRings = (value: unknown): void => {
    rings.push(...itemsOf(value).map(readLine));
  };
  const visit = (value: unknown): void => {
    if (value === null) return; // A feature without a geometry.
    if (typeof value !== 'object') throw new CoastError('notGeoJson', `found ${shown(value)}`);
    const { type, coordinates, geometry: inner, geometries, features } = value as Record<string, unknown>;
    if (type === 'FeatureCollection') itemsOf(features).forEach(visit);
    else if (type === 'Feature') visit(inner);
    else if (type === 'GeometryCollection') itemsOf(geometries).forEach(visit);
    else if (type === 'Polygon') readRings(coordinates);
    else if (type === 'MultiPolygon') itemsOf(coordinates).forEach(readRings);
    else if (type === 'LineString') lines.push(readLine(coordinates));
    else if (type === 'MultiLineString') lines.push(...itemsOf(coordinates).map(readLine));
    else if (typeof type === 'string') throw new CoastError('notACoast', `found a geometry of type ${shown(type)}`);
    else throw new CoastError('notGeoJson', 'found an object without a type');
  };
  visit(geometry);
  const all = [...rings, ...joinLines(lines)];
  for (const ring of all) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || ring.length < 4 || first[0] !== last[0] || first[1] !== last[1]) {
      throw new CoastError('coastNotClosed', `the ring that starts at ${first ? first.join(', ') : 'no position'}`);
    }
  }
  if (all.length === 0) throw new CoastError('notACoast', 'found no geometry');
  if (!all.some((ring) => isInRegion(boundingBox(ring)))) {
    throw new CoastError('coastElsewhere', `it covers ${boundingBox(all.flat()).join(', ')}`);
  }
  return all;
}

const shown = (value: unknown): string => (JSON.stringify(value) as string | undefined)?.slice(0, 60) ?? 'nothing';

function readPosition(value: unknown): Point {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (
    typeof longitude !== 'number' ||
    typeof latitude !== 'number' ||
    Math.abs(longitude) > 180 ||
    Math.abs(latitude) > 90
  ) {
    throw new CoastError('coastNotInDegrees', `found the position ${shown(value)}`);
  }
  return [longitude, latitude];
}

/** Joins lines end to end into closed rings, in whatever direction they run. */
function joinLines(lines: readonly Point[][]): Point[][] {
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
        throw new CoastError('coastNotClosed', `no line continues the one that ends at ${last ?? 'no position'}`);
      }
      used.add(next);
      ring = [...ring, ...(ends(next)[0] === last ? next : next.toReversed()).slice(1)];
    }
    // Ends that differ only beyond the seventh decimal count as equal.
    const [first] = ring;
    if (first) ring[ring.length - 1] = first;
    rings.push(ring);
  }
  return rings;
}
