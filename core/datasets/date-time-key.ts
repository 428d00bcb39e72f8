/**
 * A date and time without an offset, `YYYY-MM-DDThh:mm:ss`, as seconds since 1970 if it were in UTC: four digits of
 * year and fixed widths, so the order of the numbers is that of the texts, whatever the zone.
 */
export function secondsOfDateTime(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

/** The way back, for the years 0 to 9999: the text that the seconds were read from. */
export function dateTimeOfSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
