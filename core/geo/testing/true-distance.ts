import geodesicLibrary from 'geographiclib-geodesic';

import type { Position } from '../wgs84.ts';

/** The geodesic in metres, straight from the library: what every search is held against. */
export function trueDistance(from: Position, to: Position): number {
  return (
    geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? Number.NaN
  );
}
