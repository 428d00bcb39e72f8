import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from './engine.ts';

/** The largest latitude on a map in the Mercator projection. */
const edgeOfMapInDegrees = 85.06;
const radiansPerDegree = Math.PI / 180;

/** Tests whether a box contains a longitude and latitude, edges included, however often the map was moved around the globe. */
export function boxTest({ west, south, east, north }: MapBox): (longitude: number, latitude: number) => boolean {
  const isInLatitude = (latitude: number): boolean => latitude >= south && latitude <= north;
  if (east - west >= 360) return (_, latitude) => isInLatitude(latitude);
  const [from, to] = [inRange(west), inRange(east)];
  const isInLongitude =
    from <= to
      ? (longitude: number): boolean => longitude >= from && longitude <= to
      : (longitude: number): boolean => longitude >= from || longitude <= to;
  return (longitude, latitude) =>
    isInLatitude(latitude) && (isInLongitude(longitude) || (Math.abs(longitude) === 180 && isInLongitude(-longitude)));
}

/** The centre of a map that shows the box: its middle in the Mercator projection. */
export function middleOf({ west, south, east, north }: MapBox): Position {
  const width = east >= west ? east - west : east - west + 360;
  const middle = (heightOnMap(south) + heightOnMap(north)) / 2;
  return { longitude: inRange(west + width / 2), latitude: Math.atan(Math.sinh(middle)) / radiansPerDegree };
}

/** A position in the Mercator projection of the whole world: 0 to 1 from 180° west eastward, and from the north southward. */
export function mercatorFraction({ longitude, latitude }: Position): { readonly x: number; readonly y: number } {
  return { x: (longitude + 180) / 360, y: 0.5 - heightOnMap(latitude) / (2 * Math.PI) };
}

function heightOnMap(latitude: number): number {
  const clamped = Math.max(-edgeOfMapInDegrees, Math.min(edgeOfMapInDegrees, latitude));
  return Math.asinh(Math.tan(clamped * radiansPerDegree));
}

/** The same longitude in -180 to 180. */
export function inRange(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
