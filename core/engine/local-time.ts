import { type RecordedTimes, secondsPerDay, type TimeBasis } from '../datasets/recorded-time.ts';

/* Local times are in the seconds of `dateTimeToSeconds`. */

export interface LocalTimes {
  /** The time zone in which the time of a record was recorded. */
  readonly basisOf: (record: number) => TimeBasis;
  /** The local time of a record: the time as recorded, unless that is in UTC. */
  readonly localSecondsOf: (record: number) => number;
  /** The instant of a record, of a date that of the start of the day, in seconds since 1970-01-01T00:00:00Z. */
  readonly instantOf: (record: number) => number;
  /**
   * The local day of each record, counted from 1970-01-01: the day as recorded or, of a time in UTC, perhaps the day before
   * or after. So the days of a list that is sorted by the recorded time are not quite sorted.
   */
  readonly localDays: Int32Array;
}

interface TimeColumns {
  /** The times as recorded, in the seconds of `dateTimeToSeconds`; NaN where none was recorded. */
  readonly seconds: Float64Array;
  /** The number of each record's owner in `owners`. */
  readonly ownerOf: ArrayLike<number>;
  readonly owners: readonly (string | null)[];
  readonly times: RecordedTimes;
}

export function convertToLocalTime({ seconds, ownerOf, owners, times }: TimeColumns): LocalTimes {
  const readBasis = times.basisReader(owners);
  const basisOf = (record: number): TimeBasis => readBasis(seconds[record], ownerOf[record]);
  const localSecondsOf = (record: number): number =>
    basisOf(record) === 'UTC' ? times.localOf(seconds[record]) : seconds[record];
  const instantOf = (record: number): number => times.instantOfSeconds(seconds[record], basisOf(record));
  const localDays = new Int32Array(seconds.length);
  for (let record = 0; record < localDays.length; record++) {
    localDays[record] = Math.floor(localSecondsOf(record) / secondsPerDay);
  }
  return { basisOf, localSecondsOf, instantOf, localDays };
}
