import geodesicLibrary from 'geographiclib-geodesic';

import type { Position } from './wgs84.ts';

const { Geodesic } = geodesicLibrary;
const ellipsoid = Geodesic.WGS84;

/**
 * The point at a distance from another along a geodesic on the WGS 84 ellipsoid. `bearingInDegrees` is the initial
 * direction of the geodesic, clockwise from true north. The longitude of the result is from -180 to 180.
 */
export function geodesicPoint(from: Position, bearingInDegrees: number, distanceInMetres: number): Position {
  const { lat2, lon2 } = ellipsoid.Direct(
    from.latitude,
    from.longitude,
    bearingInDegrees,
    distanceInMetres,
    Geodesic.LATITUDE | Geodesic.LONGITUDE,
  ) as Required<ReturnType<typeof ellipsoid.Direct>>; // the library returns what is requested
  return { longitude: lon2, latitude: lat2 };
}
