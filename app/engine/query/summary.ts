import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { type Listening, listeningStates, monthsInState } from '../../vocabulary/listening.ts';
import { hasFilters, noFilters } from '../../view/view-state.ts';
import { positionsForExtent } from '../../vocabulary/positions.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { ObservedElsewhere } from '../../vocabulary/observation-sentences.ts';
import type { Summary, SummaryScope } from '../engine.ts';
import { createMonthOf, locationOf, positionOfLocation, type RecordStore } from '../load/record-store.ts';
import { boxAround, middleOf } from '../map-box.ts';
import { aggregate, countByMark, histogramOf } from './aggregate.ts';
import type { DataIndex } from './data-index.ts';
import { nearestWellKnownPlace } from './around.ts';
import { countSightingDays, hasTimes, observe } from './observations.ts';
import { type CouncilRegion, locationsWithin } from './region.ts';
import { firstGroupedRows, newestTimeOf } from './rows.ts';
import { nearestReceiver, reasonForRecords, receiversAmong } from './run-query.ts';
import { pointNameOf } from './towns.ts';

const newestRows = 5;

/**
 * The facts about the records in a scope that match the filters. `council` is the region of a council area.
 * `expandedGroups` has the identifiers of groups whose records are among the newest rows.
 */
export function summarise(
  dataIndex: DataIndex,
  scope: SummaryScope,
  council: CouncilRegion | null,
  expandedGroups: readonly number[] = [],
  filters = noFilters,
): Summary | null {
  const store = dataIndex.records;
  const locations =
    'council' in scope ? council?.locations : locationsWithin(store.locations, scope.centre, scope.radiusInMetres);
  const centre = 'council' in scope ? council && middleOf(council.box) : scope.centre;
  if (!locations || !centre) return null;
  const isFiltered = hasFilters(filters, 'records');
  const matching = isFiltered ? dataIndex.matching(filters).records : dataIndex.everything();
  const aggregates = aggregate(store, matching.filter, locations);
  const records = aggregates.found;
  return {
    scope,
    filters: isFiltered ? filters : null,
    ...observe(store, records),
    ...reasonForRecords(matching, aggregates),
    firstMonth: store.months.first,
    hasTimes: hasTimes(store),
    today: secondsToDateTime(store.times.localOf(Date.now() / 1000)).slice(0, 10),
    sightingDays: isFiltered ? [] : countSightingDays(store, records),
    histogram: histogramOf(store, records),
    listening: listeningOf(dataIndex, scope, locations),
    newest: firstGroupedRows(store, records, newestRows, expandedGroups, centre),
    receiverPoints: countReceiverPoints(dataIndex.taggedAtLocation(), locations),
    nearestReceiver: nearestReceiver(dataIndex, council ? (middleOfLocations(store, locations) ?? centre) : centre),
    receivers: council ? receiversAmong(dataIndex, locations, centre) : [],
    nearestPlace: nearestWellKnownPlace(dataIndex, centre),
    elsewhere: council || isFiltered ? null : observeElsewhere(dataIndex, centre, locations),
    centre,
    box: council?.box ?? null,
  };
}

/**
 * The records nearby that name the place at `centre`, perhaps with a town as in "Warnbro Sound, Rockingham", but are at
 * none of the locations with 1: sightings far from the shore are published at the offshore point of a place, which may be
 * outside its circle. Farther away, another place may have this name.
 */
function observeElsewhere(dataIndex: DataIndex, centre: Position, locations: Uint8Array): ObservedElsewhere | null {
  const store = dataIndex.records;
  const place = pointNameOf(dataIndex, centre);
  if (place?.isExact !== true) return null;
  const key = keyOfText(place.name);
  const nearby = locationsWithin(store.locations, centre, nearbyInMetres);
  const isOutside = store.siteNames.map((published, site) => {
    const location = store.locationOfSite[site];
    // Few locations are nearby, so few names are compared.
    return nearby[location] === 1 && locations[location] === 0 && `${keyOfText(published)}, `.startsWith(`${key}, `);
  });
  const found: number[] = [];
  if (isOutside.includes(true)) {
    for (const [record, site] of store.siteOf.entries()) if (isOutside[site]) found.push(record);
  }
  const records = Uint32Array.from(found);
  return { byMark: countByMark(store, records), newest: newestTimeOf(store, records) };
}

/** The middle of the locations with 1; null if there are none. */
function middleOfLocations(store: RecordStore, locations: Uint8Array): Position | null {
  const inside = [...locations.keys()].filter((location) => locations[location] === 1);
  return inside.length === 0
    ? null
    : middleOf(boxAround(positionsForExtent(inside.map((each) => positionOfLocation(store, each)))));
}

/** Receivers, and records with the name of a place, that are further away say nothing about it. */
const nearbyInMetres = 5000;

function listeningOf({ records: store }: DataIndex, scope: SummaryScope, inScope: Uint8Array): Listening {
  const inArea = listeningAt(store, inScope);
  const knownMonthsInArea = monthsInState(inArea, 'known');
  if ('council' in scope) return { ...inArea, radiusInMetres: null, knownMonthsInArea };
  const radiusInMetres = Math.max(nearbyInMetres, scope.radiusInMetres);
  if (radiusInMetres === scope.radiusInMetres) return { ...inArea, radiusInMetres, knownMonthsInArea };
  const near = locationsWithin(store.locations, scope.centre, radiusInMetres);
  return { ...listeningAt(store, near), radiusInMetres, knownMonthsInArea };
}

const probable = listeningStates.indexOf('probable');
const known = listeningStates.indexOf('known');

/** When the receivers at the locations with 1 listened. */
function listeningAt(
  store: RecordStore,
  locations: Uint8Array,
): Pick<Listening, 'receivers' | 'firstMonth' | 'states'> {
  const { first, last } = store.months;
  // The first of the tagged sharks means none.
  const hasReceivers = first !== null && last !== null && store.sharks.tags.length > 1;
  const [firstMonth, months] = hasReceivers ? [first, last - first + 1] : [0, 0];
  const monthOf = createMonthOf(store);
  /** For each receiver, 1 for each month in which it detected anything. */
  const heard = new Map<number, Uint8Array>();
  for (let record = 0; record < store.size; record++) {
    const location = locationOf(store, record);
    if (store.sharkOf[record] === 0 || locations[location] === 0) continue;
    const ofReceiver = heard.get(location) ?? new Uint8Array(months);
    heard.set(location, ofReceiver);
    ofReceiver[monthOf(record) - firstMonth] = 1;
  }
  const states = new Uint8Array(months);
  for (const ofReceiver of heard.values()) {
    const lastMonth = ofReceiver.lastIndexOf(1);
    for (let month = ofReceiver.indexOf(1); month <= lastMonth; month++) {
      states[month] = Math.max(states[month], ofReceiver[month] === 1 ? known : probable);
    }
  }
  return { receivers: heard.size, firstMonth, states };
}

function countReceiverPoints(taggedAtLocation: Uint32Array, locations: Uint8Array): number {
  return taggedAtLocation.filter((tagged, location) => tagged > 0 && locations[location] === 1).length;
}
