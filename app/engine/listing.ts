import type { Position } from '../../core/geo/wgs84.ts';
import type { Sort } from '../view/view-state.ts';
import { forEachPlaceAt } from './finding.ts';
import { GrowingList, type ItemList } from './item-list.ts';
import { nearestItems } from './nearness.ts';
import { pointsAround } from './nearest.ts';
import { oldestFirst } from './ordering.ts';
import type { Overview, PassingPlaces } from './overview.ts';
import type { PassingRecords } from './passing.ts';

/** How many a search for the nearest lists. */
export const mostNearest = 200;

/** Records in list order, listed as a question wants them sorted. */
export function listRecords(overview: Overview, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  if (sort === 'newest') return found;
  if (sort === 'oldest') return oldestFirst(found, overview.records.seconds);
  return new GrowingList(found.length, (least) => recordsNearestFirst(overview, found, centre, least));
}

/** Places in list order, listed as a question wants them sorted. */
export function listPlaces(overview: Overview, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  const { places, fromAToZ } = overview.places;
  if (sort === 'oldest') return found;
  if (sort === 'nearest') {
    return new GrowingList(found.length, (least) => placesNearestFirst(overview, found, centre, least));
  }
  const isFound = new Uint8Array(places.length);
  for (const place of found) isFound[place] = 1;
  return fromAToZ.filter((place) => isFound[place] === 1);
}

/** Of records in list order the nearest, equally near ones in list order: at least so many, or all. */
export function recordsNearestFirst(
  overview: Overview,
  records: Uint32Array,
  centre: Position,
  least: number,
): Uint32Array {
  return nearestItems(records, overview.recordStanding, overview.distancesToSpots(centre), least);
}

/** Of places in list order the nearest, equally near ones in list order: at least so many, or all. */
export function placesNearestFirst(
  overview: Overview,
  places: Uint32Array,
  centre: Position,
  least: number,
): Uint32Array {
  return nearestItems(places, overview.placeStanding, overview.distancesToPlaces(centre), least);
}

/** The nearest record that passes the filters, of several equally near the first in the list; undefined for none. */
export function nearestRecord(overview: Overview, passing: PassingRecords, centre: Position): number | undefined {
  const distances = overview.distancesToSpots(centre);
  const nearest = new NearestOf();
  for (const spot of pointsAround(overview.records.spots, (point) => passing.atSpot[point] ?? 0, centre, 1)) {
    nearest.consider(passing.firstAtSpot[spot] ?? 0, distances.to(spot));
  }
  return nearest.item;
}

/** The nearest place that passes the filters, of several equally near the first in the list; undefined for none. */
export function nearestPlace(overview: Overview, passing: PassingPlaces, centre: Position): number | undefined {
  const { points } = overview.places;
  const distances = overview.distancesToPlaces(centre);
  const nearest = new NearestOf();
  for (const point of pointsAround(points.places, (at) => passing.atPoint[at] ?? 0, centre, 1)) {
    forEachPlaceAt(points, point, (place) => {
      if (passing.passes[place] === 1) nearest.consider(place, distances.to(point));
    });
  }
  return nearest.item;
}

/** The nearest of some items; of several equally near the one of the lowest index. */
class NearestOf {
  item: number | undefined;
  #distance = Infinity;

  consider(item: number, distance: number): void {
    if (distance > this.#distance) return;
    if (distance === this.#distance && this.item !== undefined && item > this.item) return;
    this.item = item;
    this.#distance = distance;
  }
}
