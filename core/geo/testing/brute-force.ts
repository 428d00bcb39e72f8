import { PointIndex } from '../point-index.ts';
import type { Position } from '../wgs84.ts';
import { trueDistance } from './true-distance.ts';

export function pointIndexOf(positions: readonly Position[]): PointIndex {
  return PointIndex.from(longitudesOf(positions), latitudesOf(positions));
}

export function pointIndexInGivenOrderOf(positions: readonly Position[]): PointIndex {
  return PointIndex.inGivenOrder(longitudesOf(positions), latitudesOf(positions));
}

/** The numbers of the positions within the radius, ascending. */
export function bruteForceWithin(positions: readonly Position[], centre: Position, radiusInMetres: number): number[] {
  return positions.flatMap((position, point) => (trueDistance(centre, position) <= radiusInMetres ? [point] : []));
}

/** The nearest positions, all ties, as `nearestPoints` gives them. */
export function bruteForceNearest(
  positions: readonly Position[],
  centre: Position,
  atMostInMetres: number,
): { distanceInMetres: number; points: number[] } | undefined {
  const distances = positions.map((position) => trueDistance(centre, position));
  const distanceInMetres = Math.min(...distances);
  if (positions.length === 0 || distanceInMetres > atMostInMetres) return undefined;
  return {
    distanceInMetres,
    points: distances.flatMap((distance, point) => (distance === distanceInMetres ? [point] : [])),
  };
}

function longitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ longitude }) => longitude);
}

function latitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ latitude }) => latitude);
}
