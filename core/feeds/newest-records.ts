import { sortedIndexes } from '../collections/sorted-indexes.ts';
import type { RecordedTimes, TimeBasis, TimedRecord } from '../datasets/recorded-time.ts';

/** How many records a feed takes from each of the two orders. */
const recordsFromEachOrder = 50;

/** The times of a record, as recorded. */
interface RecordTimes {
  readonly basis: TimeBasis;
  readonly sighted: string;
  /** Null where the record has no report time. */
  readonly reported: string | null;
  /** Can differ from `basis` if only the report was made after times were in local time. */
  readonly reportedBasis: TimeBasis;
  /** The later of both times, in seconds since 1970-01-01T00:00:00Z: the record cannot have been known earlier. */
  readonly knownAt: number;
}

export function readRecordTimes(record: Readonly<Record<string, unknown>>, times: RecordedTimes): RecordTimes {
  const text = (field: string): string | null => {
    const value = record[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const sighted = String(record['SightingDateTime']);
  const timed: TimedRecord = {
    OwnerValue: text('OwnerValue'),
    SightingDateTime: sighted,
  };
  const basis = times.basisOf(timed);
  const reported = text('ReportDateTime');
  const sightedAt = times.instantOf(sighted, basis);
  const reportedBasis =
    reported === null ? basis : times.withoutDates.basisOf({ ...timed, SightingDateTime: reported });
  const knownAt = reported === null ? sightedAt : Math.max(sightedAt, times.instantOf(reported, reportedBasis));
  return { basis, sighted, reported, reportedBasis, knownAt };
}

/**
 * The indexes of the records of a feed, newest first, ties in list order. Both arrays are in list order; `knownAt` is as
 * in `readRecordTimes`.
 *
 * A feed has the records that became known last and those that were added to the table last, each record once. The
 * second order is needed for records that were added late without a report time.
 *
 * The data does not say when a record was added, but identifiers rise as records are added: no record was added before
 * the latest instant at which one with a smaller identifier became known. Records with the same bound, such as those of
 * a bulk load, are sorted by the first order. Where identifiers do not rise with time, both orders are nearly the same.
 */
export function newestRecords(identifiers: Float64Array, knownAt: Float64Array): readonly number[] {
  const addedAfter = new Float64Array(knownAt.length);
  let latest = Number.NEGATIVE_INFINITY;
  for (const index of sortedIndexes(identifiers, 'asc')) {
    latest = Math.max(latest, knownAt[index]);
    addedAfter[index] = latest;
  }
  const newestFirst = sortedIndexes(knownAt, 'desc');
  const lastAddedFirst = sortedIndexes(
    addedAfter.map((_, position) => addedAfter[newestFirst[position]]),
    'desc',
  ).map((position) => newestFirst[position]);
  const chosen = new Set([
    ...newestFirst.subarray(0, recordsFromEachOrder),
    ...lastAddedFirst.subarray(0, recordsFromEachOrder),
  ]);
  return [...chosen].sort((a, b) => knownAt[b] - knownAt[a] || a - b);
}
