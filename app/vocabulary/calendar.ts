/*
 * Days are text, `YYYY-MM-DD`, of years 0 to 9999; months are numbers, counted since the start of the year 0. Neither
 * knows a zone: what was recorded on a day stays on it.
 */

const millisecondsInDay = 86_400_000;
const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** The month of a day, or of a date and time that starts with one. */
export function monthOfDay(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

export function firstDayOfMonth(month: number): string {
  return `${pad(Math.floor(month / 12), 4)}-${pad((((month % 12) + 12) % 12) + 1, 2)}-01`;
}

export function lastDayOfMonth(month: number): string {
  // Day 0 of the next month; within the year itself, so that the year 9999 has a December.
  return dayAt(new Date(0).setUTCFullYear(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 0));
}

export function addDays(day: string, days: number): string {
  return dayAt(timeOf(day) + days * millisecondsInDay);
}

/** The same day of another month, or that month's last when it has no such day: a year before 29 February is the 28th. */
export function addMonths(day: string, months: number): string {
  const month = monthOfDay(day) + months;
  const last = lastDayOfMonth(month);
  const same = `${last.slice(0, 8)}${day.slice(8, 10)}`;
  return same < last ? same : last;
}

/** Days from the first to the second; negative when the second is the earlier. */
export function daysBetween(first: string, second: string): number {
  return Math.round((timeOf(second) - timeOf(first)) / millisecondsInDay);
}

function timeOf(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
