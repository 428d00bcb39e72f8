import { dateTimeToSeconds } from '../../../core/datasets/recorded-time.ts';
import { type Filters, needsDetails } from '../../view/view-state.ts';
import { marks } from '../../vocabulary/kinds.ts';
import { add } from '../load/columns.ts';
import { detailsOf, type RecordStore } from '../load/record-store.ts';

/** One bit for each filter that a record can fail, except the dates. */
export const failureBits = { kinds: 1, species: 2, sources: 4 } as const;

/**
 * Which records match the filters. The list is sorted by time, so a range of dates is a range of indexes; the other
 * filters depend only on a record's combination of attributes.
 */
export interface RecordFilter {
  /** For each combination, the bits of the filters that it fails; 0 for none. */
  readonly failures: Uint8Array;
  /** For each record, the bits of the filters that its details fail; null without such a filter. */
  readonly detailFailures: Uint8Array | null;
  /** The range of records with matching dates; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

export function createRecordFilter(store: RecordStore, filters: Filters): RecordFilter {
  const { combinations, seconds } = store;
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
  const from = filters.from === null ? Number.NaN : dateTimeToSeconds(`${filters.from}T00:00:00`);
  const to = filters.to === null ? Number.NaN : dateTimeToSeconds(`${filters.to}T23:59:59`);
  // An invalid day is ignored.
  const start = Number.isNaN(to) ? 0 : firstNotAfter(seconds, to);
  const end = Number.isNaN(from) ? store.size : firstBefore(seconds, from);
  return {
    failures,
    detailFailures: needsDetails(filters) ? detailsOf(store).failuresOf(filters) : null,
    start,
    end: Math.max(start, end),
  };
}

function firstNotAfter(descending: Float64Array, value: number): number {
  return firstWhere(descending.length, (index) => descending[index] <= value);
}

function firstBefore(descending: Float64Array, value: number): number {
  return firstWhere(descending.length, (index) => descending[index] < value);
}

/** Binary search for the first index for which a condition holds; it must hold for all indexes after it. */
function firstWhere(length: number, condition: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (condition(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The records that match the filters, anywhere, counted by location. */
export interface MatchingRecords {
  readonly filter: RecordFilter;
  readonly total: number;
  /** The number of records at each location. */
  readonly atLocation: Uint32Array;
  /** The same by mark: the number with mark m at location i is at index i * marks.length + m. */
  readonly byMarkAtLocation: Uint32Array;
  /** The first record in the list at each location; meaningless where there is none. */
  readonly firstAtLocation: Uint32Array;
}

export function findMatchingRecords(store: RecordStore, filter: RecordFilter): MatchingRecords {
  const { siteOf, locationOfSite, combinationOf, combinations } = store;
  const { failures, detailFailures, start, end } = filter;
  const atLocation = new Uint32Array(store.locations.size);
  const byMarkAtLocation = new Uint32Array(store.locations.size * marks.length);
  const firstAtLocation = new Uint32Array(store.locations.size);
  let total = 0;
  for (let record = start; record < end; record++) {
    const combination = combinationOf[record];
    if (failures[combination] !== 0 || (detailFailures !== null && detailFailures[record] !== 0)) continue;
    const location = locationOfSite[siteOf[record]];
    if (atLocation[location] === 0) firstAtLocation[location] = record;
    add(atLocation, location);
    add(byMarkAtLocation, location * marks.length + combinations.markNumbers[combination]);
    total++;
  }
  return { filter, total, atLocation, byMarkAtLocation, firstAtLocation };
}
