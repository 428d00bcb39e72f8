import { addCount } from '../../../core/collections/add-count.ts';
import { isUnidentified } from '../../../core/datasets/kinds.ts';
import { secondsPerDay } from '../../../core/datasets/recorded-time.ts';
import type { Observations, SightingDays } from '../../vocabulary/observation-sentences.ts';
import { byEachMark } from '../../vocabulary/kinds.ts';
import { dayNumber, type RecordStore } from '../load/record-store.ts';
import { countByMark, markOfRecord, mostFrequentFirst, sharksAmong } from './aggregate.ts';
import { newestTimeOf } from './rows.ts';

/** What some records of one area say about sharks. */
export function observe(store: RecordStore, records: Uint32Array): Observations {
  const { combinations, combinationOf, sharkOf, sharks } = store;
  const detections = records.filter((record) => sharkOf[record] !== 0);
  const sightings = sightingsAmong(store, records);
  const visitors = sharksAmong(store, detections);
  const recordsByMark = byEachMark(() => 0);
  for (const record of records) recordsByMark[markOfRecord(store, record)]++;
  return {
    records: records.length,
    recordsByMark,
    byMark: countByMark(store, records),
    sharks: visitors.length,
    speciesSighted: countSpecies(
      store,
      Array.from(sightings, (record) => combinations.species[combinationOf[record]]),
    ),
    speciesOfSharks: countSpecies(
      store,
      visitors.map((shark) => sharks.species[shark]),
    ),
    lastSighting: newestTimeOf(store, sightings),
    lastVisit: newestTimeOf(store, detections),
  };
}

const sightingsAmong = (store: RecordStore, records: Uint32Array): Uint32Array =>
  records.filter((record) => markOfRecord(store, record) === 'sighting');

function countSpecies({ rules }: RecordStore, keys: readonly string[]): Observations['speciesSighted'] {
  const counts = new Map<string, number>();
  for (const key of keys) addCount(counts, key);
  return mostFrequentFirst(counts).map((key) => ({
    key,
    count: Number(counts.get(key)),
    ...(isUnidentified(key, rules) && { isUnidentified: true }),
  }));
}

/**
 * The number of days with a sighting in each half of each month, year by year. Null for a half of which the data does
 * not cover every day: the data covers the days from its oldest to its newest record.
 */
export function countSightingDays(store: RecordStore, records: Uint32Array): readonly SightingDays[] {
  if (store.size === 0) return [];
  const { localDays } = store;
  const days = new Set(Array.from(sightingsAmong(store, records), (record) => localDays[record]));
  const oldest = localDays.reduce((least, day) => Math.min(least, day));
  const newest = localDays.reduce((most, day) => Math.max(most, day));
  const firstYear = new Date(oldest * secondsPerDay * 1000).getUTCFullYear();
  const lastYear = new Date(newest * secondsPerDay * 1000).getUTCFullYear();
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const year = firstYear + index;
    const halves = Array.from({ length: 24 }, (_half, half) => {
      const start = firstDayOf(year, half);
      const end = firstDayOf(year, half + 1);
      if (start < oldest || end - 1 > newest) return null;
      let count = 0;
      for (let day = start; day < end; day++) if (days.has(day)) count++;
      return count;
    });
    return { year, halves };
  });
}

/** The first day of a half of a month: the 1st or the 16th. */
const firstDayOf = (year: number, half: number): number =>
  dayNumber(year, Math.floor(half / 2), half % 2 === 0 ? 1 : 16);

/** Whether any of all records has a time, and not only a date. */
export const hasTimes = ({ identifiers, basisOf }: RecordStore): boolean =>
  identifiers.some((_, record) => basisOf(record) !== 'date');
