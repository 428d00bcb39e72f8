import { eccentricitySquared, equatorialRadiusInMetres } from './wgs84.ts';

const radiansPerDegree = Math.PI / 180;

/**
 * Writes the earth-centred x, y, z in metres of a point on the ellipsoid, given in degrees, to `target` from `offset`
 * on (the usual conversion from geodetic to geocentric coordinates at height zero). The result lies within 20
 * nanometres of the true place: the angle in radians is off by at most 7e-16, and the rest is a few roundings of
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
