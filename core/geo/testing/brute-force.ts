import geodesicLibrary from 'geographiclib-geodesic';

import type { Position } from '../wgs84.ts';

/** The geodesic in metres, straight from the library: what every search is held against. */
export function trueDistance(from: Position, to: Position): number {
  return (
    geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? Number.NaN
  );
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
