import { type Histogram, type YearCounts, yearCountsOf } from '../engine/engine.ts';
import { marks } from '../vocabulary/kinds.ts';
import { countOf } from '../vocabulary/numbers.ts';

export interface YearCount extends YearCounts {
  readonly count: number;
}

/** The months of a histogram added up by year, from the first year with a record to the last. */
export function countByYear(histogram: Histogram): readonly YearCount[] {
  const years = yearCountsOf(histogram).map(({ year, byMark }) => ({
    year,
    byMark,
    count: marks.reduce((sum, mark) => sum + byMark[mark], 0),
  }));
  const first = years.findIndex(({ count }) => count > 0);
  const last = years.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : years.slice(first, last + 1);
}

/** "2014: 12 records, 2015: 1 record", for those who do not see the chart. */
export function yearsInWords(years: readonly YearCount[]): string {
  return years.map(({ year, count }) => `${year}: ${countOf(count, 'record')}`).join(', ');
}
