import type { Mark } from '../vocabulary/kinds.ts';
import type { Histogram } from './questions.ts';

export interface YearCounts {
  readonly year: number;
  readonly byMark: Readonly<Record<Mark, number>>;
}

/** The months of a histogram added up by year: every year that it reaches into, the oldest first. */
export function yearCountsOf({ firstMonth, lastMonth, counts }: Histogram): readonly YearCounts[] {
  const years: YearCounts[] = [];
  for (let year = Math.floor(firstMonth / 12); year <= Math.floor(lastMonth / 12); year++) {
    const start = Math.max(0, year * 12 - firstMonth);
    const end = Math.max(0, (year + 1) * 12 - firstMonth);
    const of = (mark: Mark): number => counts[mark].subarray(start, end).reduce((sum, each) => sum + each, 0);
    const byMark = { sighting: of('sighting'), detection: of('detection'), handled: of('handled'), other: of('other') };
    years.push({ year, byMark });
  }
  return years;
}
