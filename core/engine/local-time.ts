import { dateTimeToSeconds, type TimeBasis, timeBasisChangeover, timeBasisOf } from '../datasets/recorded-time.ts';

export const secondsPerDay = 86_400;
export const secondsAheadOfUtc = 8 * 3600;
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
  /** The times as recorded, in the seconds of `dateTimeToSeconds`; NaN where none was recorded. */
  readonly seconds: Float64Array;
  /** The number of each record's owner in `owners`. */
  readonly ownerOf: ArrayLike<number>;
  readonly owners: readonly (string | null)[];
  /** As in `areMidnightsDates`. */
  readonly midnightsAreDates: boolean;
}

export function convertToLocalTime({ seconds, ownerOf, owners, midnightsAreDates }: TimeColumns): LocalTimes {
  // The zone depends on the owner, and on whether the time is older than the changeover or a date.
  const changeover = dateTimeToSeconds(timeBasisChangeover);
  const basisWhen = (SightingDateTime: string) =>
    owners.map((OwnerValue) => timeBasisOf({ OwnerValue, SightingDateTime }, false));
  const [before, after] = [basisWhen('0000-01-01T00:00:00'), basisWhen(timeBasisChangeover)];
  const basisOf = (record: number): TimeBasis => {
    if (midnightsAreDates && seconds[record] % secondsPerDay === 0) return 'date';
    const bases = seconds[record] < changeover ? before : after;
    return bases[ownerOf[record]];
  };
  const localSecondsOf = (record: number): number =>
    Math.min(latestSeconds, seconds[record] + (basisOf(record) === 'UTC' ? secondsAheadOfUtc : 0));
  const localDays = new Int32Array(seconds.length);
  for (let record = 0; record < localDays.length; record++) {
    localDays[record] = Math.floor(localSecondsOf(record) / secondsPerDay);
  }
  return { basisOf, localSecondsOf, localDays };
}
