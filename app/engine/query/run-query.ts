import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters, Tab } from '../../view/view-state.ts';
import type { Counts, Result, EmptyResultReason, NearestReceiver, Query, Row } from '../engine.ts';
import { positionOfLocation, type RecordStore } from '../load/record-store.ts';
import { middleOf } from '../map-box.ts';
import { countByMark, countFacets, histogramOf, type Aggregates, aggregate, sharksAmong } from './aggregate.ts';
import type { DataIndex, MatchingPlaces } from './data-index.ts';
import {
  listPlaces,
  listRecords,
  nearestLimit,
  nearestPlace,
  nearestRecord,
  placesNearestFirst,
  recordsNearestFirst,
} from './listing.ts';
import { indexesOf, pointsAround } from './nearest.ts';
import { failureBits, type MatchingRecords, recordFailureBits } from './record-filter.ts';
import { type CouncilRegion, type Region, regionOf } from './region.ts';
import { groupedRowsOf, mostFrequentSiteName, recordRow } from './rows.ts';
import { type GroupedRecords, groupVisits } from './visit-groups.ts';

/** The result of a query, with the complete list instead of some of its rows. */
export interface QueryResult {
  /** Distances and bearings are from here. */
  readonly centre: Position;
  /** Indexes of the records or places found, depending on the tab, in the order of the list. */
  readonly list: Uint32Array;
  readonly result: Omit<Result, 'query' | 'rows' | 'listLength'>;
  /** Computed when a list with groups is first requested. */
  grouped?: GroupedRecords;
}

/** Queries with the same key have the same results. */
export function keyOf({ filters, tab, sort, search, council, area }: Query): string {
  return JSON.stringify([filters, tab, sort, search ?? council ?? area]);
}

/** The origin of distances and bearings: the centre of the search, or else of the council area or of the map. */
export function centreOf({ search, area }: Query, council: CouncilRegion | null = null): Position {
  return search ? search.centre : middleOf(council?.box ?? area);
}

/** Counts by location and place instead of by record, because a drag requests counts in every frame. */
export function countFound(dataIndex: DataIndex, query: Query, region = regionOfQuery(dataIndex, query)): Counts {
  const { records, places } = dataIndex.matching(query.filters);
  const limit = query.search?.mode === 'nearest' ? nearestLimit : Infinity;
  const ofRecords = { all: dataIndex.records.size, matching: records.total };
  const ofPlaces = { all: dataIndex.places.places.length, matching: places.total };
  const recordsFound = Math.min(limit, sumInside(region.locations, records.atLocation));
  const placesFound = Math.min(limit, sumInside(region.places, places.passes));
  return query.tab === 'records'
    ? { ...ofRecords, found: recordsFound, foundInOtherTab: placesFound }
    : { ...ofPlaces, found: placesFound, foundInOtherTab: recordsFound };
}

function regionOfQuery(dataIndex: DataIndex, query: Query): Region {
  const { records, places } = dataIndex;
  if (query.search || query.council === null) {
    return regionOf(records.locations, places, query.search, query.area);
  }
  return (
    councilRegionOf(dataIndex, query) ?? {
      locations: new Uint8Array(records.locations.size),
      places: new Uint8Array(places.places.length),
    }
  );
}

/** Null unless the query is limited to a council area that exists. */
function councilRegionOf({ councils }: DataIndex, { search, council }: Query): CouncilRegion | null {
  if (search || council === null) return null;
  if (!councils) throw new Error('The council areas are not loaded yet.');
  return councils.region(council);
}

/** The sum of the values at the indexes where the flag is 1. */
function sumInside(flags: Uint8Array, values: Uint32Array | Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < flags.length; index++) if (flags[index] === 1) sum += values[index];
  return sum;
}

export function runQuery(dataIndex: DataIndex, query: Query): QueryResult {
  const { filters, tab, search } = query;
  const { records: store, places } = dataIndex;
  const council = councilRegionOf(dataIndex, query);
  const centre = centreOf(query, council);
  const matching = dataIndex.matching(filters);
  const region = regionOfQuery(dataIndex, query);
  const aggregates = aggregate(store, matching.records.filter, region.locations);
  const isNearest = search?.mode === 'nearest';
  const records = isNearest
    ? recordsNearestFirst(dataIndex, aggregates.found, centre).subarray(0, nearestLimit)
    : aggregates.found;
  const counts = countFound(dataIndex, query, region);
  const nearest = search ? nearestRecord(dataIndex, matching.records, centre) : undefined;
  const place = search ? nearestPlace(dataIndex, matching.places, centre) : undefined;
  return {
    centre,
    list: createList(dataIndex, query, tab === 'records' ? records : matchingPlacesIn(region, matching.places), centre),
    result: {
      ...counts,
      histogram: isNearest ? histogramOf(store, records) : aggregates.histogram,
      byMark: isNearest ? countByMark(store, records) : aggregates.foundByMark,
      facets: countFacets(dataIndex.facetOrder, store, matching.records.filter, aggregates, places, region.places),
      sharks: sharksAmong(store, records).length,
      nearestRecord: nearest === undefined ? null : recordRow(store, nearest, centre),
      nearestPlace: place === undefined ? null : dataIndex.placeRow(place, centre),
      emptyReason:
        counts.found > 0
          ? null
          : findEmptyReason(dataIndex, tab, filters, matching.records, aggregates, region, centre),
      council: council?.name ?? null,
    },
  };
}

/** In a search for the nearest items, records in `found` are already sorted and limited in number; places are not. */
function createList(
  dataIndex: DataIndex,
  { tab, sort, search }: Query,
  found: Uint32Array,
  centre: Position,
): Uint32Array {
  if (search?.mode !== 'nearest') return (tab === 'records' ? listRecords : listPlaces)(dataIndex, found, sort, centre);
  return tab === 'records' ? found : placesNearestFirst(dataIndex, found, centre).subarray(0, nearestLimit);
}

function matchingPlacesIn({ places }: Region, { passes }: MatchingPlaces): Uint32Array {
  const found = new Uint8Array(places.length);
  for (const [place, isInside] of places.entries()) found[place] = isInside & passes[place];
  return indexesOf(found);
}

/** The rows of a query's list with its groups, as far as the query includes them, and the number of all rows. */
export function listRowsOf(
  dataIndex: DataIndex,
  query: Query,
  queryResult: QueryResult,
): Pick<Result, 'rows' | 'listLength'> {
  const { rows, expandedGroups, tab } = query;
  const { list, centre } = queryResult;
  const store = dataIndex.records;
  if (expandedGroups && tab === 'records') {
    return groupedRowsOf(store, groupedOf(store, queryResult), expandedGroups, rows, centre);
  }
  const listed = Array.from(list.subarray(rows.start, rows.end));
  return {
    rows: listed.map((item): Row => {
      return tab === 'records' ? recordRow(store, item, centre) : dataIndex.placeRow(item, centre);
    }),
    listLength: list.length,
  };
}

export function groupedOf(store: RecordStore, queryResult: QueryResult): GroupedRecords {
  return (queryResult.grouped ??= groupVisits(queryResult.list, store));
}

/** Why nothing was found and which changes would help, for records or places depending on the tab. */
function findEmptyReason(
  dataIndex: DataIndex,
  tab: Tab,
  filters: Filters,
  matching: MatchingRecords,
  aggregates: Aggregates,
  region: Region,
  centre: Position,
): EmptyResultReason {
  const nearest = nearestRecord(dataIndex, matching, centre);
  return {
    ...(tab === 'places' ? reasonForPlaces(filters, region) : reasonForRecords(matching, aggregates)),
    nearestRecord: nearest === undefined ? null : recordRow(dataIndex.records, nearest, centre),
    nearestReceiver: nearestReceiver(dataIndex, centre),
  };
}

function reasonForPlaces({ featureTypes }: Filters, { places }: Region): Pick<EmptyResultReason, 'inArea' | 'without'> {
  const inArea = places.reduce((sum, one) => sum + one, 0);
  const helps = featureTypes.length > 0 && inArea > 0;
  return { inArea, without: helps ? [{ filter: 'featureTypes', count: inArea }] : [] };
}

/** The number of records without filters, and which filters to clear to find more; for empty results. */
export function reasonForRecords(
  { filter }: MatchingRecords,
  { inDates, outOfDates, failed }: Aggregates,
): Pick<EmptyResultReason, 'inArea' | 'without'> {
  /** The number of records that match the remaining filters. */
  const matching = (counts: Uint32Array, remaining: number): number =>
    counts.reduce(
      (sum, count, combination) => ((filter.failures[combination] & remaining) === 0 ? sum + count : sum),
      0,
    );
  const without = [
    ...(['kinds', 'species', 'sources'] as const).map((name) => ({
      filter: name,
      count: matching(inDates, ~failureBits[name]),
    })),
    { filter: 'dates' as const, count: matching(outOfDates, ~0) },
    ...(['size', 'offshore', 'remark', 'tag'] as const).map((name) => ({
      filter: name,
      count: failed.byBits[recordFailureBits[name]],
    })),
  ];
  return {
    inArea: matching(inDates, 0) + matching(outOfDates, 0) + failed.total,
    without: without.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
  };
}

/**
 * The nearest point with detections of tagged sharks, regardless of the filters. People report detections too, so a
 * detection without a tag does not show that there is a receiver.
 */
export function nearestReceiver(dataIndex: DataIndex, centre: Position): NearestReceiver | null {
  const store = dataIndex.records;
  const tagged = dataIndex.taggedAtLocation();
  const detectionsAt = (location: number): number => tagged[location];
  const distances = dataIndex.distancesToLocations(centre);
  const [nearest] = pointsAround(store.locations, detectionsAt, centre, 1).sort(
    (a, b) => distances.to(a) - distances.to(b) || a - b,
  );
  return nearest === undefined ? null : receiverAt(dataIndex, nearest, centre);
}

/** The receivers at the locations with 1, those with most visits first. */
export function receiversAmong(dataIndex: DataIndex, locations: Uint8Array, centre: Position): NearestReceiver[] {
  const tagged = dataIndex.taggedAtLocation();
  return [...tagged.keys()]
    .filter((location) => locations[location] === 1 && tagged[location] > 0)
    .map((location) => receiverAt(dataIndex, location, centre))
    .sort((a, b) => b.visits - a.visits);
}

function receiverAt(dataIndex: DataIndex, location: number, centre: Position): NearestReceiver {
  const store = dataIndex.records;
  const position = positionOfLocation(store, location);
  return {
    name: mostFrequentSiteName(store, location),
    position,
    visits: countByMark(store, dataIndex.recordsAt(location, location + 1)).detection,
    ...geodesicDirection(centre, position),
  };
}
