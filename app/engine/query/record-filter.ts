import { dateTimeToSeconds, secondsPerDay } from '../../../core/datasets/recorded-time.ts';
import { type Filters, needsDetails } from '../../view/view-state.ts';
import { marks } from '../../../core/datasets/kinds.ts';
import { createMonthOf, detailFailureBits, detailsOf, type RecordStore } from '../load/record-store.ts';
import { createFirstTest } from '../load/visits.ts';

/** One bit for each filter that a record can fail by its combination of attributes. */
export const failureBits = { kinds: 1, species: 2, sources: 4 } as const;

/** One bit for each filter that a record can fail by a value of its own, except the dates. */
export const recordFailureBits = { ...detailFailureBits, tag: 8 } as const;

/**
 * Which records match the filters. The list is almost sorted by local day, so the records of some dates are one range of
 * indexes or a few; the other filters depend only on a record's combination of attributes.
 */
export interface RecordFilter {
  /** For each combination, the bits of the filters that it fails; 0 for none. */
  readonly failures: Uint8Array;
  /** For each record, the bits of `recordFailureBits` whose filters it fails; null without such a filter. */
  readonly recordFailures: Uint8Array | null;
  /** The ranges of records with matching dates, in ascending order; `end` is exclusive. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

export function createRecordFilter(store: RecordStore, filters: Filters): RecordFilter {
  const { combinations } = store;
  const failures = new Uint8Array(combinations.kinds.length);
  const exclude = (values: readonly string[], wanted: readonly string[], bit: number): void => {
    if (wanted.length === 0) return;
    const allowed = new Set(wanted);
    for (const [combination, value] of values.entries()) {
      if (!allowed.has(value)) failures[combination] = failures[combination] | bit;
    }
  };
  exclude(combinations.kinds, filters.kinds, failureBits.kinds);
  exclude(combinations.species, filters.species, failureBits.species);
  exclude(combinations.sources, filters.sources, failureBits.sources);
  return {
    failures,
    recordFailures: failuresOfRecords(store, filters),
    ranges: rangesOfDates(store, filters),
  };
}

function failuresOfRecords(store: RecordStore, filters: Filters): Uint8Array | null {
  const { tag } = filters;
  const ofDetails = needsDetails(filters) ? detailsOf(store).failuresOf(filters) : null;
  if (tag === null) return ofDetails;
  const { sharkOf, sharks } = store;
  return Uint8Array.from(sharkOf, (shark, record) => {
    const ofTag = sharks.tags[shark] === tag ? 0 : recordFailureBits.tag;
    return ofDetails === null ? ofTag : ofTag | ofDetails[record];
  });
}

/** An invalid day is ignored. */
function rangesOfDates(store: RecordStore, { from, to, months }: Filters): RecordFilter['ranges'] {
  const { localDays, size } = store;
  const monthOf = createMonthOf(store);
  const isInMonths = (record: number): boolean => months.length === 0 || months.includes((monthOf(record) % 12) + 1);
  const dayOf = (day: string | null, otherwise: number): number => {
    const time = day === null ? Number.NaN : dateTimeToSeconds(`${day}T00:00:00`);
    return Number.isNaN(time) ? otherwise : time / secondsPerDay;
  };
  const [first, last] = [dayOf(from, -Infinity), dayOf(to, Infinity)];
  const ranges: { start: number; end: number }[] = [];
  let start = -1;
  for (let record = 0; record <= size; record++) {
    const isMatching = record < size && localDays[record] >= first && localDays[record] <= last && isInMonths(record);
    if (isMatching && start < 0) start = record;
    if (isMatching || start < 0) continue;
    ranges.push({ start, end: record });
    start = -1;
  }
  return ranges;
}

/** The records that match the filters, anywhere, counted by location. */
export interface MatchingRecords {
  readonly filter: RecordFilter;
  readonly total: number;
  /** The number of records at each location. */
  readonly atLocation: Uint32Array;
  /**
   * By location and mark, the number of records or, of detections, of visits: that with mark m at location i is at index
   * i * marks.length + m.
   */
  readonly byMarkAtLocation: Uint32Array;
  /** The sum of these numbers at each location. */
  readonly observedAtLocation: Uint32Array;
  /** The first record in the list at each location; meaningless where there is none. */
  readonly firstAtLocation: Uint32Array;
}

export function findMatchingRecords(store: RecordStore, filter: RecordFilter): MatchingRecords {
  const { siteOf, locationOfSite, combinationOf, combinations, visitOf } = store;
  const { failures, recordFailures, ranges } = filter;
  const isFirst = createFirstTest(store.visits);
  const atLocation = new Uint32Array(store.locations.size);
  const byMarkAtLocation = new Uint32Array(store.locations.size * marks.length);
  const observedAtLocation = new Uint32Array(store.locations.size);
  const firstAtLocation = new Uint32Array(store.locations.size);
  let total = 0;
  for (const { start, end } of ranges) {
    for (let record = start; record < end; record++) {
      const combination = combinationOf[record];
      if (failures[combination] !== 0 || (recordFailures !== null && recordFailures[record] !== 0)) continue;
      const location = locationOfSite[siteOf[record]];
      if (atLocation[location] === 0) firstAtLocation[location] = record;
      atLocation[location]++;
      total++;
      if (!isFirst(visitOf[record])) continue;
      byMarkAtLocation[location * marks.length + combinations.markNumbers[combination]]++;
      observedAtLocation[location]++;
    }
  }
  return { filter, total, atLocation, byMarkAtLocation, observedAtLocation, firstAtLocation };
}
