import { dateTimeOfSeconds } from '../../core/datasets/date-time-key.ts';
import { geodesicDirection } from '../../core/geo/geodesic-direction.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Place } from './place-store.ts';
import type { Bearing, PlaceRow, RecordRow } from './questions.ts';
import { positionOfSpot, spotOf, type RecordStore } from './record-store.ts';

export function recordRow(store: RecordStore, record: number, from: Position): RecordRow {
  const { traits } = store;
  const trait = store.traitOf[record] ?? 0;
  const tag = store.tagOf[record] ?? 0;
  const position = positionOfSpot(store, spotOf(store, record));
  return {
    kind: 'record',
    id: store.identifiers[record] ?? 0,
    mark: traits.marks[trait] ?? 'other',
    interaction: traits.kinds[trait] ?? 'Other',
    species: traits.species[trait] ?? '',
    source: traits.sources[trait] ?? '',
    place: store.siteNames[store.siteOf[record] ?? 0] ?? '',
    dateTime: dateTimeOf(store, record),
    position,
    tag: tag === 0 ? null : (store.tags[tag] ?? null),
    ...geodesicDirection(from, position),
  };
}

export function dateTimeOf({ seconds }: RecordStore, record: number): string {
  return dateTimeOfSeconds(seconds[record] ?? 0);
}

/** Seen from the nearer of its points; the inshore one when they are equally near. */
export function placeRow(place: Place, recordsNear: number, from: Position): PlaceRow {
  const { id, name, featureType, town, inshore, offshore } = place;
  return { kind: 'place', id, name, featureType, town, inshore, offshore, recordsNear, ...bearingTo(place, from) };
}

function bearingTo({ inshore, offshore }: Place, from: Position): Bearing {
  const toInshore = geodesicDirection(from, inshore);
  const toOffshore = geodesicDirection(from, offshore);
  return toOffshore.distanceInMetres < toInshore.distanceInMetres ? toOffshore : toInshore;
}
