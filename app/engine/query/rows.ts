import { addCount } from '../../../core/collections/add-count.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Bearing, GroupedRecordRow, GroupRow, PlaceName, PlaceRow, Query, RecordRow } from '../engine.ts';
import { positionOfLocation, type RecordStore, locationOf } from '../load/record-store.ts';
import { GroupedRows, type GroupedRecords, groupVisits } from './visit-groups.ts';

export function recordRow(store: RecordStore, record: number, from: Position): RecordRow {
  const { combinations } = store;
  const combination = store.combinationOf[record];
  const shark = store.sharkOf[record];
  const position = positionOfLocation(store, locationOf(store, record));
  const dateTime = dateTimeOf(store, record);
  const interaction = combinations.interactions[combination];
  const source = combinations.sources[combination];
  const basis = store.basisOf(record);
  return {
    kind: 'record',
    id: store.identifiers[record],
    mark: combinations.marks[combination],
    interaction,
    species: combinations.species[combination],
    source,
    place: store.siteNames[store.siteOf[record]],
    dateTime,
    position,
    tag: shark === 0 ? null : store.sharks.tags[shark],
    timeBasis: basis,
    timestamp: basis === 'date' ? dateTime.slice(0, 10) : store.times.localTimestampOf(store.instantOf(record)),
    details: store.details?.at(record) ?? null,
    ...geodesicDirection(from, position),
  };
}

/** `records` are the detections of one visit, in the order of the list. */
export function groupRow(store: RecordStore, records: Uint32Array, isExpanded: boolean, from: Position): GroupRow {
  const listedFirst = recordRow(store, records[0], from);
  const { id, tag, mark, species, place, position, distanceInMetres, bearingInDegrees } = listedFirst;
  const [first, last] = [oldestTimeOf(store, records) ?? '', newestTimeOf(store, records) ?? ''];
  const hasDate = records.some((record) => store.basisOf(record) === 'date');
  const timeBasis = hasDate ? 'date' : listedFirst.timeBasis;
  return {
    ...{ kind: 'group', id, records: records.length, isExpanded, tag: tag ?? '', mark, species, place, position },
    ...{ first, last, timeBasis },
    ...{ distanceInMetres, bearingInDegrees },
  };
}

/** The first rows of a list of records with its groups: `count`, and the records of the expanded groups among them. */
export function firstGroupedRows(
  store: RecordStore,
  list: Uint32Array,
  count: number,
  expandedGroups: readonly number[],
  centre: Position,
): readonly GroupedRecordRow[] {
  const { records, starts } = groupVisits(list, store);
  const first = { records: records.subarray(0, starts[count] ?? list.length), starts: starts.subarray(0, count) };
  const all = { start: 0, end: Infinity };
  return groupedRowsOf(store, first, expandedGroups, all, centre).rows;
}

export function groupedRowsOf(
  store: RecordStore,
  { records, starts }: GroupedRecords,
  expandedGroups: readonly number[],
  { start, end }: Query['rows'],
  centre: Position,
): { readonly rows: readonly GroupedRecordRow[]; readonly listLength: number } {
  const expanded = expandedGroups.map((id) => records.indexOf(store.identifiers.indexOf(id)));
  const grouped = new GroupedRows(starts, records.length, expanded);
  return {
    listLength: grouped.length,
    rows: grouped.slice(start, end).map((row) => {
      if (row.kind === 'group') return groupRow(store, records.subarray(row.start, row.end), row.isExpanded, centre);
      const record = recordRow(store, records[row.index], centre);
      return row.isInGroup ? { ...record, isInGroup: true } : record;
    }),
  };
}

/** The time of a record in local time. */
export function dateTimeOf(store: RecordStore, record: number): string {
  return secondsToDateTime(store.localSecondsOf(record));
}

/** The newest of the local times of some records; null without records. */
export function newestTimeOf({ localSecondsOf }: RecordStore, records: Uint32Array): string | null {
  const newest = records.reduce((most, record) => Math.max(most, localSecondsOf(record)), -Infinity);
  return records.length === 0 ? null : secondsToDateTime(newest);
}

/** The oldest of these times. */
export function oldestTimeOf({ localSecondsOf }: RecordStore, records: Uint32Array): string | null {
  const oldest = records.reduce((least, record) => Math.min(least, localSecondsOf(record)), Infinity);
  return records.length === 0 ? null : secondsToDateTime(oldest);
}

/** Distance and bearing are to the nearer of its points; in a tie, to the inshore one. */
export function placeRow(place: PlaceName, near: PlaceRow['near'], from: Position): PlaceRow {
  const { id, name, featureType, town, inshore, offshore } = place;
  return { kind: 'place', id, name, featureType, town, inshore, offshore, near, ...bearingTo(place, from) };
}

function bearingTo({ inshore, offshore }: PlaceName, from: Position): Bearing {
  const toInshore = geodesicDirection(from, inshore);
  const toOffshore = geodesicDirection(from, offshore);
  return toOffshore.distanceInMetres < toInshore.distanceInMetres ? toOffshore : toInshore;
}

/** The most frequent name of the records at a location; in a tie, that of the newest record. */
export function mostFrequentSiteName(store: RecordStore, location: number): string {
  const counts = new Map<number, number>();
  for (const site of store.siteOf) {
    if (store.locationOfSite[site] === location) addCount(counts, site);
  }
  const [[site] = [-1]] = [...counts].sort(([, a], [, b]) => b - a);
  return store.siteNames[site];
}
