import { secondsOfDateTime } from '../../../core/datasets/date-time-key.ts';
import type { Filters } from '../../view/view-state.ts';
import { marks } from '../../vocabulary/kinds.ts';
import { add } from '../load/columns.ts';
import type { RecordStore } from '../load/record-store.ts';

/** One bit for each of the filters by which a record can fail, but for the dates. */
export const failsBy = { kinds: 1, species: 2, sources: 4 } as const;

/**
 * Which records pass some filters. The list is in order of time, so those of the right dates are a run of it; by what
 * the others filter, a record's traits tell.
 */
export interface RecordFilter {
  /** For each of the traits, by which filters it fails; 0 for none. */
  readonly failures: Uint8Array;
  /** The first record of the right dates, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

export function recordFilterOf(store: RecordStore, filters: Filters): RecordFilter {
  const { combinations, seconds } = store;
  const failures = new Uint8Array(combinations.kinds.length);
  const exclude = (values: readonly string[], wanted: readonly string[], bit: number): void => {
    if (wanted.length === 0) return;
    const allowed = new Set(wanted);
    for (const [combination, value] of values.entries()) {
      if (!allowed.has(value)) failures[combination] = (failures[combination] ?? 0) | bit;
    }
  };
  exclude(combinations.kinds, filters.kinds, failsBy.kinds);
  exclude(combinations.species, filters.species, failsBy.species);
  exclude(combinations.sources, filters.sources, failsBy.sources);
  const from = filters.from === null ? Number.NaN : secondsOfDateTime(`${filters.from}T00:00:00`);
  const to = filters.to === null ? Number.NaN : secondsOfDateTime(`${filters.to}T23:59:59`);
  // What is not a day of the calendar bounds nothing.
  const start = Number.isNaN(to) ? 0 : firstNotAfter(seconds, to);
  const end = Number.isNaN(from) ? store.size : firstBefore(seconds, from);
  return { failures, start, end: Math.max(start, end) };
}

function firstNotAfter(falling: Float64Array, value: number): number {
  return firstWhere(falling.length, (index) => (falling[index] ?? 0) <= value);
}

function firstBefore(falling: Float64Array, value: number): number {
  return firstWhere(falling.length, (index) => (falling[index] ?? 0) < value);
}

/** The first index for which a condition holds, which holds for all that follow. */
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

/** The records that pass some filters, wherever they stand, spot by spot. */
export interface MatchingRecords {
  readonly filter: RecordFilter;
  readonly total: number;
  /** How many stand at each spot. */
  readonly atSpot: Uint32Array;
  /** The same by mark: those of mark m at spot i are at i * marks.length + m. */
  readonly byMarkAtSpot: Uint32Array;
  /** The first in the list of those at each spot; meaningless where there is none. */
  readonly firstAtSpot: Uint32Array;
}

export function findMatchingRecords(store: RecordStore, filter: RecordFilter): MatchingRecords {
  const { siteOf, spotOfSite, combinationOf, combinations } = store;
  const { failures, start, end } = filter;
  const atSpot = new Uint32Array(store.spots.size);
  const byMarkAtSpot = new Uint32Array(store.spots.size * marks.length);
  const firstAtSpot = new Uint32Array(store.spots.size);
  let total = 0;
  for (let record = start; record < end; record++) {
    const combination = combinationOf[record] ?? 0;
    if (failures[combination] !== 0) continue;
    const spot = spotOfSite[siteOf[record] ?? 0] ?? 0;
    if (atSpot[spot] === 0) firstAtSpot[spot] = record;
    add(atSpot, spot);
    add(byMarkAtSpot, spot * marks.length + (combinations.markNumbers[combination] ?? 0));
    total++;
  }
  return { filter, total, atSpot, byMarkAtSpot, firstAtSpot };
}
