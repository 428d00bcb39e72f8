import { MalformedBytesError } from '../format/bytes.ts';
import { type Axis, readDegrees, readTexts, writeDegreesFrom } from './json-columns.ts';

/** Numbered locations: a name, as published, with the points that have it. */
export interface Locations {
  readonly names: readonly (string | null)[];
  /** Points of each location: one, or an inshore and an offshore one. */
  readonly pointsPerLocation: number;
  /** In degrees, as published. The points of location i are i * pointsPerLocation and those that follow. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** The locations of all chunks of a column snapshot, numbered on from one chunk to the next. */
export function locationsOfChunks(chunks: readonly { readonly locations: Locations }[]): Locations {
  const degrees = (axis: Axis): Float64Array =>
    Float64Array.from(chunks.flatMap(({ locations }) => Array.from(locations[axis])));
  return {
    names: chunks.flatMap(({ locations }) => locations.names),
    pointsPerLocation: chunks[0]?.locations.pointsPerLocation ?? 1,
    longitudes: degrees('longitudes'),
    latitudes: degrees('latitudes'),
  };
}

/** Some of the locations, in the order of the numbers. */
export function pickLocations(
  { names, pointsPerLocation, longitudes, latitudes }: Locations,
  numbers: readonly number[],
): Locations {
  const pick = (degrees: Float64Array): Float64Array =>
    Float64Array.from({ length: numbers.length * pointsPerLocation }, (_, index) => {
      const location = numbers[Math.floor(index / pointsPerLocation)] ?? 0;
      return degrees[location * pointsPerLocation + (index % pointsPerLocation)] ?? 0;
    });
  return {
    names: numbers.map((number) => names[number] ?? null),
    pointsPerLocation,
    longitudes: pick(longitudes),
    latitudes: pick(latitudes),
  };
}

/** The columns of the file: the first point of each location as it is, the others as differences from the first. */
export function writeLocations({
  names,
  pointsPerLocation,
  longitudes,
  latitudes,
}: Locations): Record<string, unknown> {
  const write = (degrees: Float64Array): unknown[] => {
    const ofPoint = (point: number): number[] =>
      Array.from(degrees).filter((_, index) => index % pointsPerLocation === point);
    const first = ofPoint(0);
    return Array.from({ length: pointsPerLocation }, (_, point) =>
      point === 0 ? first : writeDegreesFrom(first, ofPoint(point)),
    );
  };
  return { names, longitudes: write(longitudes), latitudes: write(latitudes) };
}

/** Throws MalformedBytesError. */
export function readLocations(
  column: Readonly<Record<string, unknown>>,
  count: number,
  pointsPerLocation: number,
): Locations {
  return {
    names: readTexts(column['names'], 'places', count),
    pointsPerLocation,
    longitudes: readPoints(column['longitudes'], 'longitudes', pointsPerLocation, count),
    latitudes: readPoints(column['latitudes'], 'latitudes', pointsPerLocation, count),
  };
}

function readPoints(columns: unknown, axis: Axis, pointsPerLocation: number, count: number): Float64Array {
  if (!Array.isArray(columns) || columns.length !== pointsPerLocation) {
    throw new MalformedBytesError(`${axis}: not a column for each of ${pointsPerLocation} points`);
  }
  const degrees = new Float64Array(count * pointsPerLocation);
  for (const [point, column] of (columns as readonly unknown[]).entries()) {
    const firstOf = (location: number): number => degrees[location * pointsPerLocation] ?? 0;
    for (const [location, value] of readDegrees(column, axis, count, firstOf).entries()) {
      degrees[location * pointsPerLocation + point] = value;
    }
  }
  return degrees;
}
