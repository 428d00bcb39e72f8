import { byEachMark, kinds, type Mark } from '../../vocabulary/kinds.ts';
import type { Result, Facets, FacetValue, Histogram } from '../engine.ts';
import { add } from '../load/columns.ts';
import type { PlaceStore } from '../load/place-store.ts';
import type { RecordStore, AttributeCombinations } from '../load/record-store.ts';
import { failureBits, type RecordFilter } from './record-filter.ts';

/** The result of one pass over the records of a region. */
export interface Aggregates {
  /** The records in the region that match the filters, in list order. */
  readonly found: Uint32Array;
  readonly foundByMark: Readonly<Record<Mark, number>>;
  /** For each combination, the number of records in the region that match the dates, ignoring the other filters. */
  readonly inDates: Uint32Array;
  /** The same for the records that do not match the dates. */
  readonly outOfDates: Uint32Array;
  /** The records of the region that fail a filter by their details. All other properties ignore them. */
  readonly failed: {
    readonly total: number;
    /** The number that match all other filters, by the bits of the filters that they fail. */
    readonly byBits: Uint32Array;
  };
  /** Of the region, with all filters applied except the dates. */
  readonly histogram: Histogram;
}

/** `locations` holds 1 for each location of the region. Records that fail a filter by their details are counted apart. */
export function aggregate(store: RecordStore, filter: RecordFilter, locations: Uint8Array): Aggregates {
  const { siteOf, locationOfSite, combinationOf, months } = store;
  const { failures, detailFailures, start, end } = filter;
  const isInside = new Uint8Array(locationOfSite.length);
  for (let site = 0; site < isInside.length; site++) isInside[site] = locations[locationOfSite[site]];
  const inDates = new Uint32Array(failures.length);
  const outOfDates = new Uint32Array(failures.length);
  const histogram = emptyHistogram(store);
  const countByCombination = new Uint32Array(failures.length);
  const found = new Uint32Array(end - start);
  let foundLength = 0;
  const byBits = new Uint32Array(4);
  let failedTotal = 0;
  /** Adds records of one month. Either all of them match the filter's dates, or none do. */
  const addMonth = (month: number, from: number, to: number, isInDates: boolean): void => {
    if (from === to) return;
    countByCombination.fill(0);
    for (let record = from; record < to; record++) {
      if (isInside[siteOf[record]] === 0) continue;
      const combination = combinationOf[record];
      const bits = detailFailures === null ? 0 : detailFailures[record];
      if (bits !== 0) {
        failedTotal++;
        if (isInDates && failures[combination] === 0) add(byBits, bits);
        continue;
      }
      add(countByCombination, combination);
      if (isInDates && failures[combination] === 0) found[foundLength++] = record;
    }
    for (const [combination, count] of countByCombination.entries()) {
      if (count === 0) continue;
      add(isInDates ? inDates : outOfDates, combination, count);
      if (failures[combination] !== 0) continue;
      add(histogram.counts[store.combinations.marks[combination]], month - histogram.firstMonth, count);
    }
  };
  for (const [run, month] of months.months.entries()) {
    const [runStart, runEnd] = [months.starts[run], months.starts[run + 1]];
    const within = (record: number): number => Math.max(runStart, Math.min(runEnd, record));
    addMonth(month, runStart, within(start), false);
    addMonth(month, within(start), within(end), true);
    addMonth(month, within(end), runEnd, false);
  }
  const matching = inDates.map((count, combination) => (failures[combination] === 0 ? count : 0));
  const foundByMark = sumByMark(store.combinations, matching);
  return {
    found: found.slice(0, foundLength),
    foundByMark,
    inDates,
    outOfDates,
    failed: { total: failedTotal, byBits },
    histogram,
  };
}

/** The histogram of some records, given by their indexes. */
export function histogramOf(store: RecordStore, records: Iterable<number>): Histogram {
  const histogram = emptyHistogram(store);
  const { months, starts } = store.months;
  let run = 0;
  for (const record of records) {
    if (record < starts[run]) run = 0;
    while (record >= starts[run + 1]) run++;
    const mark = store.combinations.marks[store.combinationOf[record]];
    add(histogram.counts[mark], months[run] - histogram.firstMonth);
  }
  return histogram;
}

/** From the month of the oldest record to that of the newest; without records it has no months. */
function emptyHistogram({ months: { months } }: RecordStore): Histogram {
  const firstMonth = months.at(-1) ?? 0;
  const lastMonth = months[0] ?? -1;
  return { firstMonth, lastMonth, counts: byEachMark(() => new Uint32Array(lastMonth - firstMonth + 1)) };
}

/** The number of records with each mark. */
export function countByMark(store: RecordStore, records: Uint32Array): Record<Mark, number> {
  const countByCombination = new Uint32Array(store.combinations.marks.length);
  for (const record of records) add(countByCombination, store.combinationOf[record]);
  return sumByMark(store.combinations, countByCombination);
}

/** The number of records with each mark, from the number with each combination. */
function sumByMark({ marks }: AttributeCombinations, countByCombination: Uint32Array): Record<Mark, number> {
  const sums = byEachMark(() => 0);
  for (const [combination, count] of countByCombination.entries()) sums[marks[combination]] += count;
  return sums;
}

/** The values of each filter, the most frequent in the complete data first; computed once. */
export type FacetOrder = Readonly<Record<keyof Facets, readonly string[]>>;

export function computeFacetOrder(
  { combinations, combinationOf }: RecordStore,
  { types, typeOf }: PlaceStore,
): FacetOrder {
  const counts = new Uint32Array(combinations.kinds.length);
  for (const combination of combinationOf) add(counts, combination);
  const ofType = new Uint32Array(types.length);
  for (const type of typeOf) add(ofType, type);
  return {
    kinds: mostFrequentFirst(sumByValue(combinations.kinds, counts)),
    species: mostFrequentFirst(sumByValue(combinations.species, counts)),
    sources: mostFrequentFirst(sumByValue(combinations.sources, counts)),
    featureTypes: mostFrequentFirst(sumByValue(types, ofType)),
  };
}

/**
 * The number of items in the region with each value, with all other filters applied. `placesInside` holds 1 for each
 * place of the region.
 */
export function countFacets(
  order: FacetOrder,
  { combinations }: RecordStore,
  { failures }: RecordFilter,
  { inDates }: Aggregates,
  { types, typeOf }: PlaceStore,
  placesInside: Uint8Array,
): Facets {
  const facet = (name: 'kinds' | 'species' | 'sources'): FacetValue[] => {
    const others = ~failureBits[name];
    const matching = inDates.map((count, combination) => ((failures[combination] & others) === 0 ? count : 0));
    return valuesOf(order[name], sumByValue(combinations[name], matching));
  };
  const ofType = new Uint32Array(types.length);
  for (const [place, type] of typeOf.entries()) add(ofType, type, placesInside[place]);
  return {
    kinds: facet('kinds'),
    species: facet('species'),
    sources: facet('sources'),
    featureTypes: valuesOf(order.featureTypes, sumByValue(types, ofType)),
  };
}

/** The species that occur, the most frequent first. */
export function speciesAmong({ species }: AttributeCombinations, counts: Uint32Array): FacetValue[] {
  const sums = sumByValue(species, counts);
  return valuesOf(mostFrequentFirst(sums), sums).filter(({ count }) => count > 0);
}

function valuesOf(keys: readonly string[], counts: ReadonlyMap<string, number>): FacetValue[] {
  return keys.map((key) => ({ key, count: counts.get(key) ?? 0 }));
}

function sumByValue(values: readonly string[], counts: ArrayLike<number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, value] of values.entries()) sums.set(value, (sums.get(value) ?? 0) + counts[index]);
  return sums;
}

/** Ties are in the order of `kinds`, or else alphabetical. */
export function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  const rank = (key: string): number => kinds.findIndex((kind) => kind === key);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([key]) => key);
}

/** The tagged shark detected most often, if more than once; in a tie, the one with the newest detection. */
export function mostDetectedOf({ sharkOf, sharks }: RecordStore, records: Uint32Array): Result['mostDetected'] {
  const counts = new Uint32Array(sharks.tags.length);
  for (let index = 0; index < records.length; index++) add(counts, sharkOf[records[index]]);
  counts[0] = 0; // records that are not detections
  let most = 0;
  let detections = 0;
  for (const [shark, count] of counts.entries()) {
    detections += count;
    if (count > counts[most]) most = shark;
  }
  const count = counts[most];
  return count > 1 ? { tag: sharks.tags[most], count, detections } : null;
}

/** The number of distinct tagged sharks. */
export function countSharks({ sharkOf }: RecordStore, records: Iterable<number>): number {
  const sharks = new Set<number>();
  for (const record of records) sharks.add(sharkOf[record]);
  sharks.delete(0);
  return sharks.size;
}
