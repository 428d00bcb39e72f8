import { KnownPlaceSearch } from '../known-place-search.ts';
import type { Places } from '../overview.ts';
import { writeToldPlaces } from '../told-places.ts';

export type Point = readonly [longitude: number, latitude: number];
/** A name, and its points. */
export type Place = readonly [name: string | null, ...points: Point[]];

export function placesOf(places: readonly Place[], pointsPerPlace = 1): Places {
  const degrees = (axis: 0 | 1): Float64Array =>
    Float64Array.from(places.flatMap(([, ...points]) => points.map((point) => point[axis])));
  return { names: places.map(([name]) => name), pointsPerPlace, longitudes: degrees(0), latitudes: degrees(1) };
}

/** The columns of places told by known ones, as they are in the file. */
export function told(places: readonly Place[], known: readonly Place[], pointsPerPlace = 2): Record<string, unknown> {
  const search = new KnownPlaceSearch(placesOf(known, pointsPerPlace));
  return JSON.parse(JSON.stringify(writeToldPlaces(placesOf(places), search))) as Record<string, unknown>;
}
