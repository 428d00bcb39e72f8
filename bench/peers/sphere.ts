/** The mean radius of the Earth (IUGG), the one in common use for distances on a sphere. */
export const sphereRadiusInMetres = 6_371_008.7714;

export const radiansPerDegree = Math.PI / 180;

/** Distance in metres on the sphere by the haversine formula, all arguments in degrees. */
export function haversineDistanceInMetres(
  longitude1: number,
  latitude1: number,
  longitude2: number,
  latitude2: number,
): number {
  const sinHalfLatitude = Math.sin(((latitude2 - latitude1) * radiansPerDegree) / 2);
  const sinHalfLongitude = Math.sin(((longitude2 - longitude1) * radiansPerDegree) / 2);
  const cosines = Math.cos(latitude1 * radiansPerDegree) * Math.cos(latitude2 * radiansPerDegree);
  const haversine = sinHalfLatitude * sinHalfLatitude + cosines * sinHalfLongitude * sinHalfLongitude;
  return 2 * sphereRadiusInMetres * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
