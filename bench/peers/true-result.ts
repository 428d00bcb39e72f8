import { seededRandom, type SeededRandom } from '../../build-data/sample/seeded-random.ts';
import { groupIndexes } from '../../core/collections/arrays.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { type Position, smallestCurvatureRadiusInMetres } from '../../core/geo/wgs84.ts';

/** The positions of the records, in degrees: record i is at longitudes[i], latitudes[i]. */
export interface Positions {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** The distinct positions of records, each with its records. */
interface DistinctPositions extends Positions {
  /** The numbers of the records at each location, ascending. */
  readonly records: readonly (readonly number[])[];
}

/** The distinct positions in order of first occurrence. */
export function distinctPositions({ longitudes, latitudes }: Positions): DistinctPositions {
  const positionOf = (record: number): string => `${longitudes[record]} ${latitudes[record]}`;
  const records = [...groupIndexes(longitudes.keys(), positionOf).values()];
  return {
    longitudes: Float64Array.from(records, ([first]) => longitudes[first]),
    latitudes: Float64Array.from(records, ([first]) => latitudes[first]),
    records,
  };
}

const seed = 1;
const maxShiftInMetres = 5000;

/**
 * Centres to search around: distinct positions of records, chosen at random. Every other centre is shifted by
 * 0 to 5 km in a random direction, so that no record has its position. Returns `count` centres, or fewer if there are
 * fewer positions; the same positions give the same centres on every machine.
 */
export function queryCentres(locations: DistinctPositions, count: number): Position[] {
  const random = seededRandom(seed, 'search benchmark');
  const order = Uint32Array.from(locations.longitudes.keys());
  const picked = Math.min(count, order.length);
  const centres: Position[] = [];
  for (let centre = 0; centre < picked; centre++) {
    // The positions not yet chosen come after the chosen ones.
    const chosen = random.integer(centre, order.length - 1);
    const location = order[chosen];
    order[chosen] = order[centre];
    const position = { longitude: locations.longitudes[location], latitude: locations.latitudes[location] };
    centres.push(centre % 2 === 0 ? position : shift(position, random));
  }
  return centres;
}

/** Shifts a position. The result could be out of range near the poles, but no record is near them. */
function shift({ longitude, latitude }: Position, random: SeededRandom): Position {
  const angleInDegrees = (random.unit() * maxShiftInMetres) / sphereRadiusInMetres / radiansPerDegree;
  const direction = random.unit() * 2 * Math.PI;
  const eastward = (angleInDegrees * Math.sin(direction)) / Math.cos(latitude * radiansPerDegree);
  return { longitude: longitude + eastward, latitude: latitude + angleInDegrees * Math.cos(direction) };
}

/** The true result of a search around one centre. */
interface TrueResult {
  /** All records within the range along the geodesic, edge included. */
  readonly within: Uint32Array;
  /** All records at exactly the least distance. */
  readonly nearest: ReadonlySet<number>;
}

/** Allows for rounding, which is below a micrometre. */
const slackInMetres = 1;

/**
 * Computes the true result without an index, from the geodesic distance to every distinct position.
 *
 * A position is skipped only because of its latitude. A path of one metre changes the latitude by at most 1 m divided
 * by the meridian's radius of curvature, which is smallest at the equator. So a path between two latitudes is at least
 * as long as their difference times that smallest radius.
 */
export function trueResult(locations: DistinctPositions, centre: Position, rangeInMetres: number): TrueResult {
  const { longitudes, latitudes, records } = locations;
  const withinRange: number[] = [];
  let nearestLocations: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const [location, longitude] of longitudes.entries()) {
    const latitude = latitudes[location];
    const latitudeDifference = Math.abs(latitude - centre.latitude) * radiansPerDegree;
    const minimumDistance = latitudeDifference * smallestCurvatureRadiusInMetres - slackInMetres;
    if (minimumDistance > rangeInMetres && minimumDistance > least) continue;
    const distance = geodesicDistanceInMetres(centre.longitude, centre.latitude, longitude, latitude);
    if (distance <= rangeInMetres) withinRange.push(location);
    if (distance < least) {
      least = distance;
      nearestLocations = [];
    }
    if (distance === least) nearestLocations.push(location);
  }
  const recordsAt = (found: readonly number[]): number[] => found.flatMap((location) => records[location]);
  return { within: Uint32Array.from(recordsAt(withinRange)), nearest: new Set(recordsAt(nearestLocations)) };
}

/** The mean radius of the Earth (IUGG), which is commonly used for distances on a sphere. */
export const sphereRadiusInMetres = 6_371_008.7714;

export const radiansPerDegree = Math.PI / 180;
