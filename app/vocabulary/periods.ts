import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';
import { formatDate, formatMonth } from './dates.ts';

/** "1 Jan 2020 to 31 Jul 2021", "from 1 Jan 2020", "until 31 Jul 2021"; '' for all of time. Both days count. */
export function formatPeriod(from: string | null, to: string | null): string {
  return between(from && formatDate(from), to && formatDate(to));
}

/** As short as it can be said: "2020", "2019 to 2020", "Jan 2020 to Jul 2021", and days only where months do not do. */
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
