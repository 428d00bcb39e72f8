/**
 * Converts a date and time without an offset, `YYYY-MM-DDThh:mm:ss`, to seconds since 1970, as if it were in UTC. The
 * fields have fixed widths, so the numbers sort like the texts.
 */
export function dateTimeToSeconds(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

/** Reverses `dateTimeToSeconds`, for whole seconds of the years 0 to 9999. */
export function secondsToDateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/*
 * Recorded times have no time zone. Where an instant is needed, this rule supplies the zone. It is derived from the
 * records, not stated by the publisher:
 *
 * - The times of a record of the owner "SMART drumline trial" are in UTC: its ObjectIds contain times in UTC throughout.
 * - Other times before the changeover are in UTC: until July 2019 daylight patrol reports peak at 00 to 03 and 06 to 07
 *   o'clock, afterwards at 09 to 11 and 14 to 16 o'clock. For detections, the evidence is the order of identifiers, which
 *   from 54698 on follow true time: of neighbouring identifiers of a report and a detection since 2017, 74 of 863 pairs
 *   before the changeover are out of order if detections are in UTC, and 322 if they are in local time; after it, 184 and
 *   34 of 601.
 * - Everything else is in Western Australian time, +08:00 throughout the year.
 *
 * In a dataset in which more than 20 % of the records are at exactly 00:00:00, these are dates without a time. The zone
 * of such a date does not matter: it is the same day everywhere.
 *
 * The rule applies to each time separately: if a sighting before the changeover was reported after it, SightingDateTime
 * is in UTC and ReportDateTime is in local time.
 */

/** The time zone of recorded times, which have no offset: local time, except for those that are in UTC. */
export interface TimeRule {
  /** An offset such as +08:00, or the name of a zone, such as Europe/Dublin. */
  readonly zone: string;
  /**
   * The offsets of the zone in seconds, each with the instant from which it applies, in seconds since 1970; in ascending
   * order. The first also applies before.
   */
  readonly offsets: readonly (readonly [from: number, secondsAheadOfUtc: number])[];
  /** Times recorded before this one are in UTC: `YYYY-MM-DDThh:mm:ss`. */
  readonly utcBefore?: string;
  /** Keys of owners all of whose times are in UTC. */
  readonly utcOwners?: readonly string[];
}

/** `date` means that only the date was recorded. */
export type TimeBasis = 'UTC' | '+08:00' | 'date';

/** The fields that the rule depends on. Every RawData record has them. */
export interface TimedRecord {
  readonly OwnerValue: string | null;
  readonly SightingDateTime: string;
}

/** The last report in UTC was recorded at 2019-07-06T02:04:10, the first in local time at 2019-07-08T10:00:07. */
export const timeBasisChangeover = '2019-07-08T00:00:00';
const ownerInUtc = 'smart drumline trial';

/** The rule in words, for documentation. */
export const timeBasisRule =
  'Times before 8 July 2019, and all times of the SMART drumline trial, are in UTC; all other times are in Western ' +
  'Australian time (+08:00). If more than 20 % of all records are at exactly 00:00:00, this time means that only the ' +
  'date was recorded. This rule is derived from the records; the publisher states no time zone.';

const secondsPerDay = 86_400;

/** Whether 00:00:00 means that only the date was recorded. `seconds` are the times of all records of the dataset. */
export function areMidnightsDates(seconds: Float64Array): boolean {
  let midnights = 0;
  for (const time of seconds) if (time % secondsPerDay === 0) midnights++;
  return midnights * 5 > seconds.length;
}

/** Whether only the date of a SightingDateTime was recorded. `midnightsAreDates` is as in `areMidnightsDates`. */
export function isDateOnly(recorded: string, midnightsAreDates: boolean): boolean {
  return midnightsAreDates && recorded.endsWith('T00:00:00');
}

/** The zone of a record's SightingDateTime. `midnightsAreDates` is as in `areMidnightsDates`. */
export function timeBasisOf(record: TimedRecord, midnightsAreDates: boolean): TimeBasis {
  if (isDateOnly(record.SightingDateTime, midnightsAreDates)) return 'date';
  if (record.OwnerValue?.trim().toLowerCase() === ownerInUtc) return 'UTC';
  return record.SightingDateTime < timeBasisChangeover ? 'UTC' : '+08:00';
}

const secondsAheadOfUtc: Readonly<Record<TimeBasis, number>> = { UTC: 0, '+08:00': 8 * 3600, date: 8 * 3600 };

/** Converts a time as recorded to seconds since 1970-01-01T00:00:00Z: a date to the start of the day in the state. */
export function instantOf(recorded: string, basis: TimeBasis): number {
  return dateTimeToSeconds(recorded) - secondsAheadOfUtc[basis];
}

/** The text under which this rule records an instant, in seconds since 1970-01-01T00:00:00Z. Reverses `instantOf`. */
export function recordedOf(instant: number, owner: string | null): string {
  const inUtc = secondsToDateTime(instant);
  const basis = timeBasisOf({ OwnerValue: owner, SightingDateTime: inUtc }, false);
  return basis === 'UTC' ? inUtc : secondsToDateTime(instant + secondsAheadOfUtc[basis]);
}

/** Appends the zone to a time as recorded (RFC 3339): that of the state to a date. */
export function timestampOf(recorded: string, basis: TimeBasis): string {
  return `${recorded}${basis === 'UTC' ? 'Z' : '+08:00'}`;
}
