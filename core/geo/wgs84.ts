/** The WGS 84 ellipsoid (NGA.STND.0036). Lengths in metres. */
export const equatorialRadiusInMetres = 6_378_137;
export const flattening = 1 / 298.257223563;
export const eccentricitySquared = flattening * (2 - flattening);
export const polarRadiusInMetres = equatorialRadiusInMetres * (1 - flattening);

/**
 * The smallest radius of curvature of any normal section: that of the meridian at the equator, a(1 - e^2). The
 * curvature of a geodesic is never more than its reciprocal.
 */
export const smallestCurvatureRadiusInMetres = equatorialRadiusInMetres * (1 - eccentricitySquared);

/** The largest radius of curvature of any normal section: that of every normal section at a pole, a^2 / b. */
export const largestCurvatureRadiusInMetres = equatorialRadiusInMetres / (1 - flattening);

/** A point in degrees on WGS 84. */
export interface Position {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Metres along the parallel for one degree of longitude. The radius of the parallel is N cos(latitude), where N is the
 * radius of curvature in the prime vertical, a / sqrt(1 - e^2 sin^2(latitude)).
 */
export function metresPerDegreeOfLongitude(latitude: number): number {
  const phi = (latitude * Math.PI) / 180;
  const primeVertical = equatorialRadiusInMetres / Math.sqrt(1 - eccentricitySquared * Math.sin(phi) ** 2);
  return (primeVertical * Math.cos(phi) * Math.PI) / 180;
}

const radiansPerDegree = Math.PI / 180;

/**
 * Writes the earth-centred x, y, z in metres of a point on the ellipsoid, given in degrees, to `target` from `offset`
 * on (the usual conversion from geodetic to geocentric coordinates at height zero). The result is within 20 nanometres
 * of the exact position: the angle in radians is off by at most 7e-16, and the remaining errors are a few roundings of
 * numbers below 2^23, each at most 5e-10.
 */
export function writeCentredCoordinates(
  longitude: number,
  latitude: number,
  target: Float64Array,
  offset: number,
): void {
  const sinLatitude = Math.sin(latitude * radiansPerDegree);
  const cosLatitude = Math.cos(latitude * radiansPerDegree);
  const primeVerticalRadius = equatorialRadiusInMetres / Math.sqrt(1 - eccentricitySquared * sinLatitude * sinLatitude);
  target[offset] = primeVerticalRadius * cosLatitude * Math.cos(longitude * radiansPerDegree);
  target[offset + 1] = primeVerticalRadius * cosLatitude * Math.sin(longitude * radiansPerDegree);
  target[offset + 2] = primeVerticalRadius * (1 - eccentricitySquared) * sinLatitude;
}
