/*
 * Days are text, `YYYY-MM-DD`, of years 0 to 9999; months are numbers, counted since the start of the year 0. Neither has
 * a time zone.
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

/** The same day of another month, or that month's last if it has no such day: a year before 29 February is the 28th. */
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

/** A range of days to choose; both ends are null for all of time. */
export interface DatePreset {
  readonly name: string;
  /** A part of the name, for a button after the word "Last" where space is limited. */
  readonly shortName: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Ranges that end with the newest record: the data is historical, and often ends before the current month. `newest` is a
 * day, or the date and time of the newest record.
 */
export function datePresets(newest: string): readonly DatePreset[] {
  const to = newest.slice(0, 10);
  return [
    { name: 'Last 30 days of the data', shortName: '30 days', from: addDays(to, -29), to },
    { name: 'Last 12 months of the data', shortName: '12 months', from: addDays(addMonths(to, -12), 1), to },
    { name: 'Last 5 years of the data', shortName: '5 years', from: addDays(addMonths(to, -60), 1), to },
    { name: 'All', shortName: 'All', from: null, to: null },
  ];
}
