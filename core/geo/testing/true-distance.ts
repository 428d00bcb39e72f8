import geodesicLibrary from 'geographiclib-geodesic';

import { PointSet } from '../point-set.ts';
import type { Position } from '../wgs84.ts';

/** The geodesic in metres, straight from the library: what every search is held against. */
export function trueDistance(from: Position, to: Position): number {
  return (
    geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? Number.NaN
  );
}

export function pointSetOf(positions: readonly Position[]): PointSet {
  return new PointSet(
    Float64Array.from(positions, ({ longitude }) => longitude),
    Float64Array.from(positions, ({ latitude }) => latitude),
  );
}
