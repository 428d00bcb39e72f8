import { byEachMark } from '../../vocabulary/kinds.ts';
import { topSizeInMetres } from '../../vocabulary/record-facts.ts';
import type { ChartCounts } from '../engine.ts';
import { createMonthOf, type RecordStore } from '../load/record-store.ts';
import { createFirstTest } from '../load/visits.ts';
import { markOfRecord, speciesAmong } from './aggregate.ts';
import { hasTimes, observe } from './observations.ts';
import { oldestTimeOf } from './rows.ts';

const secondsPerHour = 3600;
const hoursPerDay = 24;

/** Counts the records of a list, given by their indexes in any order, for charts. */
export function countForCharts(store: RecordStore, list: Uint32Array): ChartCounts {
  // Newest first: the size of a visit is that of its newest detection.
  const records = list.slice().sort();
  const { sharkDayOf, sharkDays, details } = store;
  const monthOf = createMonthOf(store);
  const months = byEachMark(() => new Uint32Array(12));
  const hours = byEachMark(() => new Uint32Array(hoursPerDay));
  const sizes = byEachMark(() => new Uint32Array(topSizeInMetres + 1));
  const isFirstOfVisit = createFirstTest(sharkDays);
  const isFirstOfHour = createFirstTest(sharkDays * hoursPerDay + hoursPerDay);
  let [convertedFromUtc, withoutTime, withSizeInWords, withoutSize] = [0, 0, 0, 0];
  for (const record of records) {
    const mark = markOfRecord(store, record);
    const sharkDay = sharkDayOf[record];
    const basis = store.basisOf(record);
    if (basis === 'UTC') convertedFromUtc++;
    const hour = Math.floor(store.localSecondsOf(record) / secondsPerHour) % hoursPerDay;
    const hourOfDay = (hour + hoursPerDay) % hoursPerDay;
    if (basis === 'date') withoutTime++;
    else if (sharkDay === 0 || isFirstOfHour(sharkDay * hoursPerDay + hourOfDay)) hours[mark][hourOfDay]++;
    if (!isFirstOfVisit(sharkDay)) continue;
    months[mark][monthOf(record) % 12]++;
    const size = details?.sizes[record] ?? Number.NaN;
    if (!Number.isNaN(size)) sizes[mark][Math.min(Math.floor(size), topSizeInMetres)]++;
    else if (details?.hasSize[record] === 1) withSizeInWords++;
    else withoutSize++;
  }
  return {
    ...observe(store, records),
    oldest: oldestTimeOf(store, records),
    hasTimes: hasTimes(store),
    months,
    hours: { counts: hours, convertedFromUtc, withoutTime },
    species: speciesAmong(store, records),
    sizes: details ? { counts: sizes, withSizeInWords, withoutSize } : null,
  };
}
