import type { Position } from '../../core/geo/wgs84.ts';

/** Unwraps a longitude: returns it plus or minus 360° so that it is at most 180° from that of another position. */
export function unwrapLongitude(other: Position, { longitude, latitude }: Position): Position {
  const turns = Math.round((longitude - other.longitude) / 360);
  return { longitude: longitude - turns * 360, latitude };
}
