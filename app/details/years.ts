import type { Histogram } from '../engine/questions.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { marks, type Mark } from '../vocabulary/kinds.ts';

export interface YearCount {
  readonly year: number;
  readonly count: number;
  readonly byMark: Readonly<Record<Mark, number>>;
}

/** The months of a histogram added up by year, from the first year with a record to the last. */
export function countByYear({ firstMonth, lastMonth, counts }: Histogram): readonly YearCount[] {
  const years: YearCount[] = [];
  for (let year = Math.floor(firstMonth / 12); year <= Math.floor(lastMonth / 12); year++) {
    const start = Math.max(0, year * 12 - firstMonth);
    const end = year * 12 + 12 - firstMonth;
    const of = (mark: Mark): number =>
      counts[mark].subarray(start, Math.max(0, end)).reduce((sum, each) => sum + each, 0);
    const byMark = { sighting: of('sighting'), detection: of('detection'), handled: of('handled'), other: of('other') };
    years.push({ year, byMark, count: marks.reduce((sum, mark) => sum + byMark[mark], 0) });
  }
  const first = years.findIndex(({ count }) => count > 0);
  const last = years.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : years.slice(first, last + 1);
}

/** "2014: 12 records, 2015: 1 record", for those who do not see the chart. */
export function yearsInWords(years: readonly YearCount[]): string {
  return years.map(({ year, count }) => `${year}: ${countOf(count, 'record')}`).join(', ');
}
