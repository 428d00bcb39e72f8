import {
  type DayRange,
  daysToMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOfDay,
  type MonthRange,
} from '../vocabulary/dates.ts';

/*
 * Playing moves a window of some months through a period. The window is the date filter, so that the map, the list and all
 * counts show it, and a link contains it.
 */

/** The period that playing moves through: what the date filter selects within the data. */
export function periodOf({ from, to }: DayRange, { start, end }: MonthRange): MonthRange {
  const [first, last] = [from === null ? start : monthOfDay(from), to === null ? end : monthOfDay(to)];
  // A filter outside the data selects nothing to play.
  return first > end || last < start ? { start, end } : { start: Math.max(first, start), end: Math.min(last, end) };
}

const longestInSingleMonths = 36;

/** The number of months of the first window: three in a long period, so that playing it takes less than a minute. */
export const usualLength = ({ start, end }: MonthRange): number => (end - start < longestInSingleMonths ? 1 : 3);

/** The date filter of the window of this length that starts in a month, or as near to it as the period allows. */
export function windowFrom(month: number, length: number, { start, end }: MonthRange): DayRange {
  const first = Math.max(start, Math.min(month, end - length + 1));
  return { from: firstDayOfMonth(first), to: lastDayOfMonth(Math.min(end, first + length - 1)) };
}

/** The window moved by a month, or null at the end of the period. */
export function steppedWindow(window: DayRange, direction: -1 | 1, period: MonthRange): DayRange | null {
  const { start, end } = daysToMonths(window, period);
  if (direction === 1 ? end >= period.end : start <= period.start) return null;
  return windowFrom(start + direction, end - start + 1, period);
}
