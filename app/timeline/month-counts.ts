import { type Histogram, type YearCounts, yearCountsOf } from '../engine/engine.ts';
import { type Mark, marks } from '../vocabulary/kinds.ts';

export type CountByMark = Readonly<Record<Mark, number>>;

export function totalOf(byMark: CountByMark): number {
  return marks.reduce((total, mark) => total + byMark[mark], 0);
}

/** The counts of a month, 0 outside of the histogram. */
export function countsOfMonth({ counts, firstMonth }: Histogram, month: number): CountByMark {
  return byEachMark((mark) => counts[mark][month - firstMonth] ?? 0);
}

/** Of all months together. */
export function countsOfAll({ counts }: Histogram): CountByMark {
  return byEachMark((mark) => counts[mark].reduce((total, count) => total + count, 0));
}

/** The month with the most records, the earliest of equals, and how many; null when there is no record. */
export function largestMonth(histogram: Histogram): { readonly month: number; readonly count: number } | null {
  let largest = { month: histogram.firstMonth, count: 0 };
  for (let month = histogram.firstMonth; month <= histogram.lastMonth; month += 1) {
    const count = totalOf(countsOfMonth(histogram, month));
    if (count > largest.count) largest = { month, count };
  }
  return largest.count > 0 ? largest : null;
}

/** Every year that the histogram reaches into, the newest first. */
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
