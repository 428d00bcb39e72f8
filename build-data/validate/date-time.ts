import type { FindingCode } from './finding-kinds.ts';

/** Earlier years are placeholders such as 0001-01-01, not events. */
export const earliestYear = 1800;

const plainDateTime = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;
const dateTimeWithOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
const daysInMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What is wrong with a date and time that should read `YYYY-MM-DDThh:mm:ss`; undefined if nothing is. */
export function dateTimeFault(text: string): FindingCode | undefined {
  const parts = plainDateTime.exec(text);
  if (parts === null) return dateTimeWithOffset.test(text) ? 'dateTimeWithOffset' : 'malformedDateTime';
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  const possible =
    year >= earliestYear && day >= 1 && day <= daysInMonth(year, month) && hour <= 23 && minute <= 59 && second <= 59;
  return possible ? undefined : 'impossibleDateTime';
}

function daysInMonth(year: number, month: number): number {
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return (daysInMonths[month - 1] ?? 0) + leapDay;
}
