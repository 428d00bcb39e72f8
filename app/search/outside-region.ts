import { equatorialRadiusInMetres, type Position } from '../../core/geo/wgs84.ts';
import { regionOfData as region } from '../vocabulary/region.ts';

const farInMetres = 300_000;

/** Whether a point lies more than 300 km from the region of the data; on a sphere, which is near enough for that. */
export function isOutsideRegion({ longitude, latitude }: Position): boolean {
  const middle = (region.west + region.east) / 2;
  // Counted from the region's middle, so that the antimeridian does not come between.
  const east = ((((longitude - middle + 180) % 360) + 360) % 360) - 180;
  const closestEast = Math.min(region.east - middle, Math.max(region.west - middle, east));
  const closestLatitude = Math.min(region.north, Math.max(region.south, latitude));
  return sphereDistanceInMetres(latitude, closestLatitude, east - closestEast) > farInMetres;
}

function sphereDistanceInMetres(latitude1: number, latitude2: number, longitudes: number): number {
  const radians = Math.PI / 180;
  const northward = Math.sin(((latitude2 - latitude1) * radians) / 2) ** 2;
  const eastward = Math.sin((longitudes * radians) / 2) ** 2;
  const chord = northward + Math.cos(latitude1 * radians) * Math.cos(latitude2 * radians) * eastward;
  return 2 * equatorialRadiusInMetres * Math.asin(Math.sqrt(Math.min(1, chord)));
}
