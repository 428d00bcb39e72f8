import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { smallestCurvatureRadiusInMetres, type Position } from '../../core/geo/wgs84.ts';
import type { DistinctPlaces } from './distinct-places.ts';
import { radiansPerDegree } from './sphere.ts';

/** What a search around one centre has to find. */
export interface Truth {
  /** All records within the range along the geodesic, the edge included. */
  readonly within: Uint32Array;
  /** All records at exactly the least distance. */
  readonly nearest: ReadonlySet<number>;
}

/** Against rounding, which is below a micrometre. */
const slackInMetres = 1;

/**
 * The truth by the geodesic to every place, without any index: one distance for all the records of a place.
 *
 * A place is passed over only for its latitude. A path of one metre changes the latitude by at most one over the
 * meridian's radius of curvature, and the smallest there is, at the equator, bounds it everywhere: a path between two
 * latitudes is at least their difference times that radius long.
 */
export function trueAnswer(places: DistinctPlaces, centre: Position, rangeInMetres: number): Truth {
  const { longitudes, latitudes, records } = places;
  const withinPlaces: number[] = [];
  let nearestPlaces: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const [place, longitude] of longitudes.entries()) {
    const latitude = latitudes[place] ?? Number.NaN;
    const latitudeDifference = Math.abs(latitude - centre.latitude) * radiansPerDegree;
    const atLeast = latitudeDifference * smallestCurvatureRadiusInMetres - slackInMetres;
    if (atLeast > rangeInMetres && atLeast > least) continue;
    const distance = geodesicDistanceInMetres(centre.longitude, centre.latitude, longitude, latitude);
    if (distance <= rangeInMetres) withinPlaces.push(place);
    if (distance < least) {
      least = distance;
      nearestPlaces = [];
    }
    if (distance === least) nearestPlaces.push(place);
  }
  const recordsOf = (found: readonly number[]): number[] => found.flatMap((place) => records[place] ?? []);
  return { within: Uint32Array.from(recordsOf(withinPlaces)), nearest: new Set(recordsOf(nearestPlaces)) };
}
