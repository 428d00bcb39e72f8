import type { Histogram } from '../engine/engine.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import type { MonthRange } from '../vocabulary/dates.ts';

/** Maps months and counts to pixels from the top left of the chart. */
export interface ChartScale {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly span: MonthRange;
  readonly topCount: number;
}

/** The x coordinate of a position on the axis, in fractional months. */
export function monthToX({ left, right, span }: ChartScale, position: number): number {
  return left + ((position - span.start) / (span.end + 1 - span.start)) * (right - left);
}

/** The position on the axis at an x coordinate, in fractional months, clamped to the span. */
export function positionAt(scale: ChartScale, x: number): number {
  const { left, right, span } = scale;
  const fraction = right > left ? (x - left) / (right - left) : 0;
  return span.start + Math.max(0, Math.min(1, fraction)) * (span.end + 1 - span.start);
}

/** The y coordinate of a count. */
export function countToY({ top, bottom, topCount }: ChartScale, count: number): number {
  return bottom - (count / topCount) * (bottom - top);
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least the largest count. */
export function roundTop(largest: number): number {
  let power = 1;
  while (power * 10 < largest) power *= 10;
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= largest) ?? power * 10;
}

/** During movement, the top changes only if a bar exceeds it, or if all bars are lower than this share of it. */
const minFilledShare = 0.2;

/** The top of the axis for a new histogram: it fits when the view is settled, and is mostly stable while it moves. */
export function nextTop(before: number, largest: number, isSettled: boolean): number {
  const fitted = roundTop(largest);
  return isSettled || fitted > before || largest < before * minFilledShare ? fitted : before;
}

/** Two or three integer counts from 0 to the top, which must be a result of `roundTop`. */
export function countTicks(top: number): readonly number[] {
  return Number.isInteger(top / 2) ? [0, top / 2, top] : [0, top];
}

interface YearTick {
  /** The month in which the year begins. */
  readonly month: number;
  readonly year: number;
}

/** The number of years between labels that are at least `minPixels` apart. */
export function yearStep(pixelsPerYear: number, minPixels: number): number {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  return steps.find((years) => years * pixelsPerYear >= minPixels) ?? 1000;
}

/** The years that are multiples of the step and start between two months (end exclusive). */
export function yearTicks(firstMonth: number, endMonth: number, step: number): readonly YearTick[] {
  const ticks: YearTick[] = [];
  for (let year = Math.ceil(firstMonth / 12 / step) * step; year * 12 < endMonth; year += step) {
    ticks.push({ month: year * 12, year });
  }
  return ticks;
}

/** The gap between bars. */
const gapInPixels = 1;
const maxBarWidthInPixels = 48;
/** Months narrower than this, in pixels, have no gaps. */
const minMonthWidthForGaps = 4;
const minBarInPixels = 0.5;

const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;

/**
 * One SVG path per mark with all its bars, stacked in the order of `marks` from the bottom up. A bar above 0 is at
 * least half a pixel high. One path per mark, because the chart is redrawn in every frame of a movement.
 */
export function barPaths(histogram: Histogram, scale: ChartScale): Readonly<Record<Mark, string>> {
  const paths: Record<Mark, string> = { sighting: '', detection: '', handled: '', other: '' };
  const monthWidth = monthToX(scale, scale.span.start + 1) - monthToX(scale, scale.span.start);
  const gap = monthWidth >= minMonthWidthForGaps ? gapInPixels : 0;
  // With thousands of months, each is less than a pixel wide.
  const width = Math.max(rounded(Math.min(maxBarWidthInPixels, monthWidth - gap)), minBarInPixels);
  for (let month = histogram.firstMonth; month <= histogram.lastMonth; month += 1) {
    const x = rounded(monthToX(scale, month) + (monthWidth - width) / 2);
    let below = 0;
    for (const mark of marks) {
      const count = histogram.counts[mark][month - histogram.firstMonth] ?? 0;
      if (count === 0) continue;
      const bottom = rounded(countToY(scale, below));
      below += count;
      const height = rounded(bottom - countToY(scale, below));
      paths[mark] +=
        `M${x} ${bottom}v${-Math.max(height, minBarInPixels)}h${width}v${Math.max(height, minBarInPixels)}z`;
    }
  }
  return paths;
}
