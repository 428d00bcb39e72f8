import type { Position } from '../../core/geo/wgs84.ts';
import { forEachRunWithin } from '../../core/geo/within-radius.ts';
import { forEachPlaceWithin } from './finding.ts';
import { placesNearestFirst, recordsNearestFirst } from './listing.ts';
import type { Overview } from './overview.ts';
import type { Surroundings, WithinCounts } from './questions.ts';
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
    recordsWithin: radiiInMetres.map((radiusInMetres) => ({
      radiusInMetres,
      count: recordsWithin(overview, position, radiusInMetres),
    })),
  };
}

/** How many records and places stand within a radius of a point, whatever the filters. */
export function countsWithin(overview: Overview, position: Position, radiusInMetres: number): WithinCounts {
  const places = new Set<number>();
  forEachPlaceWithin(overview.places.points, position, radiusInMetres, (place) => places.add(place));
  return { radiusInMetres, records: recordsWithin(overview, position, radiusInMetres), places: places.size };
}

function recordsWithin({ records }: Overview, position: Position, radiusInMetres: number): number {
  let count = 0;
  forEachRunWithin(records.spots, position, radiusInMetres, (start, end) => {
    for (let spot = start; spot < end; spot++) count += records.recordsAtSpot[spot] ?? 0;
  });
  return count;
}

function allOf(length: number): Uint32Array {
  const indexes = new Uint32Array(length);
  for (let index = 0; index < length; index++) indexes[index] = index;
  return indexes;
}
