import { type Histogram, type YearCounts, yearCountsOf } from '../engine/engine.ts';
import { useData, useResult } from '../session/use-session.ts';
import { type Mark, marks } from '../vocabulary/kinds.ts';

export type CountByMark = Readonly<Record<Mark, number>>;

export function totalOf(byMark: CountByMark): number {
  return marks.reduce((total, mark) => total + byMark[mark], 0);
}

/** The counts of a month, 0 outside of the histogram. */
export function countsOfMonth({ counts, firstMonth }: Histogram, month: number): CountByMark {
  return byEachMark((mark) => counts[mark][month - firstMonth] ?? 0);
}

/** The counts of all months together. */
export function countsOfAll({ counts }: Histogram): CountByMark {
  return byEachMark((mark) => counts[mark].reduce((total, count) => total + count, 0));
}

/** The (first) month with the most records, and the number of records; null without records. */
export function largestMonth(histogram: Histogram): { readonly month: number; readonly count: number } | null {
  let largest = { month: histogram.firstMonth, count: 0 };
  for (let month = histogram.firstMonth; month <= histogram.lastMonth; month += 1) {
    const count = totalOf(countsOfMonth(histogram, month));
    if (count > largest.count) largest = { month, count };
  }
  return largest.count > 0 ? largest : null;
}

/** The counts of every year of the histogram, the newest first. */
export function countsByYear(histogram: Histogram): readonly YearCounts[] {
  return yearCountsOf(histogram).toReversed();
}

function byEachMark(count: (mark: Mark) => number): CountByMark {
  return {
    sighting: count('sighting'),
    detection: count('detection'),
    handled: count('handled'),
    other: count('other'),
  };
}

/** Records by month in the current area, or in all data until that is known; undefined before the data is loaded. */
export function useHistogram(): Histogram | undefined {
  const data = useData();
  const answered = useResult(({ histogram }) => histogram);
  return answered ?? data?.histogram;
}
