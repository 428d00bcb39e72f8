import { keyOfText } from './text-key.ts';

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
 * Recorded times have no time zone. Where an instant is needed, the time rule of the site supplies the zone: some times
 * are in UTC, all others in local time. In a dataset in which more than 20 % of the records are at exactly 00:00:00,
 * these are dates without a time. Such a date is a local day.
 *
 * The rule applies to each time separately: if a sighting before `utcBefore` was reported after it, SightingDateTime is
 * in UTC and ReportDateTime is in local time.
 *
 * Where clocks are changed, a local time may occur twice or not at all. The first of two is meant. A time that clocks
 * skip is an error of the record: its instant is that of a clock that was not yet changed, so it is as long after the
 * change as the time is after the begin of the gap.
 */

/** The time zone of recorded times, which have no offset: local time, except for those that are in UTC. */
export interface TimeRule {
  /** An offset such as +08:00, or the name of a zone, such as Europe/Dublin. */
  readonly zone: string;
  /** As in "on a day in Western Australian time". */
  readonly name: string;
  /**
   * The offsets of the zone in seconds, each with the instant from which it applies, in seconds since 1970; in ascending
   * order. The first also applies before.
   */
  readonly offsets: readonly (readonly [from: number, secondsAheadOfUtc: number])[];
  /** Times recorded before this one are in UTC: `YYYY-MM-DDThh:mm:ss`. */
  readonly utcBefore?: string;
  /** Keys of owners all of whose times are in UTC. */
  readonly utcOwners?: readonly string[];
  /** This rule and what it is based on, for documentation. */
  readonly inWords: string;
}

/** `date` means that only the date was recorded. */
export type TimeBasis = 'UTC' | 'local' | 'date';

/** The fields that the rule depends on. Every RawData record has them. */
export interface TimedRecord {
  readonly OwnerValue: string | null;
  readonly SightingDateTime: string;
}

export const secondsPerDay = 86_400;
/** Earlier years are placeholders such as 0001-01-01, not events. */
export const earliestYear = 1800;
/** Times have milliseconds at most. */
const millisecond = 0.001;
const earliestSeconds = dateTimeToSeconds('0000-01-01T00:00:00');
const latestSeconds = dateTimeToSeconds('9999-12-31T23:59:59');

/** The nearest time of the years 0 to 9999: texts of others have another length. */
export function withinFourDigitYears(seconds: number): number {
  if (seconds > latestSeconds) return latestSeconds;
  return seconds < earliestSeconds ? earliestSeconds : seconds;
}

/** Whether 00:00:00 means that only the date was recorded. `seconds` are the times of all records of the dataset. */
export function areMidnightsDates(seconds: Float64Array): boolean {
  let midnights = 0;
  for (const time of seconds) if (time % secondsPerDay === 0) midnights++;
  return midnights * 5 > seconds.length;
}

/**
 * What the recorded times of a dataset mean. Instants are in seconds since 1970-01-01T00:00:00Z, and local times in the
 * seconds of `dateTimeToSeconds`.
 */
export class RecordedTimes {
  readonly rule: TimeRule;
  /** As in `areMidnightsDates`. */
  readonly midnightsAreDates: boolean;
  /** The same rule for times of which none is a date without a time. */
  readonly withoutDates: RecordedTimes;
  readonly #utcBefore: number;
  readonly #utcOwners: ReadonlySet<string>;
  /** The instants and the local times from which the offset of the same index applies. */
  readonly #from: Float64Array;
  readonly #fromLocal: Float64Array;
  readonly #offsets: Float64Array;

  constructor(rule: TimeRule, midnightsAreDates: boolean) {
    this.rule = rule;
    this.midnightsAreDates = midnightsAreDates;
    this.withoutDates = midnightsAreDates ? new RecordedTimes(rule, false) : this;
    this.#utcBefore = rule.utcBefore === undefined ? -Infinity : dateTimeToSeconds(rule.utcBefore);
    this.#utcOwners = new Set(rule.utcOwners);
    this.#from = Float64Array.from(rule.offsets, ([from]) => from);
    this.#offsets = Float64Array.from(rule.offsets, ([, offset]) => offset);
    // A local time that occurs twice has the offset before the change, and so has one that is skipped.
    this.#fromLocal = Float64Array.from(rule.offsets, ([from, offset], index) => {
      const [, offsetBefore] = rule.offsets[index - 1] ?? [from, offset];
      return from + Math.max(offset, offsetBefore);
    });
  }

  basisOf({ OwnerValue, SightingDateTime }: TimedRecord): TimeBasis {
    if (this.midnightsAreDates && SightingDateTime.endsWith('T00:00:00')) return 'date';
    const { utcBefore = '' } = this.rule;
    return SightingDateTime < utcBefore || this.#utcOwners.has(keyOfText(OwnerValue)) ? 'UTC' : 'local';
  }

  /** Returns `basisOf` for columns: of a time in the seconds of `dateTimeToSeconds`, and of an index in `owners`. */
  basisReader(owners: readonly (string | null)[]): (seconds: number, owner: number) => TimeBasis {
    const { midnightsAreDates } = this;
    const isInUtc = (owner: string | null): boolean => this.#utcOwners.has(keyOfText(owner));
    const utcBefore = Float64Array.from(owners, (owner) => (isInUtc(owner) ? Infinity : this.#utcBefore));
    return (seconds, owner) => {
      if (midnightsAreDates && seconds % secondsPerDay === 0) return 'date';
      return seconds < (utcBefore[owner] as number) ? 'UTC' : 'local';
    };
  }

  /** The instant of a time as recorded: of a date, the start of the local day. */
  instantOf(recorded: string, basis: TimeBasis): number {
    return this.instantOfSeconds(dateTimeToSeconds(recorded), basis);
  }

  instantOfSeconds(seconds: number, basis: TimeBasis): number {
    return basis === 'UTC' ? seconds : seconds - this.#offsetAtLocal(seconds);
  }

  /** A time as recorded with its offset (RFC 3339): of a date, that of the start of the local day. */
  timestampOf(recorded: string, basis: TimeBasis): string {
    return basis === 'UTC'
      ? `${recorded}Z`
      : recorded + offsetInWords(this.#offsetAtLocal(dateTimeToSeconds(recorded)));
  }

  /** The local time of an instant, within the years 0 to 9999. */
  localOf(instant: number): number {
    return withinFourDigitYears(instant + this.#offsetAt(instant));
  }

  /** The local time of an instant with its offset (RFC 3339). */
  localTimestampOf(instant: number): string {
    return secondsToDateTime(this.localOf(instant)) + offsetInWords(this.#offsetAt(instant));
  }

  /** The last instant of the local day of an instant. */
  endOfDay(instant: number): number {
    const nextDay = (Math.floor(this.localOf(instant) / secondsPerDay) + 1) * secondsPerDay;
    return this.instantOfSeconds(nextDay, 'local') - millisecond;
  }

  /**
   * The text under which this rule records an instant. Reverses `instantOf`, except for the second of two equal local
   * times and, in a zone behind UTC, for local times before `utcBefore`.
   */
  recordedOf(instant: number, owner: string | null): string {
    const isInUtc = this.withoutDates.basisReader([owner])(instant, 0) === 'UTC';
    return secondsToDateTime(isInUtc ? instant : this.localOf(instant));
  }

  /** The least and the greatest difference between a time as recorded and its instant. */
  get differences(): readonly [least: number, greatest: number] {
    return [Math.min(0, ...this.#offsets), Math.max(0, ...this.#offsets)];
  }

  #offsetAt(instant: number): number {
    return this.#offsets[lastAtMost(this.#from, instant)] as number;
  }

  #offsetAtLocal(seconds: number): number {
    return this.#offsets[lastAtMost(this.#fromLocal, seconds)] as number;
  }
}

/** The last index whose number is at most `limit`; 0 if there is none. */
function lastAtMost(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function offsetInWords(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${seconds < 0 ? '-' : '+'}${hour ?? ''}:${minute ?? ''}`;
}
