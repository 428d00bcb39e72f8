import { countVisits } from '../../../core/datasets/tagged-sharks.ts';
import type { Observations, SightingDays } from '../../vocabulary/observation-sentences.ts';
import type { FacetValue } from '../engine.ts';
import type { RecordStore } from '../load/record-store.ts';
import { countByMark, mostFrequentFirst } from './aggregate.ts';
import { createLocalDayOf } from './local-time.ts';
import { dateTimeOf } from './rows.ts';

/** What some records of one area say about sharks. */
export function observe(store: RecordStore, records: Uint32Array): Observations {
  const { combinations, combinationOf, sharkOf, sharks } = store;
  const localDayOf = createLocalDayOf(store);
  const detections = records.filter((record) => sharkOf[record] !== 0);
  const sightings = records.filter((record) => combinations.marks[combinationOf[record]] === 'sighting');
  const { visits, sharks: visitors } = countVisits(
    detections.map((record) => sharkOf[record]),
    Float64Array.from(detections, localDayOf),
  );
  // Records are numbered from the newest to the oldest.
  const newestOf = (some: Uint32Array): string | null => {
    const newest = some.reduce((least, record) => Math.min(least, record), Infinity);
    return some.length === 0 ? null : dateTimeOf(store, newest);
  };
  return {
    records: records.length,
    byMark: countByMark(store, records),
    visits,
    sharks: visitors.length,
    speciesSighted: countKeys(Array.from(sightings, (record) => combinations.species[combinationOf[record]])),
    speciesOfSharks: countKeys(visitors.map((shark) => sharks.species[shark])),
    lastSighting: newestOf(sightings),
    lastVisit: newestOf(detections),
  };
}

function countKeys(keys: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return mostFrequentFirst(counts).map((key) => ({ key, count: counts.get(key) ?? 0 }));
}

/**
 * The number of days with a sighting in each half of each month, year by year. Null for a half of which the data does
 * not cover every day: the data covers the days from its oldest to its newest record.
 */
export function countSightingDays(store: RecordStore, records: Uint32Array): readonly SightingDays[] {
  if (store.size === 0) return [];
  const localDayOf = createLocalDayOf(store);
  const { combinations, combinationOf } = store;
  const days = new Set<number>();
  for (const record of records) {
    if (combinations.marks[combinationOf[record]] === 'sighting') days.add(localDayOf(record));
  }
  const [oldest, newest] = [localDayOf(store.size - 1), localDayOf(0)];
  const firstYear = new Date(oldest * millisecondsPerDay).getUTCFullYear();
  const lastYear = new Date(newest * millisecondsPerDay).getUTCFullYear();
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const year = firstYear + index;
    const halves = Array.from({ length: 24 }, (_half, half) => {
      const start = dayOf(year, half);
      const end = dayOf(year, half + 1);
      if (start < oldest || end - 1 > newest) return null;
      let count = 0;
      for (let day = start; day < end; day++) if (days.has(day)) count++;
      return count;
    });
    return { year, halves };
  });
}

const millisecondsPerDay = 86_400_000;

/** The first day of a half of a month: the 1st or the 16th. `Date.UTC` would map the years 0 to 99 to 1900 to 1999. */
function dayOf(year: number, half: number): number {
  return new Date(0).setUTCFullYear(year, Math.floor(half / 2), half % 2 === 0 ? 1 : 16) / millisecondsPerDay;
}
