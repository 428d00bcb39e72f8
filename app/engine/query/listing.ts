import type { Position } from '../../../core/geo/wgs84.ts';
import type { Sort } from '../../view/view-state.ts';
import type { DataIndex, MatchingPlaces } from './data-index.ts';
import { nearestItems, oldestFirst, pointsAround } from './nearest.ts';
import type { MatchingRecords } from './record-filter.ts';
import { forEachPlaceAt } from './region.ts';

/** The number of items that a search for the nearest lists. */
export const mostNearest = 200;

/** Sorts records, which are given in list order. */
export function listRecords(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  if (sort === 'newest') return found;
  if (sort === 'oldest') return oldestFirst(found, dataIndex.records.seconds);
  return new GrowingList(found.length, (least) => recordsNearestFirst(dataIndex, found, centre, least));
}

/** Sorts places, which are given in list order. */
export function listPlaces(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  const { places, fromAToZ } = dataIndex.places;
  if (sort === 'oldest') return found;
  if (sort === 'nearest') {
    return new GrowingList(found.length, (least) => placesNearestFirst(dataIndex, found, centre, least));
  }
  const isFound = new Uint8Array(places.length);
  for (const place of found) isFound[place] = 1;
  return fromAToZ.filter((place) => isFound[place] === 1);
}

/** The nearest records first, ties in list order: at least `least` of them, or all. */
export function recordsNearestFirst(
  dataIndex: DataIndex,
  records: Uint32Array,
  centre: Position,
  least: number,
): Uint32Array {
  return nearestItems(records, dataIndex.recordGrouping, dataIndex.distancesToLocations(centre), least);
}

/** The nearest places first, ties in list order: at least `least` of them, or all. */
export function placesNearestFirst(
  dataIndex: DataIndex,
  places: Uint32Array,
  centre: Position,
  least: number,
): Uint32Array {
  return nearestItems(places, dataIndex.placeGrouping, dataIndex.distancesToPlaces(centre), least);
}

/** The nearest record that matches the filters, of ties the first in the list; undefined without any. */
export function nearestRecord(dataIndex: DataIndex, matching: MatchingRecords, centre: Position): number | undefined {
  const distances = dataIndex.distancesToLocations(centre);
  const nearest = new NearestOf();
  for (const location of pointsAround(
    dataIndex.records.locations,
    (point) => matching.atLocation[point] ?? 0,
    centre,
    1,
  )) {
    nearest.consider(matching.firstAtLocation[location] ?? 0, distances.to(location));
  }
  return nearest.item;
}

/** The nearest place that matches the filters, of ties the first in the list; undefined without any. */
export function nearestPlace(dataIndex: DataIndex, matching: MatchingPlaces, centre: Position): number | undefined {
  const { points } = dataIndex.places;
  const distances = dataIndex.distancesToPlaces(centre);
  const nearest = new NearestOf();
  for (const point of pointsAround(points.locations, (at) => matching.atPoint[at] ?? 0, centre, 1)) {
    forEachPlaceAt(points, point, (place) => {
      if (matching.passes[place] === 1) nearest.consider(place, distances.to(point));
    });
  }
  return nearest.item;
}

/** Keeps the nearest item considered; of ties, the one with the lowest index. */
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

/** An ordered list of items. */
export interface ItemList {
  readonly length: number;
  /** The items at the indexes `start` to `end` (exclusive) of the list. */
  slice(start: number, end: number): Uint32Array;
  /** The index of an item in the list; -1 when it is not in it. */
  indexOf(item: number): number;
}

/** Several screens full. */
const leastAtOnce = 64;

/** A list that is sorted lazily: only its beginning, until more is requested. Few lists are read to their end. */
export class GrowingList implements ItemList {
  readonly length: number;
  readonly #first: (least: number) => Uint32Array;
  #ordered: Uint32Array;

  /** `first` returns the beginning of the list: at least `least` items, or all. */
  constructor(length: number, first: (least: number) => Uint32Array) {
    this.length = length;
    this.#first = first;
    this.#ordered = new Uint32Array();
  }

  slice(start: number, end: number): Uint32Array {
    const needed = Math.min(end, this.length);
    if (this.#ordered.length < needed) this.#ordered = this.#first(Math.max(leastAtOnce, 2 * needed));
    return this.#ordered.slice(start, needed);
  }

  indexOf(item: number): number {
    const known = this.#ordered.indexOf(item);
    return known >= 0 ? known : this.slice(0, this.length).indexOf(item);
  }
}
