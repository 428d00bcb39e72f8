import { MalformedBytesError } from './bytes.ts';
import { readDegrees, readTexts, writeDegreesFrom, type Axis } from './overview-columns.ts';
import type { OverviewPiece, Places } from './overview.ts';
import { readToldPlaces } from './told-places.ts';

/** The places of an overview by their numbers: those of its first piece, then those of the next. */
export function placesOfOverview(pieces: readonly OverviewPiece[]): Places {
  const degrees = (axis: Axis): Float64Array =>
    Float64Array.from(pieces.flatMap(({ places }) => Array.from(places[axis])));
  return {
    names: pieces.flatMap(({ places }) => places.names),
    pointsPerPlace: pieces[0]?.places.pointsPerPlace ?? 1,
    longitudes: degrees('longitudes'),
    latitudes: degrees('latitudes'),
  };
}

/** Places in full: the first points as they are, each of the others by how far it lies from the first. */
export function writePlaces({ names, pointsPerPlace, longitudes, latitudes }: Places): Record<string, unknown> {
  const write = (degrees: Float64Array): unknown[] => {
    const ofPoint = (point: number): number[] =>
      Array.from(degrees).filter((_, index) => index % pointsPerPlace === point);
    const first = ofPoint(0);
    return Array.from({ length: pointsPerPlace }, (_, point) =>
      point === 0 ? first : writeDegreesFrom(first, ofPoint(point)),
    );
  };
  return { names, longitudes: write(longitudes), latitudes: write(latitudes) };
}

/**
 * Places in full, or told by those that are known from another overview. Throws MalformedBytesError, also when they are
 * told so and none are known.
 */
export function readPlaces(
  column: Readonly<Record<string, unknown>>,
  count: number,
  pointsPerPlace: number,
  known: Places | undefined,
): Places {
  if (column['known'] !== undefined) return readToldPlaces(column, count, known);
  return {
    names: readTexts(column['names'], 'places', count),
    pointsPerPlace,
    longitudes: readPoints(column['longitudes'], 'longitudes', pointsPerPlace, count),
    latitudes: readPoints(column['latitudes'], 'latitudes', pointsPerPlace, count),
  };
}

function readPoints(columns: unknown, axis: Axis, pointsPerPlace: number, count: number): Float64Array {
  if (!Array.isArray(columns) || columns.length !== pointsPerPlace) {
    throw new MalformedBytesError(`${axis}: not a column for each of ${pointsPerPlace} points`);
  }
  const degrees = new Float64Array(count * pointsPerPlace);
  for (const [point, column] of (columns as readonly unknown[]).entries()) {
    const firstOf = (place: number): number => degrees[place * pointsPerPlace] ?? 0;
    for (const [place, value] of readDegrees(column, axis, count, firstOf).entries()) {
      degrees[place * pointsPerPlace + point] = value;
    }
  }
  return degrees;
}
