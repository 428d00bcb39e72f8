import { nearestPoints } from '../../../core/geo/point-search.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters } from '../../view/view-state.ts';
import type { LocationSummary, NearbyItems, PlaceRow } from '../engine.ts';
import { locationOf, positionOfLocation } from '../load/record-store.ts';
import { aggregate, histogramOf, speciesAmong } from './aggregate.ts';
import type { DataIndex } from './data-index.ts';
import { placesNearestFirst } from './listing.ts';
import { observe } from './observations.ts';
import { locationsWithin } from './region.ts';
import { firstGroupedRows, mostFrequentSiteName, newestTimeOf, oldestTimeOf } from './rows.ts';
import { isReceiverType } from '../../vocabulary/receiver-type.ts';

/*
 * What is at a point and around it, for details, which a first visit does not show.
 */

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
  const { found } = aggregate(store, dataIndex.matching(filters).records.filter, isHere);
  return {
    position: positionOfLocation(store, location),
    name: mostFrequentSiteName(store, location),
    ...observe(store, found),
    first: oldestTimeOf(store, found),
    last: newestTimeOf(store, found),
    species: speciesAmong(store, found),
    histogram: histogramOf(store, found),
    rows: firstGroupedRows(store, found, maxRows, expandedGroups, from),
  };
}

const radiiInMetres = [1000, 5000, 10_000];

/** At most `limit` places, the nearest first, and what was observed around the point, regardless of the filters. */
export function findNearby(dataIndex: DataIndex, position: Position, limit: number): NearbyItems {
  return {
    places: nearestPlaces(dataIndex, position, limit),
    observedWithin: radiiInMetres.map((radiusInMetres) => ({
      radiusInMetres,
      ...dataIndex.observedWithin(position, radiusInMetres),
    })),
  };
}

/** At most `limit` places, the nearest first. */
export function nearestPlaces(dataIndex: DataIndex, position: Position, limit: number): readonly PlaceRow[] {
  const all = Uint32Array.from(dataIndex.places.places.keys());
  const nearest = placesNearestFirst(dataIndex, all, position).subarray(0, limit);
  return Array.from(nearest, (place) => dataIndex.placeRow(place, position));
}

/** The feature types of places whose names few people know. */
const littleKnownTypes = new Set(['ben sign', 'buoy', 'wreck']);

/** The nearest place whose name people know; null if there is none. */
export function nearestWellKnownPlace(dataIndex: DataIndex, position: Position): PlaceRow | null {
  const { types, typeOf } = dataIndex.places;
  const isLittleKnown = types.map((type) => littleKnownTypes.has(type) || isReceiverType(type));
  const wellKnown = Uint32Array.from(typeOf.keys()).filter((place) => !isLittleKnown[typeOf[place]]);
  const [nearest] = placesNearestFirst(dataIndex, wellKnown, position);
  return nearest === undefined ? null : dataIndex.placeRow(nearest, position);
}

/** The identifiers of the records within a radius of a point, ascending, regardless of the filters. */
export function recordIdsWithin({ records }: DataIndex, position: Position, radiusInMetres: number): number[] {
  const isWithin = locationsWithin(records.locations, position, radiusInMetres);
  const ids = records.identifiers.filter((_, record) => isWithin[locationOf(records, record)] === 1);
  return Array.from(ids.sort());
}
