import type { Expression } from '../../cql2/expression.ts';

/*
 * Coordinate reference systems of requests and responses, by their URI. Both are WGS 84 in degrees and differ only in
 * the order of the axes, so coordinates are swapped and never transformed. GDA2020 (EPSG:7844) is not among them: it moves with the
 * continent, and no position of the data says when it was measured.
 */

export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
/** Latitude first. */
export const epsg4326 = 'http://www.opengis.net/def/crs/EPSG/0/4326';
export const coordinateSystems = [crs84, epsg4326] as const;
export type Crs = (typeof coordinateSystems)[number];

export const isCrs = (uri: string): uri is Crs => coordinateSystems.some((each) => each === uri);

/** The coordinates of a point in a reference system. */
export function coordinatesIn(crs: Crs, longitude: number, latitude: number): readonly [number, number] {
  return crs === crs84 ? [longitude, latitude] : [latitude, longitude];
}

/** Swaps the axes of all geometries and boxes in a filter that has latitude first. */
export function withLongitudeFirst(filter: Expression): Expression {
  // Only the order of numbers changes, so the expression keeps its type.
  return swapped(filter) as Expression;
}

function swapped(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(swapped);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (key === 'coordinates') return [key, swappedPositions(value)];
      return [key, key === 'bbox' ? swappedBox(value as readonly number[]) : swapped(value)];
    }),
  );
}

function swappedPositions(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [first, second, ...others] = coordinates as unknown[];
  return typeof first === 'number' ? [second, first, ...others] : coordinates.map(swappedPositions);
}

/** Each half of a box is a corner. */
function swappedBox(box: readonly number[]): readonly unknown[] {
  const half = box.length / 2;
  return [box.slice(0, half), box.slice(half)].flatMap((corner) => swappedPositions(corner));
}
