import { addCount } from '../../../core/collections/add-count.ts';
import { kinds, type Mark, marks } from '../../../core/datasets/kinds.ts';
import { byEachMark } from '../../vocabulary/kinds.ts';
import type { CountByMark, Facets, FacetValue, Histogram } from '../engine.ts';
import type { PlaceStore } from '../load/place-store.ts';
import { createMonthOf, type RecordStore } from '../load/record-store.ts';
import { createFirstTest } from '../load/visits.ts';
import { failureBits, type RecordFilter, recordFailureBits } from './record-filter.ts';

/** The result of one pass over the records of a region. */
export interface Aggregates {
  /** The records in the region that match the filters, in list order. */
  readonly found: Uint32Array;
  readonly foundByMark: CountByMark;
  /** For each combination, the number of records in the region that match the dates, ignoring the other filters. */
  readonly inDates: Uint32Array;
  /** The same for the records that do not match the dates. */
  readonly outOfDates: Uint32Array;
  /** 1 for each tagged shark in the region that matches the dates and all filters but the species; 0 has no meaning. */
  readonly sharksInDates: Uint8Array;
  /** The records of the region that fail a filter by a value of their own. All other properties ignore them. */
  readonly failed: {
    readonly total: number;
    /** The number that match all other filters, by the bits of the filters that they fail. */
    readonly byBits: Uint32Array;
  };
  /** Of the region, with all filters applied except the dates. */
  readonly histogram: Histogram;
}

/** `locations` holds 1 for each location of the region. Those that fail a filter by a value of their own are counted apart. */
export function aggregate(store: RecordStore, filter: RecordFilter, locations: Uint8Array): Aggregates {
  const { siteOf, locationOfSite, combinationOf, combinations, months, sharkOf, sharkDayOf } = store;
  const { failures, recordFailures } = filter;
  const isInside = new Uint8Array(locationOfSite.length);
  for (let site = 0; site < isInside.length; site++) isInside[site] = locations[locationOfSite[site]];
  const inDates = new Uint32Array(failures.length);
  const outOfDates = new Uint32Array(failures.length);
  const sharksInDates = new Uint8Array(store.sharks.tags.length);
  const otherFilters = ~failureBits.species;
  const histogram = emptyHistogram(store);
  const foundByMark = byEachMark(() => 0);
  const isFirst = createFirstTest(store.sharkDays);
  const countByCombination = new Uint32Array(failures.length);
  const found = new Uint32Array(filter.ranges.reduce((sum, { start, end }) => sum + end - start, 0));
  let foundLength = 0;
  const byBits = new Uint32Array(2 ** Object.keys(recordFailureBits).length);
  let failedTotal = 0;
  /** Adds records of one month. Either all of them match the filter's dates, or none do. */
  const addMonth = (month: number, from: number, to: number, isInDates: boolean): void => {
    const touched: number[] = [];
    let visits = 0;
    for (let record = from; record < to; record++) {
      if (isInside[siteOf[record]] === 0) continue;
      const combination = combinationOf[record];
      const bits = recordFailures === null ? 0 : recordFailures[record];
      if (bits !== 0) {
        failedTotal++;
        if (isInDates && failures[combination] === 0) byBits[bits]++;
        continue;
      }
      if (countByCombination[combination] === 0) touched.push(combination);
      countByCombination[combination]++;
      if (isInDates && (failures[combination] & otherFilters) === 0) sharksInDates[sharkOf[record]] = 1;
      if (failures[combination] !== 0) continue;
      if (isInDates) found[foundLength++] = record;
      if (sharkDayOf[record] !== 0 && isFirst(sharkDayOf[record])) visits++;
    }
    if (touched.length === 0) return;
    const countsOfMonth = byEachMark(() => 0);
    for (const combination of touched) {
      const count = countByCombination[combination];
      countByCombination[combination] = 0;
      (isInDates ? inDates : outOfDates)[combination] += count;
      if (failures[combination] === 0) countsOfMonth[combinations.marks[combination]] += count;
    }
    countsOfMonth.detection = visits;
    for (const mark of marks) {
      histogram.counts[mark][month - histogram.firstMonth] += countsOfMonth[mark];
      if (isInDates) foundByMark[mark] += countsOfMonth[mark];
    }
  };
  let range = 0;
  for (const [run, month] of months.months.entries()) {
    const [runStart, runEnd] = [months.starts[run], months.starts[run + 1]];
    let start = runStart;
    for (; range < filter.ranges.length; range++) {
      const { start: matchingStart, end: matchingEnd } = filter.ranges[range];
      if (matchingStart >= runEnd) break;
      addMonth(month, start, Math.max(start, matchingStart), false);
      start = Math.min(runEnd, matchingEnd);
      addMonth(month, Math.max(runStart, matchingStart), start, true);
      if (matchingEnd > runEnd) break;
    }
    addMonth(month, start, runEnd, false);
  }
  return {
    found: found.slice(0, foundLength),
    foundByMark,
    inDates,
    outOfDates,
    sharksInDates,
    failed: { total: failedTotal, byBits },
    histogram,
  };
}

/** The histogram of some records, given by their indexes. */
export function histogramOf(store: RecordStore, records: Iterable<number>): Histogram {
  const histogram = emptyHistogram(store);
  const monthOf = createMonthOf(store);
  const isFirst = createFirstTest(store.sharkDays);
  for (const record of records) {
    if (!isFirst(store.sharkDayOf[record])) continue;
    histogram.counts[markOfRecord(store, record)][monthOf(record) - histogram.firstMonth]++;
  }
  return histogram;
}

export function markOfRecord({ combinations, combinationOf }: RecordStore, record: number): Mark {
  return combinations.marks[combinationOf[record]];
}

/** From the month of the oldest record to that of the newest; without records it has no months. */
function emptyHistogram({ months }: RecordStore): Histogram {
  const [firstMonth, lastMonth] = [months.first ?? 0, months.last ?? -1];
  return { firstMonth, lastMonth, counts: byEachMark(() => new Uint32Array(lastMonth - firstMonth + 1)) };
}

export function countByMark(store: RecordStore, records: Iterable<number>): CountByMark {
  const counts = byEachMark(() => 0);
  const isFirst = createFirstTest(store.sharkDays);
  for (const record of records) {
    if (isFirst(store.sharkDayOf[record])) counts[markOfRecord(store, record)]++;
  }
  return counts;
}

/** The tagged sharks that some records detected. */
export function sharksAmong({ sharkOf }: RecordStore, records: Uint32Array): readonly number[] {
  const sharks = new Set<number>();
  for (const record of records) sharks.add(sharkOf[record]);
  sharks.delete(0);
  return [...sharks];
}

/** The values of each filter, the most frequent in the complete data first; computed once. */
export type FacetOrder = Readonly<Record<keyof Facets, readonly string[]>>;

export function computeFacetOrder(store: RecordStore, { types, typeOf }: PlaceStore): FacetOrder {
  const { combinations, combinationOf, sharks } = store;
  const counts = new Uint32Array(combinations.kinds.length);
  for (const combination of combinationOf) counts[combination]++;
  const ofType = new Uint32Array(types.length);
  for (const type of typeOf) ofType[type]++;
  return {
    kinds: mostFrequentFirst(sumByValue(combinations.kinds, counts)),
    species: mostFrequentFirst(sharksBySpecies(store, counts, new Uint8Array(sharks.tags.length).fill(1))),
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
  store: RecordStore,
  { failures }: RecordFilter,
  { inDates, sharksInDates }: Aggregates,
  { types, typeOf }: PlaceStore,
  placesInside: Uint8Array,
): Facets {
  const { combinations } = store;
  const matching = (name: 'kinds' | 'species' | 'sources'): Uint32Array => {
    const others = ~failureBits[name];
    return inDates.map((count, combination) => ((failures[combination] & others) === 0 ? count : 0));
  };
  const sharks = sharksBySpecies(store, matching('species'), sharksInDates);
  const facet = (name: 'kinds' | 'species' | 'sources'): FacetValue[] =>
    valuesOf(order[name], sumByValue(combinations[name], matching(name)));
  const ofType = new Uint32Array(types.length);
  for (const [place, type] of typeOf.entries()) ofType[type] += placesInside[place];
  return {
    kinds: facet('kinds'),
    species: facet('species').map(({ key, count }) => ({ key, count, sharks: sharks.get(key) ?? 0 })),
    sources: facet('sources'),
    featureTypes: valuesOf(order.featureTypes, sumByValue(types, ofType)),
  };
}

/** The species that occur among some records, the most frequent first, counted as in `sharksBySpecies`. */
export function speciesAmong(store: RecordStore, records: Uint32Array): FacetValue[] {
  const counts = new Uint32Array(store.combinations.species.length);
  const isAmong = new Uint8Array(store.sharks.tags.length);
  for (const record of records) {
    counts[store.combinationOf[record]]++;
    isAmong[store.sharkOf[record]] = 1;
  }
  const sums = sharksBySpecies(store, counts, isAmong);
  return valuesOf(mostFrequentFirst(sums), sums).filter(({ count }) => count > 0);
}

/**
 * By species, the number of records that are not detections and of tagged sharks. `counts` are numbers of records by
 * combination; `isAmong` is 1 for each shark that is counted.
 */
function sharksBySpecies(
  { combinations, sharks }: RecordStore,
  counts: Uint32Array,
  isAmong: Uint8Array,
): Map<string, number> {
  const isDetection = (combination: number): boolean => combinations.marks[combination] === 'detection';
  const sums = sumByValue(
    combinations.species,
    counts.map((count, combination) => (isDetection(combination) ? 0 : count)),
  );
  for (let shark = 1; shark < isAmong.length; shark++) {
    const species = sharks.species[shark];
    if (isAmong[shark] === 1) addCount(sums, species);
  }
  return sums;
}

function valuesOf(keys: readonly string[], counts: ReadonlyMap<string, number>): FacetValue[] {
  return keys.map((key) => ({ key, count: counts.get(key) ?? 0 }));
}

function sumByValue(values: readonly string[], counts: ArrayLike<number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, value] of values.entries()) addCount(sums, value, counts[index]);
  return sums;
}

/** Ties are in the order of `kinds`, or else alphabetical. */
export function mostFrequentFirst(counts: ReadonlyMap<string, number>): string[] {
  const rank = (key: string): number => kinds.findIndex((kind) => kind === key);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([key]) => key);
}
