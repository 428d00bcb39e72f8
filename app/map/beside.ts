import type { Position } from '../../core/geo/wgs84.ts';

/** The same position with its longitude counted on beyond the antimeridian, where that is the short way from another. */
export function beside(other: Position, { longitude, latitude }: Position): Position {
  const turns = Math.round((longitude - other.longitude) / 360);
  return { longitude: longitude - turns * 360, latitude };
}
