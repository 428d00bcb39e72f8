import {
  addDays,
  addMonths,
  daysBetween,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOfDay,
} from '../vocabulary/calendar.ts';

/** Whole months, both inclusive, counted since the start of the year 0. */
export interface MonthRange {
  readonly start: number;
  readonly end: number;
}

/** First and last day, `YYYY-MM-DD`; null where it is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** A range of days with both ends. */
export interface ClosedDayRange {
  readonly from: string;
  readonly to: string;
}

/** Days further from the data than this do not lengthen a step: an address may tell any. */
const mostMonthsBeyond = 1200;
/** How far a step goes from all of time: to the newest year. */
const monthsOfFirstStep = 12;

const dayOfMonth = (day: string): number => Number(day.slice(8, 10));
const earliest = (a: string, b: string): string => (a < b ? a : b);
const latest = (a: string, b: string): string => (a > b ? a : b);
const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The months that days reach into, within the span of the data. */
export function monthsOfDays({ from, to }: DayRange, span: MonthRange): MonthRange {
  return {
    start: from === null ? span.start : clamp(monthOfDay(from), span.start, span.end),
    end: to === null ? span.end : clamp(monthOfDay(to), span.start, span.end),
  };
}

/** From the first day of the first month to the last of the last; open where the data itself begins or ends. */
export function daysOfMonths({ start, end }: MonthRange, span: MonthRange): DayRange {
  return {
    from: start <= span.start ? null : firstDayOfMonth(start),
    to: end >= span.end ? null : lastDayOfMonth(end),
  };
}

/** The range with one end in another month, never beyond its other end or the span; the other end stays as it is. */
export function withEnd(days: DayRange, end: 'from' | 'to', month: number, span: MonthRange): DayRange {
  const months = monthsOfDays(days, span);
  const moved =
    end === 'from'
      ? { start: clamp(month, span.start, months.end), end: months.end }
      : { start: months.start, end: clamp(month, months.start, span.end) };
  return { ...days, [end]: daysOfMonths(moved, span)[end] };
}

/** As long as before, moved by months as far as the span allows. */
export function movedRange({ start, end }: MonthRange, months: number, span: MonthRange): MonthRange {
  const by = clamp(months, span.start - start, span.end - end);
  return { start: start + by, end: end + by };
}

/** Where a range begins and ends on an axis of months, in months and parts of them, within the span. */
export function extentOfDays({ from, to }: DayRange, span: MonthRange): MonthRange {
  /** Of the moment at which so many days of the day's month are over. */
  const positionOf = (day: string, daysOver: number): number => {
    const month = monthOfDay(day);
    return clamp(month + daysOver / dayOfMonth(lastDayOfMonth(month)), span.start, span.end + 1);
  };
  return {
    start: from === null ? span.start : positionOf(from, dayOfMonth(from) - 1),
    end: to === null ? span.end + 1 : positionOf(to, dayOfMonth(to)),
  };
}

/**
 * The range of the same length just before (-1) or just after (1); from all of time, the newest year. Null when no part
 * of it would lie in the span. Whole months stay whole months.
 */
export function steppedRange({ from, to }: DayRange, direction: -1 | 1, span: MonthRange): ClosedDayRange | null {
  const oldest = firstDayOfMonth(span.start);
  const newest = lastDayOfMonth(span.end);
  if (from === null && to === null) {
    return direction === 1 ? null : { from: firstDayOfMonth(span.end - monthsOfFirstStep + 1), to: newest };
  }
  const first = latest(from ?? oldest, addMonths(oldest, -mostMonthsBeyond));
  const last = earliest(to ?? newest, addMonths(newest, mostMonthsBeyond));
  if (first > last || (direction === -1 ? first <= oldest : last >= newest)) return null;
  const isWholeMonths = dayOfMonth(first) === 1 && last === lastDayOfMonth(monthOfDay(last));
  const months = direction * (monthOfDay(last) - monthOfDay(first) + 1);
  const days = direction * (daysBetween(first, last) + 1);
  const stepped = isWholeMonths
    ? { from: addMonths(first, months), to: lastDayOfMonth(monthOfDay(last) + months) }
    : { from: addDays(first, days), to: addDays(last, days) };
  return stepped.to < oldest || stepped.from > newest ? null : stepped;
}
