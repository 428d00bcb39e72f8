import {
  dateTimeToSeconds,
  type TimeBasis,
  timeBasisChangeover,
  timeBasisOf,
} from '../../../core/datasets/recorded-time.ts';

export const secondsPerDay = 86_400;
const secondsAheadOfUtc = 8 * 3600;
/** Texts of later times have another length. */
const latestSeconds = dateTimeToSeconds('9999-12-31T23:59:59');

export interface LocalTimes {
  /** The time zone in which the time of a record was recorded. */
  readonly basisOf: (record: number) => TimeBasis;
  /** The time of a record on a clock in Western Australia, in the seconds of `dateTimeToSeconds`. */
  readonly localSecondsOf: (record: number) => number;
  /**
   * The day of each record in Western Australia, counted from 1970-01-01: the day as recorded or, of a time in UTC, perhaps
   * the next one. So the days of a list that is sorted by the recorded time are not quite sorted.
   */
  readonly localDays: Int32Array;
}

interface TimeColumns {
  readonly seconds: Float64Array;
  readonly combinationOf: Uint32Array;
  readonly combinations: { readonly sources: readonly string[] };
  readonly midnightsAreDates: boolean;
}

export function convertToLocalTime(columns: TimeColumns): LocalTimes {
  const { combinations, combinationOf, seconds, midnightsAreDates } = columns;
  // The zone depends on the combination, and on whether the time is older than the changeover or a date.
  const changeover = dateTimeToSeconds(timeBasisChangeover);
  const basisWhen = (SightingDateTime: string) =>
    combinations.sources.map((OwnerValue) => timeBasisOf({ OwnerValue, SightingDateTime }, false));
  const [before, after] = [basisWhen('0000-01-01T00:00:00'), basisWhen(timeBasisChangeover)];
  const basisOf = (record: number): TimeBasis => {
    if (midnightsAreDates && seconds[record] % secondsPerDay === 0) return 'date';
    const bases = seconds[record] < changeover ? before : after;
    return bases[combinationOf[record]];
  };
  const localSecondsOf = (record: number): number =>
    Math.min(latestSeconds, seconds[record] + (basisOf(record) === 'UTC' ? secondsAheadOfUtc : 0));
  const localDays = new Int32Array(seconds.length);
  for (let record = 0; record < localDays.length; record++) {
    localDays[record] = Math.floor(localSecondsOf(record) / secondsPerDay);
  }
  return { basisOf, localSecondsOf, localDays };
}
