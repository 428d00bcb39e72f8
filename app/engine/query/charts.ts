import { byEachMark } from '../../vocabulary/kinds.ts';
import { topSizeInMetres } from '../../vocabulary/size-classes.ts';
import type { ChartCounts } from '../engine.ts';
import { add } from '../load/columns.ts';
import type { RecordStore } from '../load/record-store.ts';
import { speciesAmong } from './aggregate.ts';
import { createBasisOf, secondsAheadOfUtc } from './local-time.ts';
import { observe } from './observations.ts';
import { dateTimeOf } from './rows.ts';

const secondsPerHour = 3600;

/** Counts some records, given by their indexes, for charts. */
export function countForCharts(store: RecordStore, records: Uint32Array): ChartCounts {
  const { combinations, combinationOf, seconds, details } = store;
  const basisOf = createBasisOf(store);
  const monthOf = createMonthOf(store);
  const months = byEachMark(() => new Uint32Array(12));
  const hours = byEachMark(() => new Uint32Array(24));
  const sizes = byEachMark(() => new Uint32Array(topSizeInMetres + 1));
  const ofCombination = new Uint32Array(combinations.marks.length);
  let [convertedFromUtc, withoutTime, withSizeInWords, withoutSize] = [0, 0, 0, 0];
  let oldest = -1;
  for (const record of records) {
    const combination = combinationOf[record];
    const mark = combinations.marks[combination];
    add(ofCombination, combination);
    oldest = Math.max(oldest, record);
    add(months[mark], monthOf(record));
    const basis = basisOf(record);
    if (basis === 'UTC') convertedFromUtc++;
    const hour = Math.floor((seconds[record] + (basis === 'UTC' ? secondsAheadOfUtc : 0)) / secondsPerHour);
    if (basis === 'date') withoutTime++;
    else add(hours[mark], ((hour % 24) + 24) % 24);
    const size = details?.sizes[record] ?? Number.NaN;
    if (!Number.isNaN(size)) add(sizes[mark], Math.min(Math.floor(size), topSizeInMetres));
    else if (details?.hasSize[record] === 1) withSizeInWords++;
    else withoutSize++;
  }
  return {
    ...observe(store, records),
    oldest: oldest < 0 ? null : dateTimeOf(store, oldest),
    months,
    hours: { counts: hours, convertedFromUtc, withoutTime },
    species: speciesAmong(combinations, ofCombination),
    sizes: details ? { counts: sizes, withSizeInWords, withoutSize } : null,
  };
}

/** The month of the year of a record, 0 for January, as recorded. */
function createMonthOf({ months: { months, starts } }: RecordStore): (record: number) => number {
  let run = 0;
  return (record) => {
    if (record < starts[run]) run = 0;
    while (record >= starts[run + 1]) run++;
    return months[run] % 12;
  };
}
