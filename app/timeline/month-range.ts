import { type CountByMark, type Histogram, type YearCounts, yearCountsOf } from '../engine/engine.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  daysToMonths,
  firstDayOfMonth,
  type DayRange,
  lastDayOfMonth,
  monthOfDay,
  type MonthRange,
  monthsToDays,
} from '../vocabulary/dates.ts';
import { marks } from '../../core/datasets/kinds.ts';
import { byEachMark } from '../vocabulary/kinds.ts';

/** A part of the axis, in fractional months. The end is exclusive. */
interface AxisExtent {
  readonly start: number;
  readonly end: number;
}

/** A range of days with both ends. */
interface ClosedDayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Limits the length of a step: a range is truncated this many months before and after the data, because an address may
 * contain any dates.
 */
const maxMonthsOutside = 1200;
/** The length of the range that a step back from all dates selects. */
const firstStepInMonths = 12;

const dayOfMonth = (day: string): number => Number(day.slice(8, 10));
const earliest = (a: string, b: string): string => (a < b ? a : b);
const latest = (a: string, b: string): string => (a > b ? a : b);
const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** The range with one end moved to another month, limited by the other end and the span. */
export function withEnd(days: DayRange, end: 'from' | 'to', month: number, span: MonthRange): DayRange {
  const months = daysToMonths(days, span);
  const moved =
    end === 'from'
      ? { start: clamp(month, span.start, months.end), end: months.end }
      : { start: months.start, end: clamp(month, months.start, span.end) };
  return { ...days, [end]: monthsToDays(moved, span)[end] };
}

/** The range moved by a number of months, as far as the span allows. Its length does not change. */
export function movedRange({ start, end }: MonthRange, months: number, span: MonthRange): MonthRange {
  const by = clamp(months, span.start - start, span.end - end);
  return { start: start + by, end: end + by };
}

/** Where a range starts and ends on the axis, within the span. */
export function axisExtent({ from, to }: DayRange, span: MonthRange): AxisExtent {
  /** The position in the month of `day` after `daysPassed` days of that month. */
  const positionOf = (day: string, daysPassed: number): number => {
    const month = monthOfDay(day);
    return clamp(month + daysPassed / dayOfMonth(lastDayOfMonth(month)), span.start, span.end + 1);
  };
  return {
    start: from === null ? span.start : positionOf(from, dayOfMonth(from) - 1),
    end: to === null ? span.end + 1 : positionOf(to, dayOfMonth(to)),
  };
}

/**
 * The range of the same length just before (-1) or just after (1) a range. A step from whole months leads to whole
 * months, and a step back from all dates to the last 12 months of the data. Null if the new range would not overlap the
 * span.
 */
export function steppedRange({ from, to }: DayRange, direction: -1 | 1, span: MonthRange): ClosedDayRange | null {
  const oldest = firstDayOfMonth(span.start);
  const newest = lastDayOfMonth(span.end);
  if (from === null && to === null) {
    return direction === 1 ? null : { from: firstDayOfMonth(span.end - firstStepInMonths + 1), to: newest };
  }
  const first = latest(from ?? oldest, addMonths(oldest, -maxMonthsOutside));
  const last = earliest(to ?? newest, addMonths(newest, maxMonthsOutside));
  if (first > last || (direction === -1 ? first <= oldest : last >= newest)) return null;
  const isWholeMonths = dayOfMonth(first) === 1 && last === lastDayOfMonth(monthOfDay(last));
  const months = direction * (monthOfDay(last) - monthOfDay(first) + 1);
  const days = direction * (daysBetween(first, last) + 1);
  const stepped = isWholeMonths
    ? { from: addMonths(first, months), to: lastDayOfMonth(monthOfDay(last) + months) }
    : { from: addDays(first, days), to: addDays(last, days) };
  return stepped.to < oldest || stepped.from > newest ? null : stepped;
}

export function sumCounts(byMark: CountByMark): number {
  return marks.reduce((total, mark) => total + byMark[mark], 0);
}

/** The counts of a month; 0 outside the histogram. */
export function countsOfMonth({ counts, firstMonth }: Histogram, month: number): CountByMark {
  return byEachMark((mark) => counts[mark][month - firstMonth] ?? 0);
}

/** The counts of all months together. */
export function countsOfAll({ counts }: Histogram): CountByMark {
  return byEachMark((mark) => counts[mark].reduce((total, count) => total + count, 0));
}

/** The (first) month with the most records, and its number of records; null if there are no records. */
export function largestMonth(histogram: Histogram): { readonly month: number; readonly count: number } | null {
  let largest = { month: histogram.firstMonth, count: 0 };
  for (let month = histogram.firstMonth; month <= histogram.lastMonth; month += 1) {
    const count = sumCounts(countsOfMonth(histogram, month));
    if (count > largest.count) largest = { month, count };
  }
  return largest.count > 0 ? largest : null;
}

/** The first and the last month with anything; null if there is nothing. */
export function occupiedMonths({ counts, firstMonth }: Histogram): MonthRange | null {
  const starts = marks.map((mark) => counts[mark].findIndex((count) => count > 0)).filter((index) => index >= 0);
  const ends = marks.map((mark) => counts[mark].findLastIndex((count) => count > 0));
  return starts.length === 0 ? null : { start: firstMonth + Math.min(...starts), end: firstMonth + Math.max(...ends) };
}

/** The counts of every year of the histogram, the newest first. */
export function countsByYear(histogram: Histogram): readonly YearCounts[] {
  return yearCountsOf(histogram).toReversed();
}
