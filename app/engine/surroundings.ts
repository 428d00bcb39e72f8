import type { Position } from '../../core/geo/wgs84.ts';
import { forEachRunWithin } from '../../core/geo/within-radius.ts';
import { placesNearestFirst, recordsNearestFirst } from './listing.ts';
import type { Overview } from './overview.ts';
import type { Surroundings } from './questions.ts';
import { recordRow } from './rows.ts';

const radiiInMetres = [1000, 5000, 10_000];

/** What stands around a point, whatever the filters: at most so many places and as many records. */
export function surroundingsOf(overview: Overview, position: Position, most: number): Surroundings {
  const store = overview.records;
  const places = placesNearestFirst(overview, allOf(overview.places.places.length), position, most).subarray(0, most);
  const records = recordsNearestFirst(overview, allOf(store.size), position, most).subarray(0, most);
  return {
    places: Array.from(places).flatMap((place) => overview.placeRow(place, position) ?? []),
    records: Array.from(records, (record) => recordRow(store, record, position)),
    recordsWithin: radiiInMetres.map((radiusInMetres) => {
      let count = 0;
      forEachRunWithin(store.spots, position, radiusInMetres, (start, end) => {
        for (let spot = start; spot < end; spot++) count += store.recordsAtSpot[spot] ?? 0;
      });
      return { radiusInMetres, count };
    }),
  };
}

function allOf(length: number): Uint32Array {
  const indexes = new Uint32Array(length);
  for (let index = 0; index < length; index++) indexes[index] = index;
  return indexes;
}
