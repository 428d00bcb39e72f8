/**
 * A date and time without an offset, `YYYY-MM-DDThh:mm:ss`, as seconds since 1970 if it were in UTC: four digits of
 * year and fixed widths, so the order of the numbers is that of the texts, whatever the zone.
 */
export function secondsOfDateTime(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

const secondsPerDay = 86_400;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The dates of the days asked for last: records of one place are spread over some thousands. */
const dates = new Map<number, string>();
const mostDates = 20_000;

/** The way back, for whole seconds of the years 0 to 9999: the text that they were read from. */
export function dateTimeOfSeconds(seconds: number): string {
  const day = Math.floor(seconds / secondsPerDay);
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size >= mostDates) dates.clear();
    dates.set(day, (date = new Date(day * secondsPerDay * 1000).toISOString().slice(0, 11)));
  }
  const rest = seconds - day * secondsPerDay;
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  return `${date}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[rest % 60]}`;
}
