import {
  dateTimeToSeconds,
  type TimeBasis,
  timeBasisChangeover,
  timeBasisOf,
} from '../../../core/datasets/recorded-time.ts';
import type { RecordStore } from '../load/record-store.ts';

const secondsPerDay = 86_400;
export const secondsAheadOfUtc = 8 * 3600;

/** The time zone of a record. It depends on its combination, and on whether it is older than the changeover or a date. */
export function createBasisOf(store: RecordStore): (record: number) => TimeBasis {
  const { combinations, combinationOf, seconds, midnightsAreDates } = store;
  const changeover = dateTimeToSeconds(timeBasisChangeover);
  const basisWhen = (SightingDateTime: string) =>
    combinations.sources.map((OwnerValue) => timeBasisOf({ OwnerValue, SightingDateTime }, false));
  const [before, after] = [basisWhen('0000-01-01T00:00:00'), basisWhen(timeBasisChangeover)];
  return (record) => {
    if (midnightsAreDates && seconds[record] % secondsPerDay === 0) return 'date';
    const bases = seconds[record] < changeover ? before : after;
    return bases[combinationOf[record]];
  };
}

/** The day of a record in Western Australian time, counted from 1970-01-01. */
export function createLocalDayOf(store: RecordStore): (record: number) => number {
  const basisOf = createBasisOf(store);
  return (record) => {
    const ahead = basisOf(record) === 'UTC' ? secondsAheadOfUtc : 0;
    return Math.floor((store.seconds[record] + ahead) / secondsPerDay);
  };
}
