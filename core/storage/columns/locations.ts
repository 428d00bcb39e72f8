import { MalformedBytesError } from '../format/bytes.ts';
import { readSteps, readTexts, stepsOf } from './json-columns.ts';

/** Numbered locations: a name, as published, with the points that have it. */
export interface Locations {
  readonly names: readonly (string | null)[];
  /** Points of each location: one, or an inshore and an offshore one. */
  readonly pointsPerLocation: number;
  /**
   * The numbers of the points in the dataset's Flatbush index. Those of location i are at i * pointsPerLocation and the
   * indexes that follow.
   */
  readonly points: Uint32Array;
}

/** Some of the locations, in the order of the numbers. */
export function pickLocations({ names, pointsPerLocation, points }: Locations, numbers: readonly number[]): Locations {
  const picked = numbers.flatMap((number) =>
    Array.from(points.subarray(number * pointsPerLocation, (number + 1) * pointsPerLocation)),
  );
  return { names: numbers.map((number) => names[number] ?? null), pointsPerLocation, points: Uint32Array.from(picked) };
}

/**
 * The columns of the file. Points are numbered as they occur by ascending identifier, and so are the locations of a chunk:
 * the differences between successive numbers are small.
 */
export function writeLocations({ names, points }: Locations): Record<string, unknown> {
  return { names, points: stepsOf(points) };
}

/** Throws MalformedBytesError. */
export function readLocations(
  column: Readonly<Record<string, unknown>>,
  count: number,
  pointsPerLocation: number,
): Locations {
  const points = readSteps(column['points'], 'points', count * pointsPerLocation);
  for (const point of points) {
    if (point < 0 || point >= 2 ** 32) throw new MalformedBytesError(`points: ${point} is not the number of a point`);
  }
  return { names: readTexts(column['names'], 'places', count), pointsPerLocation, points: Uint32Array.from(points) };
}
