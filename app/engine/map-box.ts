import { fromMercator, mercatorX, mercatorY } from '../../core/geo/web-mercator.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from './engine.ts';

/** Returns a test for positions in a box, edges included. Its longitudes may be several turns beyond 180 degrees. */
export function boxTest({ west, south, east, north }: MapBox): (longitude: number, latitude: number) => boolean {
  const isInLatitude = (latitude: number): boolean => latitude >= south && latitude <= north;
  if (east - west >= 360) return (_, latitude) => isInLatitude(latitude);
  const [from, to] = [normaliseLongitude(west), normaliseLongitude(east)];
  const isInLongitude =
    from <= to
      ? (longitude: number): boolean => longitude >= from && longitude <= to
      : (longitude: number): boolean => longitude >= from || longitude <= to;
  return (longitude, latitude) =>
    isInLatitude(latitude) && (isInLongitude(longitude) || (Math.abs(longitude) === 180 && isInLongitude(-longitude)));
}

/** The smallest box that contains all positions, unless they are on both sides of the antimeridian. */
export function boxAround(positions: readonly Position[]): MapBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { longitude, latitude } of positions) {
    west = Math.min(west, longitude);
    south = Math.min(south, latitude);
    east = Math.max(east, longitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** The centre of a map that shows the box: its middle in the Mercator projection. */
export function middleOf({ west, south, east, north }: MapBox): Position {
  const width = east >= west ? east - west : east - west + 360;
  return fromMercator(mercatorX(normaliseLongitude(west + width / 2)), (mercatorY(south) + mercatorY(north)) / 2);
}

/** The equivalent longitude from -180 to 180. */
function normaliseLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
