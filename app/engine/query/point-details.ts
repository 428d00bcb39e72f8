import { forEachRunWithin, nearestPoints } from '../../../core/geo/point-search.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters } from '../../view/view-state.ts';
import type { LocationSummary, NearbyItems, WithinCounts } from '../engine.ts';
import { add } from '../load/columns.ts';
import { positionOfLocation } from '../load/record-store.ts';
import { aggregate, countAnimals, histogramOf, mostDetectedOf, speciesAmong } from './aggregate.ts';
import type { DataIndex } from './data-index.ts';
import { placesNearestFirst, recordsNearestFirst } from './listing.ts';
import { forEachPlaceWithin } from './region.ts';
import { dateTimeOf, mostFrequentSiteName, recordRow } from './rows.ts';

/** Addresses round a position to a few millimetres. */
const roundingInMetres = 1;
const mostRows = 200;

/**
 * The records at one point that match the filters; there may be none. Null where there is no record at all. Distances
 * and bearings of the rows are from `from`.
 */
export function locationDetailsOf(
  dataIndex: DataIndex,
  position: Position,
  filters: Filters,
  from: Position,
): LocationSummary | null {
  const store = dataIndex.records;
  // The point itself is the nearest, where there is one.
  const location = nearestPoints(store.locations, position, roundingInMetres)?.points[0];
  if (location === undefined) return null;
  const isHere = new Uint8Array(store.locations.size);
  isHere[location] = 1;
  const { found, foundByMark } = aggregate(store, dataIndex.matching(filters).records.filter, isHere);
  const countByCombination = new Uint32Array(store.combinations.kinds.length);
  for (const record of found) add(countByCombination, store.combinationOf[record] ?? 0);
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
    rows: Array.from(found.subarray(0, mostRows), (record) => recordRow(store, record, from)),
  };
}

const radiiInMetres = [1000, 5000, 10_000];

/** The nearest places and records, regardless of the filters: at most `most` of each. */
export function findNearby(dataIndex: DataIndex, position: Position, most: number): NearbyItems {
  const store = dataIndex.records;
  const places = placesNearestFirst(dataIndex, allOf(dataIndex.places.places.length), position, most).subarray(0, most);
  const records = recordsNearestFirst(dataIndex, allOf(store.size), position, most).subarray(0, most);
  return {
    places: Array.from(places).flatMap((place) => dataIndex.placeRow(place, position) ?? []),
    records: Array.from(records, (record) => recordRow(store, record, position)),
    recordsWithin: radiiInMetres.map((radiusInMetres) => ({
      radiusInMetres,
      count: recordsWithin(dataIndex, position, radiusInMetres),
    })),
  };
}

/** The numbers of records and places within a radius of a point, regardless of the filters. */
export function countWithin(dataIndex: DataIndex, position: Position, radiusInMetres: number): WithinCounts {
  const places = new Set<number>();
  forEachPlaceWithin(dataIndex.places.points, position, radiusInMetres, (place) => places.add(place));
  return { radiusInMetres, records: recordsWithin(dataIndex, position, radiusInMetres), places: places.size };
}

function recordsWithin({ records }: DataIndex, position: Position, radiusInMetres: number): number {
  let count = 0;
  forEachRunWithin(records.locations, position, radiusInMetres, (start, end) => {
    for (let location = start; location < end; location++) count += records.recordsAtLocation[location] ?? 0;
  });
  return count;
}

function allOf(length: number): Uint32Array {
  const indexes = new Uint32Array(length);
  for (let index = 0; index < length; index++) indexes[index] = index;
  return indexes;
}
