import { DateTime, Duration } from 'luxon';

import { secondsPerDay } from '../../core/datasets/recorded-time.ts';
import { offsetAt, zoneOf } from '../site/time-offsets.ts';
import { iso8601 } from './mapping.ts';

/** A date and time of a file: an instant, or a time without a zone. */
export type FoundTime =
  | {
      readonly kind: 'instant' | 'recorded';
      /** Since 1970-01-01T00:00:00, in UTC or as recorded. */
      readonly seconds: number;
      /** What was decided when it was read. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Returns a function that reads texts of a format. `zone` is that of texts without an offset of their own; without a
 * zone, they are times as recorded.
 */
export function createTimeReader(format: string, zone: string | undefined): (text: string) => FoundTime {
  const instantsOf = zone === undefined ? undefined : createClock(zone);
  const hasTime = /[HhTtFf]/.test(format.replace(/'[^']*'/g, ''));
  const options = { locale: 'en', zone: 'utc' };
  const parser = format === iso8601 ? undefined : DateTime.buildFormatParser(format, options);
  return (text) => {
    const isInterval = !parser && text.includes('/');
    const start = isInterval ? text.slice(0, text.indexOf('/')) : text;
    if (isInterval && !isEndOfInterval(text.slice(start.length + 1), start))
      return { kind: 'unreadable', reason: 'is not a complete interval of the format ISO 8601' };
    const time = parser ? DateTime.fromFormatParser(start, parser, options) : DateTime.fromISO(start, options);
    // ISO 8601 also has weeks, days of the year, and dates without a day.
    if (!time.isValid || (!parser && !/^\d{4}-\d\d-\d\d(?:$|t)/i.test(start))) {
      return { kind: 'unreadable', reason: `is not a complete date of the format ${format}` };
    }
    // Records have whole seconds.
    const seconds = Math.floor(time.toSeconds());
    const notes = isInterval ? ['start of an interval'] : [];
    if (seconds !== time.toSeconds()) notes.push('fraction of a second removed');
    const hasOffset = !parser && /t.*(?:z|[+-]\d\d(?::?\d\d)?)$/i.test(start);
    if (hasOffset) return { kind: 'instant', seconds, notes };
    // A date is the same day in every zone.
    if (!instantsOf || !(parser ? hasTime : /t/i.test(start))) return { kind: 'recorded', seconds, notes };
    const [first, second] = instantsOf(seconds);
    if (first === undefined) return { kind: 'unreadable', reason: `is a time that clocks in ${String(zone)} skip` };
    if (second !== undefined) notes.push('the first of two times when clocks are set back');
    return { kind: 'instant', seconds: first, notes };
  };
}

/** Whether a text ends an interval of ISO 8601: a duration, or a time that may omit what is the same as in its start. */
function isEndOfInterval(end: string, start: string): boolean {
  if (!/^(?:P|\d\d)/.test(end)) return false;
  const omitted = start.slice(0, Math.max(0, start.length - end.length));
  return DateTime.fromISO(end).isValid || DateTime.fromISO(omitted + end).isValid || Duration.fromISO(end).isValid;
}

/** Returns a function that finds the instants at which a clock shows a time, in ascending order: usually one. */
function createClock(name: string): (recorded: number) => readonly number[] {
  const zone = zoneOf(name);
  const offsets = new Map<number, number>();
  const offsetOnDay = (day: number): number => {
    const offset = offsets.get(day) ?? offsetAt(zone, day * secondsPerDay);
    offsets.set(day, offset);
    return offset;
  };
  return (recorded) => {
    const day = Math.floor(recorded / secondsPerDay);
    // Zones are at most 16 hours from UTC, and are not changed twice within three days.
    const candidates = [...new Set([offsetOnDay(day - 1), offsetOnDay(day + 2)])].map((offset) => recorded - offset);
    if (candidates.length === 1) return candidates;
    return candidates.filter((instant) => instant + offsetAt(zone, instant) === recorded).sort((a, b) => a - b);
  };
}
