import geodesicLibrary from 'geographiclib-geodesic';

const { Geodesic } = geodesicLibrary;
const ellipsoid = Geodesic.WGS84;

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
  // The library gives s12 whenever DISTANCE is asked for; its type leaves it optional.
  return ellipsoid.Inverse(latitude1, longitude1, latitude2, longitude2, Geodesic.DISTANCE).s12 ?? Number.NaN;
}
