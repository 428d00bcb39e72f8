import { secondsOfDateTime } from '../../core/datasets/date-time-key.ts';
import type { Filters } from '../view/view-state.ts';
import type { RecordStore } from './record-store.ts';

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
  const { traits, seconds } = store;
  const failures = new Uint8Array(traits.kinds.length);
  const exclude = (values: readonly string[], wanted: readonly string[], bit: number): void => {
    if (wanted.length === 0) return;
    const allowed = new Set(wanted);
    for (const [trait, value] of values.entries()) {
      if (!allowed.has(value)) failures[trait] = (failures[trait] ?? 0) | bit;
    }
  };
  exclude(traits.kinds, filters.kinds, failsBy.kinds);
  exclude(traits.species, filters.species, failsBy.species);
  exclude(traits.sources, filters.sources, failsBy.sources);
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
