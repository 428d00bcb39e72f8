import geodesicLibrary from 'geographiclib-geodesic';

import type { Position } from './wgs84.ts';

const { Geodesic } = geodesicLibrary;
const ellipsoid = Geodesic.WGS84;

/** The library returns what is requested; its types make it optional. */
type Solution = Required<ReturnType<typeof ellipsoid.Inverse>>;

/**
 * Length in metres of the shortest path between two points on the WGS 84 ellipsoid, all arguments in degrees.
 * Accurate to about 15 nanometres (C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013).
 */
export function geodesicDistanceInMetres(
  longitude1: number,
  latitude1: number,
  longitude2: number,
  latitude2: number,
): number {
  return (ellipsoid.Inverse(latitude1, longitude1, latitude2, longitude2, Geodesic.DISTANCE) as Solution).s12;
}

/** The length of the shortest path over the ellipsoid, and its initial direction. */
export interface GeodesicDirection {
  readonly distanceInMetres: number;
  /** The initial bearing, clockwise from true north, from 0 to 360 (exclusive). It is 0 from a point to itself. */
  readonly bearingInDegrees: number;
}

/** The geodesic from one point to another; its length is that of `geodesicDistanceInMetres`. */
export function geodesicDirection(from: Position, to: Position): GeodesicDirection {
  const { s12: distanceInMetres, azi1: azimuth } = ellipsoid.Inverse(
    ...([from.latitude, from.longitude, to.latitude, to.longitude] as const),
    Geodesic.DISTANCE | Geodesic.AZIMUTH,
  ) as Solution;
  // An azimuth is from -180 to 180. From a point to itself, it is 0 or 180, depending on the hemisphere.
  const bearing = azimuth < 0 ? azimuth + 360 : azimuth;
  return { distanceInMetres, bearingInDegrees: distanceInMetres === 0 || bearing === 360 ? 0 : bearing };
}
