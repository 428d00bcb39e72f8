import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number): string => String(value).padStart(2, '0');

/** "31 Jul 2021, 00:13" from a date and time as recorded. No time zone is known, so none is converted. */
export function formatAsRecorded(dateTime: string): string {
  const [, year = '', month = '', day = '', time = ''] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(dateTime) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}, ${time}`;
}

/** "31 Jul 2021" from a date, `YYYY-MM-DD`, or from the start of a date and time as it was recorded. */
export function formatDate(date: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** "Jul 2021" from months since the start of the year 0. */
export function formatMonth(month: number): string {
  return `${months[((month % 12) + 12) % 12] ?? ''} ${Math.floor(month / 12)}`;
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** "July 2021", for screen readers, from months since the start of the year 0. */
export function monthInWords(month: number): string {
  return `${monthNames[((month % 12) + 12) % 12] ?? ''} ${Math.floor(month / 12)}`;
}

/** "31 Jul 2021, 00:13" in the time zone of the browser. */
export function formatLocal(date: Date): string {
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}, ${time}`;
}

const ages = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const;

/** "3 hours ago", in the largest unit of which there is one; "less than a minute ago". */
export function formatAge(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  const found = ages.find(({ milliseconds }) => age >= milliseconds);
  if (!found) return 'less than a minute ago';
  const count = Math.floor(age / found.milliseconds);
  return `${count} ${found.unit}${count === 1 ? '' : 's'} ago`;
}

/** "1 Jan 2020 to 31 Jul 2021", "from 1 Jan 2020", "until 31 Jul 2021"; '' for all of time. Both days are inclusive. */
export function formatPeriod(from: string | null, to: string | null): string {
  return between(from && formatDate(from), to && formatDate(to));
}

/** As short as possible: "2020", "2019 to 2020", "Jan 2020 to Jul 2021", with days only if months are not exact. */
export function formatPeriodShort(from: string | null, to: string | null): string {
  const startsMonth = from === null || from === firstDayOfMonth(monthOfDay(from));
  const endsMonth = to === null || to === lastDayOfMonth(monthOfDay(to));
  if (!startsMonth || !endsMonth) return formatPeriod(from, to);
  const startsYear = from === null || monthOfDay(from) % 12 === 0;
  const endsYear = to === null || monthOfDay(to) % 12 === 11;
  const short = (day: string): string =>
    startsYear && endsYear ? String(Number(day.slice(0, 4))) : formatMonth(monthOfDay(day));
  return between(from && short(from), to && short(to));
}

function between(from: string | null, to: string | null): string {
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `from ${from}` : to ? `until ${to}` : '';
}
