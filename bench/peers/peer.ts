import { seededRandom, type SeededRandom } from '../../build-data/sample/seeded-random.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import { type Position, smallestCurvatureRadiusInMetres } from '../../core/geo/wgs84.ts';

/** The positions of the records, in degrees: record i is at longitudes[i], latitudes[i]. */
export interface Positions {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** The numbers of some records, in any order. */
export type RecordNumbers = Uint32Array | readonly number[];

/** A library or service that finds records around a position, to compare with our index. */
export interface Peer {
  /** The name, with its version if it has one. */
  readonly title: string;
  /** How it measures distances, for example 'sphere (haversine)' or 'WGS 84 geodesic'. */
  readonly distanceModel: string;
  /** The size of its index in bytes, if it is known. */
  readonly indexBytes: number | undefined;
  /** The records within the range, by the peer's own distance. */
  within(longitude: number, latitude: number, rangeInMetres: number): RecordNumbers | Promise<RecordNumbers>;
  /** The number of one of the nearest records, by the peer's own distance. */
  nearest(longitude: number, latitude: number): number | Promise<number>;
  /** Frees its resources outside the JavaScript heap. */
  close(): void | Promise<void>;
}

export type CreatePeer = (positions: Positions) => Peer | Promise<Peer>;

/** The distinct positions of records, each with its records. */
interface DistinctPositions extends Positions {
  /** The numbers of the records at each location, ascending. */
  readonly records: readonly (readonly number[])[];
}

/** The distinct positions in order of first occurrence. */
export function distinctPositions({ longitudes, latitudes }: Positions): DistinctPositions {
  const byLongitude = new Map<number, Map<number, number[]>>();
  const distinctLongitudes: number[] = [];
  const distinctLatitudes: number[] = [];
  const recordsByLocation: number[][] = [];
  for (const [record, longitude] of longitudes.entries()) {
    const latitude = latitudes[record] ?? Number.NaN;
    const byLatitude = byLongitude.get(longitude) ?? new Map<number, number[]>();
    byLongitude.set(longitude, byLatitude);
    const records = byLatitude.get(latitude);
    if (records !== undefined) {
      records.push(record);
      continue;
    }
    const first = [record];
    byLatitude.set(latitude, first);
    distinctLongitudes.push(longitude);
    distinctLatitudes.push(latitude);
    recordsByLocation.push(first);
  }
  return {
    longitudes: Float64Array.from(distinctLongitudes),
    latitudes: Float64Array.from(distinctLatitudes),
    records: recordsByLocation,
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
    const location = order[chosen] ?? 0;
    order[chosen] = order[centre] ?? 0;
    const position = { longitude: locations.longitudes[location] ?? 0, latitude: locations.latitudes[location] ?? 0 };
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
export interface TrueResult {
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
    const latitude = latitudes[location] ?? Number.NaN;
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
  const recordsAt = (found: readonly number[]): number[] => found.flatMap((location) => records[location] ?? []);
  return { within: Uint32Array.from(recordsAt(withinRange)), nearest: new Set(recordsAt(nearestLocations)) };
}

/** The mean radius of the Earth (IUGG), which is commonly used for distances on a sphere. */
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

/** A box in degrees, edges included. West is never greater than east. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Allows for rounding: about 0.1 mm. */
const slackInDegrees = 1e-9;

/**
 * Boxes in degrees that contain every position within a range on the sphere, with longitudes from -180 to 180: one, or
 * two if the circle crosses the antimeridian. A circle that contains a pole spans all longitudes.
 */
export function degreeBoxesAround(longitude: number, latitude: number, rangeInMetres: number): readonly DegreeBox[] {
  const angle = rangeInMetres / sphereRadiusInMetres;
  const latitudeReach = angle / radiansPerDegree + slackInDegrees;
  const south = latitude - latitudeReach;
  const north = latitude + latitudeReach;
  if (south <= -90 || north >= 90) return [{ west: -180, south, east: 180, north }];

  // The circle's easternmost point is not on its centre's latitude, but somewhat further towards the pole.
  const sine = Math.sin(angle) / Math.cos(latitude * radiansPerDegree);
  const longitudeReach = Math.asin(Math.min(1, sine)) / radiansPerDegree + slackInDegrees;
  const west = longitude - longitudeReach;
  const east = longitude + longitudeReach;
  if (west < -180) {
    return [
      { west: west + 360, south, east: 180, north },
      { west: -180, south, east, north },
    ];
  }
  if (east > 180) {
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ];
  }
  return [{ west, south, east, north }];
}
