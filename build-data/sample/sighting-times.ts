import type { SeededRandom } from './seeded-random.ts';

export const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

/**
 * For each year, the share of detections in its records, of which the others were reported by people, and relative
 * numbers of records in each calendar month, from January: most in the southern spring and summer.
 */
const years = [
  { year: 2014, detections: 0.705, records: [0, 0, 0, 0, 0, 0, 0, 0, 0, 133, 111, 367] },
  { year: 2015, detections: 0.771, records: [198, 59, 77, 134, 24, 43, 69, 58, 384, 961, 384, 471] },
  { year: 2016, detections: 0.748, records: [355, 257, 562, 147, 64, 105, 99, 66, 206, 544, 512, 429] },
  { year: 2017, detections: 0.678, records: [545, 335, 334, 228, 110, 87, 120, 178, 192, 295, 374, 372] },
  { year: 2018, detections: 0.574, records: [280, 135, 197, 203, 99, 46, 32, 34, 156, 392, 365, 597] },
  { year: 2019, detections: 0.335, records: [361, 122, 88, 106, 67, 61, 49, 81, 70, 145, 193, 351] },
  { year: 2020, detections: 0.346, records: [252, 141, 141, 134, 43, 63, 170, 57, 80, 214, 233, 500] },
  { year: 2021, detections: 0.184, records: [426, 114, 137, 199, 78, 77, 52, 0, 0, 0, 0, 0] },
] as const;

/** The start of the series, and the end of its older part, whose reports were imported later in bulk. */
export const seriesStart = Date.UTC(2014, 9, 13);
export const olderPartEnd = Date.UTC(2017, 5, 12);
export const seriesEnd = Date.UTC(2021, 6, 31);

/** From this time on, people's reports are in Western Australian time; before that, in UTC. */
const localTimeStart = Date.UTC(2019, 6, 9);
const localTimeAheadInHours = 8;

/** The share of detections in the records of the year of a time within the series, 0 to 1. */
export function detectionShareAt(time: number): number {
  const found = years.find(({ year }) => year === new Date(time).getUTCFullYear());
  if (found === undefined) throw new Error('The time is not in the series.');
  return found.detections;
}

/**
 * Returns the midnight, in milliseconds since 1970, of the day by which a share (0 to 1) of the records of a span has
 * occurred.
 */
type DayAt = (part: number) => number;

/** The share of the records of a year that counts towards the weight of its months, given its share of detections. */
type CountedShare = (detections: number) => number;

/** Prepares the choice of days in a span, from a midnight to the midnight after its last day. */
export function daysOfSpan(from: number, to: number, countedShare: CountedShare): DayAt {
  const months: { readonly start: number; readonly days: number; readonly before: number; readonly weight: number }[] =
    [];
  let total = 0;
  for (const { year, detections, records } of years) {
    for (const [monthIndex, count] of records.entries()) {
      const monthStart = Date.UTC(year, monthIndex, 1);
      const monthEnd = Date.UTC(year, monthIndex + 1, 1);
      const start = Math.max(from, monthStart);
      const days = (Math.min(to, monthEnd) - start) / millisecondsPerDay;
      if (days <= 0) continue;
      const weight = (count * countedShare(detections) * days * millisecondsPerDay) / (monthEnd - monthStart);
      if (weight <= 0) continue;
      months.push({ start, days, before: total, weight });
      total += weight;
    }
  }

  return (part) => {
    const wanted = Math.min(Math.max(part, 0), 1) * total;
    const month = months.findLast(({ before }) => before <= wanted);
    if (month === undefined) throw new Error('The span contains no month of the series.');
    const dayIndex = Math.min(Math.floor(((wanted - month.before) / month.weight) * month.days), month.days - 1);
    return month.start + dayIndex * millisecondsPerDay;
  };
}

/** A random time on a day for a detection, at any hour. In whole minutes unless seconds are requested. */
export function timeOfDetection(day: number, withSeconds: boolean, random: SeededRandom): number {
  const seconds = random.integer(0, 86_399);
  return day + (withSeconds ? seconds : seconds - (seconds % 60)) * 1000;
}

/**
 * A random time on a day for a person's report: in daylight, mostly before noon and in mid-afternoon. In whole minutes
 * unless seconds are requested.
 */
export function timeOfReport(day: number, withSeconds: boolean, isInUtc: boolean, random: SeededRandom): number {
  const peakInHours = random.chance(0.65) ? 10 : 14.7;
  const localHours = Math.min(Math.max(random.normal(peakInHours, 1.7), 5), 19.5);
  const localSeconds = Math.floor(localHours * 3600);
  const seconds = withSeconds ? localSeconds : localSeconds - (localSeconds % 60);
  const aheadInHours = isInUtc || day < localTimeStart ? localTimeAheadInHours : 0;
  return Math.max(day + seconds * 1000 - aheadInHours * millisecondsPerHour, seriesStart);
}

/** A time as the API writes it, to the second and without a time zone. */
export function dateTimeText(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}
