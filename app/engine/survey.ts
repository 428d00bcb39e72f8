import type { Mark } from '../vocabulary/kinds.ts';
import { add } from './numbering.ts';
import type { Histogram } from './questions.ts';
import type { RecordFilter } from './record-filter.ts';
import type { RecordStore } from './record-store.ts';
import type { Traits } from './traits.ts';

/** What one pass over the records of a region tells. */
export interface Survey {
  /** The records that stand in the region and pass the filters, in list order. */
  readonly found: Uint32Array;
  readonly foundByMark: Readonly<Record<Mark, number>>;
  /** How many records of the region have each of the traits, whatever the filters but the dates. */
  readonly inDates: Uint32Array;
  readonly outOfDates: Uint32Array;
  /** Of the region, all filters applied but the dates. */
  readonly histogram: Histogram;
}

/** `spots` holds 1 for each spot of the region. */
export function surveyOf(store: RecordStore, filter: RecordFilter, spots: Uint8Array): Survey {
  const { siteOf, spotOfSite, traitOf, months } = store;
  const { failures, start, end } = filter;
  const isInside = new Uint8Array(spotOfSite.length);
  for (let site = 0; site < isInside.length; site++) isInside[site] = spots[spotOfSite[site] ?? 0] ?? 0;
  const inDates = new Uint32Array(failures.length);
  const outOfDates = new Uint32Array(failures.length);
  const histogram = emptyHistogram(store);
  const ofTrait = new Uint32Array(failures.length);
  const found = new Uint32Array(end - start);
  let foundLength = 0;
  /** Records of one month, all of the right dates or none of them. */
  const survey = (month: number, from: number, to: number, hasRightDate: boolean): void => {
    if (from === to) return;
    ofTrait.fill(0);
    for (let record = from; record < to; record++) {
      if (isInside[siteOf[record] ?? 0] === 0) continue;
      const trait = traitOf[record] ?? 0;
      add(ofTrait, trait);
      if (hasRightDate && failures[trait] === 0) found[foundLength++] = record;
    }
    for (const [trait, count] of ofTrait.entries()) {
      if (count === 0) continue;
      add(hasRightDate ? inDates : outOfDates, trait, count);
      if (failures[trait] !== 0) continue;
      add(histogram.counts[store.traits.marks[trait] ?? 'other'], month - histogram.firstMonth, count);
    }
  };
  for (const [run, month] of months.months.entries()) {
    const [runStart, runEnd] = [months.starts[run] ?? 0, months.starts[run + 1] ?? 0];
    const within = (record: number): number => Math.max(runStart, Math.min(runEnd, record));
    survey(month, runStart, within(start), false);
    survey(month, within(start), within(end), true);
    survey(month, within(end), runEnd, false);
  }
  const passing = inDates.map((count, trait) => (failures[trait] === 0 ? count : 0));
  const foundByMark = sumByMark(store.traits, passing);
  return { found: found.slice(0, foundLength), foundByMark, inDates, outOfDates, histogram };
}

/** The histogram of some records, given by their indexes. */
export function histogramOf(store: RecordStore, records: Iterable<number>): Histogram {
  const histogram = emptyHistogram(store);
  const { months, starts } = store.months;
  let run = 0;
  for (const record of records) {
    if (record < (starts[run] ?? 0)) run = 0;
    while (record >= (starts[run + 1] ?? Infinity)) run++;
    const mark = store.traits.marks[store.traitOf[record] ?? 0] ?? 'other';
    add(histogram.counts[mark], (months[run] ?? 0) - histogram.firstMonth);
  }
  return histogram;
}

/** From the month of the oldest record to that of the newest; no month at all without records. */
function emptyHistogram({ months: { months } }: RecordStore): Histogram {
  const firstMonth = months.at(-1) ?? 0;
  const lastMonth = months[0] ?? -1;
  const noCounts = (): Uint32Array => new Uint32Array(lastMonth - firstMonth + 1);
  return {
    firstMonth,
    lastMonth,
    counts: { sighting: noCounts(), detection: noCounts(), handled: noCounts(), other: noCounts() },
  };
}

/** How many of some records have each mark. */
export function countByMark(store: RecordStore, records: Uint32Array): Record<Mark, number> {
  const ofTrait = new Uint32Array(store.traits.marks.length);
  for (const record of records) add(ofTrait, store.traitOf[record] ?? 0);
  return sumByMark(store.traits, ofTrait);
}

/** How many have each mark, of which so many have each of the traits. */
export function sumByMark({ marks }: Traits, ofTrait: Uint32Array): Record<Mark, number> {
  const sums = { sighting: 0, detection: 0, handled: 0, other: 0 };
  for (const [trait, count] of ofTrait.entries()) sums[marks[trait] ?? 'other'] += count;
  return sums;
}
