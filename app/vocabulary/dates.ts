/*
 * Days are strings, `YYYY-MM-DD`, in the years 0 to 9999. Months are numbers, counted from the start of the year 0.
 * Neither has a time zone.
 */

const millisecondsInDay = 86_400_000;
/** The months of the year, January first. */
export const monthNames = [
  ...(['January', 'February', 'March', 'April', 'May', 'June', 'July'] as const),
  ...(['August', 'September', 'October', 'November', 'December'] as const),
];

/** Whole months, both inclusive, counted since the start of the year 0. */
export interface MonthRange {
  readonly start: number;
  readonly end: number;
}

/** First and last day, `YYYY-MM-DD`; null for an open end. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The name of a month that is counted from the start of any year. */
const nameOfMonth = (month: number): string => monthNames.at(month % 12) as string;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** The month of a day, or of a date and time that starts with one. */
export function monthOfDay(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

export function firstDayOfMonth(month: number): string {
  return `${pad(Math.floor(month / 12), 4)}-${pad((((month % 12) + 12) % 12) + 1, 2)}-01`;
}

export function lastDayOfMonth(month: number): string {
  // Day 0 of the next month. For December, this is month 12 of the same year, so that no year is above 9999.
  return timeToDay(new Date(0).setUTCFullYear(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 0));
}

export function addDays(day: string, days: number): string {
  return timeToDay(dayToTime(day) + days * millisecondsInDay);
}

/** The same day in another month, or the last day of a shorter month: a year before 29 February is 28 February. */
export function addMonths(day: string, months: number): string {
  const month = monthOfDay(day) + months;
  const last = lastDayOfMonth(month);
  const same = `${last.slice(0, 8)}${day.slice(8, 10)}`;
  return same < last ? same : last;
}

/** The number of days from the first day to the second; negative if the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return Math.round((dayToTime(second) - dayToTime(first)) / millisecondsInDay);
}

function dayToTime(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
}

function timeToDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A range of days that the user can choose. Both ends are null for all dates. */
interface DatePreset {
  readonly name: string;
  /** A part of the name, for a small button in a group that is labelled "Last". */
  readonly shortName: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Ranges that end with the newest record: the data is historical, and often ends before the current month. `newest` is
 * a day, or the date and time of the newest record.
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

/** "31 Jul 2021, 00:13" from a date and time, without a conversion to another time zone. */
function formatDateTime(dateTime: string): string {
  return `${formatDate(dateTime)}, ${dateTime.slice(11, 16)}`;
}

/** The zone in which a time was recorded, or `date` if only the date was recorded. */
export type RecordedBasis = 'UTC' | 'local' | 'date';

/** After a time that was converted from UTC: eight hours were added. */
export const convertedMark = '⁺⁸';

/**
 * "31 Jul 2021, 00:13 WA time" from a date and time in Western Australia, with a mark if it was recorded in UTC: "31 Jul
 * 2021, 00:13 WA time⁺⁸". "31 Jul 2021" if only the date was recorded.
 */
export function formatLocalTime(dateTime: string, basis: RecordedBasis): string {
  return basis === 'date' ? formatDate(dateTime) : `${formatDateTime(dateTime)} ${zoneInWords(basis)}`;
}

/** "31 Jul 2021, 06:00 to 07:02 WA time", or with both dates if the days differ. */
export function formatLocalPeriod(first: string, last: string, basis: RecordedBasis): string {
  if (basis === 'date') return joinRange(formatDate(first), formatDate(last));
  const isSameDay = first.slice(0, 10) === last.slice(0, 10);
  const end = isSameDay ? last.slice(11, 16) : formatDateTime(last);
  return `${formatDateTime(first)} to ${end} ${zoneInWords(basis)}`;
}

const zoneInWords = (basis: 'UTC' | 'local'): string => `WA time${basis === 'UTC' ? convertedMark : ''}`;

/** "31 Jul 2021" from a date, `YYYY-MM-DD`, or from a date and time as recorded. */
export function formatDate(date: string): string {
  return `${Number(date.slice(8, 10))} ${nameOfMonth(monthOfDay(date)).slice(0, 3)} ${date.slice(0, 4)}`;
}

/** "Jul 2021" from months since the start of the year 0. */
export function formatMonth(month: number): string {
  return `${nameOfMonth(month).slice(0, 3)} ${Math.floor(month / 12)}`;
}

/** "20 April 2021" from a date, or from a date and time as recorded: for sentences that are read aloud. */
export function dateInWords(date: string): string {
  return `${Number(date.slice(8, 10))} ${nameOfMonth(monthOfDay(date))} ${date.slice(0, 4)}`;
}

/** "July 2021", for screen readers, from months since the start of the year 0. */
export function monthInWords(month: number): string {
  return `${nameOfMonth(month)} ${Math.floor(month / 12)}`;
}

/** The months that a range of days touches, within the span of the data. */
export function daysToMonths({ from, to }: DayRange, span: MonthRange): MonthRange {
  const within = (month: number): number => Math.max(span.start, Math.min(span.end, month));
  return {
    start: from === null ? span.start : within(monthOfDay(from)),
    end: to === null ? span.end : within(monthOfDay(to)),
  };
}

/**
 * The range from the first day of the first month to the last day of the last month. An end that reaches the start or
 * the end of the data is open.
 */
export function monthsToDays({ start, end }: MonthRange, span: MonthRange): DayRange {
  return {
    from: start <= span.start ? null : firstDayOfMonth(start),
    to: end >= span.end ? null : lastDayOfMonth(end),
  };
}

const ages = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const;

/** "3 hours ago", in the largest unit that fits; "less than a minute ago". */
export function formatAge(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  const found = ages.find(({ milliseconds }) => age >= milliseconds);
  if (!found) return 'less than a minute ago';
  const count = Math.floor(age / found.milliseconds);
  return `${count} ${found.unit}${count === 1 ? '' : 's'} ago`;
}

/** "1 Jan 2020 to 31 Jul 2021", "from 1 Jan 2020", "until 31 Jul 2021"; '' for all dates. Both days are inclusive. */
export function formatPeriod(from: string | null, to: string | null): string {
  return joinRange(from && formatDate(from), to && formatDate(to));
}

/**
 * "December to February", "January, March" or "April": months of the year, 1 for January, ascending. Neighbours, also across
 * the turn of the year, are joined. '' for all months.
 */
export function monthsInWords(months: readonly number[]): string {
  if (months.length === 0 || months.length === 12) return '';
  const isChosen = (month: number): boolean => months.includes(((month + 11) % 12) + 1);
  const name = (month: number): string => nameOfMonth(month + 11);
  return months
    .filter((month) => !isChosen(month - 1))
    .map((first) => {
      let last = first;
      while (isChosen(last + 1)) last++;
      return first === last ? name(first) : `${name(first)} to ${name(last)}`;
    })
    .join(', ');
}

/** "December to February, Jan 2020 to Jul 2021": the date filter in a short text; '' without one. */
export function datesInWords({ from, to, months }: DayRange & { readonly months: readonly number[] }): string {
  return [monthsInWords(months), formatPeriodShort(from, to)].filter((text) => text !== '').join(', ');
}

/** As short as possible: "2020", "2019 to 2020", "Jan 2020 to Jul 2021", or with days for incomplete months. */
export function formatPeriodShort(from: string | null, to: string | null): string {
  const startsMonth = from === null || from === firstDayOfMonth(monthOfDay(from));
  const endsMonth = to === null || to === lastDayOfMonth(monthOfDay(to));
  if (!startsMonth || !endsMonth) return formatPeriod(from, to);
  const startsYear = from === null || monthOfDay(from) % 12 === 0;
  const endsYear = to === null || monthOfDay(to) % 12 === 11;
  const short = (day: string): string =>
    startsYear && endsYear ? String(Number(day.slice(0, 4))) : formatMonth(monthOfDay(day));
  return joinRange(from && short(from), to && short(to));
}

function joinRange(from: string | null, to: string | null): string {
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `from ${from}` : to ? `until ${to}` : '';
}
