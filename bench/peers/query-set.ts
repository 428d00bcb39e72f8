import { seededRandom, type SeededRandom } from '../../build-data/sample/seeded-random.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { DistinctPlaces } from './distinct-places.ts';
import { radiansPerDegree, sphereRadiusInMetres } from './sphere.ts';

const seed = 1;
const longestShiftInMetres = 5000;

/**
 * Centres to search around: distinct places where records stand, picked at random. Every other centre is shifted by
 * 0 to 5 km in a random direction, so that it stands where no record does. `count` of them, or fewer where there are
 * fewer places; the same places give the same centres on every machine.
 */
export function querySet(places: DistinctPlaces, count: number): Position[] {
  const random = seededRandom(seed, 'search benchmark');
  const order = Uint32Array.from(places.longitudes.keys());
  const picked = Math.min(count, order.length);
  const centres: Position[] = [];
  for (let centre = 0; centre < picked; centre++) {
    // The places not yet picked stand behind those picked.
    const chosen = random.integer(centre, order.length - 1);
    const place = order[chosen] ?? 0;
    order[chosen] = order[centre] ?? 0;
    const position = { longitude: places.longitudes[place] ?? 0, latitude: places.latitudes[place] ?? 0 };
    centres.push(centre % 2 === 0 ? position : shifted(position, random));
  }
  return centres;
}

/** Near the poles it could come out beyond one; no record here is near them. */
function shifted({ longitude, latitude }: Position, random: SeededRandom): Position {
  const angleInDegrees = (random.unit() * longestShiftInMetres) / sphereRadiusInMetres / radiansPerDegree;
  const direction = random.unit() * 2 * Math.PI;
  const eastward = (angleInDegrees * Math.sin(direction)) / Math.cos(latitude * radiansPerDegree);
  return { longitude: longitude + eastward, latitude: latitude + angleInDegrees * Math.cos(direction) };
}
