import { reversedExceptTies } from '../../../core/collections/arrays.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters, Sort } from '../../view/view-state.ts';
import type { DataIndex, MatchingPlaces } from './data-index.ts';
import { nearestItems, pointsAround } from './nearest.ts';
import type { MatchingRecords } from './record-filter.ts';
import { forEachPlaceAt, forEachPlaceWithin } from './region.ts';
import { forEachRunWithin, nearestPoints } from '../../../core/geo/point-search.ts';
import type { LocationSummary, NearbyItems, PlaceRow, WithinCounts } from '../engine.ts';
import { add } from '../load/columns.ts';
import { detailsOf, positionOfLocation } from '../load/record-store.ts';
import { aggregate, countAnimals, histogramOf, mostDetectedOf, speciesAmong } from './aggregate.ts';
import { dateTimeOf, firstGroupedRows, mostFrequentSiteName, recordRow } from './rows.ts';

/** The number of items that a search for the nearest items lists. */
export const nearestLimit = 200;

/** Sorts `found`, which contains records in list order. */
export function listRecords(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  if (sort === 'newest') return found;
  if (sort === 'oldest') {
    const { seconds } = dataIndex.records;
    const isTied = (index: number): boolean => seconds[found[index]] === seconds[found[index - 1]];
    return reversedExceptTies(found.length, isTied).map((index) => found[index]);
  }
  if (sort === 'largest') return detailsOf(dataIndex.records).largestFirst(found);
  return new LazilySortedList(found.length, (minCount) => recordsNearestFirst(dataIndex, found, centre, minCount));
}

/** Sorts `found`, which contains places in list order. */
export function listPlaces(dataIndex: DataIndex, found: Uint32Array, sort: Sort, centre: Position): ItemList {
  const { places, fromAToZ } = dataIndex.places;
  if (sort === 'oldest') return found;
  if (sort === 'nearest') {
    return new LazilySortedList(found.length, (minCount) => placesNearestFirst(dataIndex, found, centre, minCount));
  }
  const isFound = new Uint8Array(places.length);
  for (const place of found) isFound[place] = 1;
  return fromAToZ.filter((place) => isFound[place] === 1);
}

/** Records sorted by distance, ties in list order: at least the first `minCount`, or all. */
export function recordsNearestFirst(
  dataIndex: DataIndex,
  records: Uint32Array,
  centre: Position,
  minCount: number,
): Uint32Array {
  return nearestItems(records, dataIndex.recordGrouping, dataIndex.distancesToLocations(centre), minCount);
}

/** Places sorted by distance, ties in list order: at least the first `minCount`, or all. */
export function placesNearestFirst(
  dataIndex: DataIndex,
  places: Uint32Array,
  centre: Position,
  minCount: number,
): Uint32Array {
  return nearestItems(places, dataIndex.placeGrouping, dataIndex.distancesToPlaces(centre), minCount);
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

/** An ordered list of items. */
export interface ItemList {
  readonly length: number;
  /** The items at the indexes `start` to `end` (exclusive) of the list. */
  slice(start: number, end: number): Uint32Array;
  /** The index of an item in the list; -1 when it is not in it. */
  indexOf(item: number): number;
}

/** The smallest number of items that are sorted at once: enough for several screens. */
const minAtOnce = 64;

/** A list that is sorted lazily: only its beginning, until more is requested. Few lists are read to the end. */
export class LazilySortedList implements ItemList {
  readonly length: number;
  readonly #first: (minCount: number) => Uint32Array;
  #ordered: Uint32Array;

  /** `first` returns the beginning of the list: at least `minCount` items, or all. */
  constructor(length: number, first: (minCount: number) => Uint32Array) {
    this.length = length;
    this.#first = first;
    this.#ordered = new Uint32Array();
  }

  slice(start: number, end: number): Uint32Array {
    const needed = Math.min(end, this.length);
    if (this.#ordered.length < needed) this.#ordered = this.#first(Math.max(minAtOnce, 2 * needed));
    return this.#ordered.slice(start, needed);
  }

  indexOf(item: number): number {
    const known = this.#ordered.indexOf(item);
    return known >= 0 ? known : this.slice(0, this.length).indexOf(item);
  }
}

/** How close a location must be to a position. URLs contain rounded positions. */
const roundingInMetres = 1;
const maxRows = 10;

/**
 * The records at one point that match the filters; there may be none. Null where there is no record at all. Distances
 * and bearings of the rows are from `from`. `expandedGroups` has the identifiers of the groups whose records are among
 * the rows.
 */
export function summariseLocation(
  dataIndex: DataIndex,
  position: Position,
  filters: Filters,
  from: Position,
  expandedGroups: readonly number[] = [],
): LocationSummary | null {
  const store = dataIndex.records;
  const location = nearestPoints(store.locations, position, roundingInMetres)?.points[0];
  if (location === undefined) return null;
  const isHere = new Uint8Array(store.locations.size);
  isHere[location] = 1;
  const { found, foundByMark } = aggregate(store, dataIndex.matching(filters).records.filter, isHere);
  const countByCombination = new Uint32Array(store.combinations.kinds.length);
  for (const record of found) add(countByCombination, store.combinationOf[record]);
  const [newest, oldest] = [found[0], found.at(-1)];
  return {
    position: positionOfLocation(store, location),
    name: mostFrequentSiteName(store, location),
    records: found.length,
    byMark: foundByMark,
    first: oldest === undefined ? null : dateTimeOf(store, oldest),
    last: newest === undefined ? null : dateTimeOf(store, newest),
    species: speciesAmong(store.combinations, countByCombination),
    animals: countAnimals(store, found),
    mostDetected: mostDetectedOf(store, found),
    histogram: histogramOf(store, found),
    rows: firstGroupedRows(store, found, maxRows, expandedGroups, from),
  };
}

const radiiInMetres = [1000, 5000, 10_000];

/** The nearest places and records, regardless of the filters: at most `limit` of each. */
export function findNearby(dataIndex: DataIndex, position: Position, limit: number): NearbyItems {
  const store = dataIndex.records;
  const records = recordsNearestFirst(dataIndex, allIndexes(store.size), position, limit).subarray(0, limit);
  return {
    places: nearestPlaces(dataIndex, position, limit),
    records: Array.from(records, (record) => recordRow(store, record, position)),
    recordsWithin: radiiInMetres.map((radiusInMetres) => ({
      radiusInMetres,
      count: countRecordsWithin(dataIndex, position, radiusInMetres),
    })),
  };
}

/** At most `limit` places, the nearest first. */
export function nearestPlaces(dataIndex: DataIndex, position: Position, limit: number): readonly PlaceRow[] {
  const all = allIndexes(dataIndex.places.places.length);
  const nearest = placesNearestFirst(dataIndex, all, position, limit).subarray(0, limit);
  return Array.from(nearest).flatMap((place) => dataIndex.placeRow(place, position) ?? []);
}

/** The feature types of places whose names few people know. */
const littleKnownTypes = new Set(['ben sign', 'shark monitoring receiver', 'buoy', 'wreck']);

/** The nearest place whose name people know; null if there is none. */
export function nearestWellKnownPlace(dataIndex: DataIndex, position: Position): PlaceRow | null {
  const { types, typeOf } = dataIndex.places;
  const wellKnown = Uint32Array.from(typeOf.keys()).filter((place) => !littleKnownTypes.has(types[typeOf[place]]));
  const [nearest] = placesNearestFirst(dataIndex, wellKnown, position, 1);
  return nearest === undefined ? null : (dataIndex.placeRow(nearest, position) ?? null);
}

/** The numbers of records and places within a radius of a point, regardless of the filters. */
export function countWithin(dataIndex: DataIndex, position: Position, radiusInMetres: number): WithinCounts {
  const places = new Set<number>();
  forEachPlaceWithin(dataIndex.places.points, position, radiusInMetres, (place) => places.add(place));
  return { radiusInMetres, records: countRecordsWithin(dataIndex, position, radiusInMetres), places: places.size };
}

function countRecordsWithin({ records }: DataIndex, position: Position, radiusInMetres: number): number {
  let count = 0;
  forEachRunWithin(records.locations, position, radiusInMetres, (start, end) => {
    for (let location = start; location < end; location++) count += records.recordsAtLocation[location];
  });
  return count;
}

/** The identifiers of the records within a radius of a point, ascending, regardless of the filters. */
export function recordIdsWithin({ records }: DataIndex, position: Position, radiusInMetres: number): number[] {
  const isWithin = new Uint8Array(records.locations.size);
  forEachRunWithin(records.locations, position, radiusInMetres, (start, end) => isWithin.fill(1, start, end));
  const ids = records.identifiers.filter((_, record) => {
    return isWithin[records.locationOfSite[records.siteOf[record] ?? -1] ?? -1] === 1;
  });
  return Array.from(ids.sort());
}

function allIndexes(length: number): Uint32Array {
  const indexes = new Uint32Array(length);
  for (let index = 0; index < length; index++) indexes[index] = index;
  return indexes;
}
