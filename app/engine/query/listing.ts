import { reversedExceptTies } from '../../../core/collections/arrays.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Sort } from '../../view/view-state.ts';
import type { DataIndex, MatchingPlaces } from './data-index.ts';
import { nearestFirst, pointsAround } from './nearest.ts';
import type { MatchingRecords } from './record-filter.ts';
import { forEachPlaceAt } from './region.ts';
import { detailsOf, locationOf } from '../load/record-store.ts';

/** The number of items that a search for the nearest items lists. */
export const nearestLimit = 200;

/** Sorts `found`, which contains records in list order. */
export function listRecords(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): Uint32Array {
  if (sort === 'newest') return found;
  if (sort === 'oldest') {
    const { seconds } = dataIndex.records;
    const isTied = (index: number): boolean => seconds[found[index]] === seconds[found[index - 1]];
    return reversedExceptTies(found.length, isTied).map((index) => found[index]);
  }
  return sort === 'largest'
    ? detailsOf(dataIndex.records).largestFirst(found)
    : recordsNearestFirst(dataIndex, found, centre);
}

/** Sorts `found`, which contains places in list order. */
export function listPlaces(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): Uint32Array {
  const { places, fromAToZ } = dataIndex.places;
  if (sort === 'oldest') return found;
  if (sort === 'nearest') return placesNearestFirst(dataIndex, found, centre);
  const isFound = new Uint8Array(places.length);
  for (const place of found) isFound[place] = 1;
  return fromAToZ.filter((place) => isFound[place] === 1);
}

/** Records sorted by distance, ties in list order. */
export function recordsNearestFirst(dataIndex: DataIndex, records: Uint32Array, centre: Position): Uint32Array {
  const { records: store } = dataIndex;
  const distances = dataIndex.distancesToLocations(centre);
  return nearestFirst(records, {
    groups: store.locations.size,
    groupOf: (record) => locationOf(store, record),
    distanceOf: (location) => distances.to(location),
  });
}

/** Places sorted by the distance of the nearer of their points, ties in list order. */
export function placesNearestFirst(dataIndex: DataIndex, places: Uint32Array, centre: Position): Uint32Array {
  const { pointOf, places: all } = dataIndex.places;
  const distances = dataIndex.distancesToPlaces(centre);
  return nearestFirst(places, {
    groups: all.length,
    groupOf: (place) => place,
    distanceOf: (place) => Math.min(distances.to(pointOf[2 * place]), distances.to(pointOf[2 * place + 1])),
  });
}

/** The nearest record that matches the filters; in a tie, the first in the list. Undefined if none matches. */
export function nearestRecord(dataIndex: DataIndex, matching: MatchingRecords, centre: Position): number | undefined {
  const distances = dataIndex.distancesToLocations(centre);
  const nearest = new NearestItem();
  for (const location of pointsAround(dataIndex.records.locations, (point) => matching.atLocation[point], centre, 1)) {
    nearest.consider(matching.firstAtLocation[location], distances.to(location));
  }
  return nearest.item;
}

/** The nearest place that matches the filters; in a tie, the first in the list. Undefined if none matches. */
export function nearestPlace(dataIndex: DataIndex, matching: MatchingPlaces, centre: Position): number | undefined {
  const { points } = dataIndex.places;
  const distances = dataIndex.distancesToPlaces(centre);
  const nearest = new NearestItem();
  for (const point of pointsAround(points.locations, (at) => matching.atPoint[at], centre, 1)) {
    forEachPlaceAt(points, point, (place) => {
      if (matching.passes[place] === 1) nearest.consider(place, distances.to(point));
    });
  }
  return nearest.item;
}

/** Finds the nearest of the items passed to `consider`; in a tie, the one with the lowest index. */
class NearestItem {
  item: number | undefined;
  #distance = Infinity;

  consider(item: number, distance: number): void {
    if (distance > this.#distance) return;
    if (distance === this.#distance && this.item !== undefined && item > this.item) return;
    this.item = item;
    this.#distance = distance;
  }
}
