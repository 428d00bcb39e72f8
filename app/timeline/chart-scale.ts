import type { MonthRange } from './month-range.ts';

/** Where months and counts stand in the chart, in pixels from its top left. */
export interface ChartScale {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly span: MonthRange;
  readonly topCount: number;
}

/** Of the start of a month, or of a part of it: `position` in months. */
export function xOf({ left, right, span }: ChartScale, position: number): number {
  return left + ((position - span.start) / (span.end + 1 - span.start)) * (right - left);
}

/** The position in months at which a pixel stands, held within the span. */
export function positionAt(scale: ChartScale, x: number): number {
  const { left, right, span } = scale;
  const part = right > left ? (x - left) / (right - left) : 0;
  return span.start + Math.max(0, Math.min(1, part)) * (span.end + 1 - span.start);
}

export function yOf({ top, bottom, topCount }: ChartScale, count: number): number {
  return bottom - (count / topCount) * (bottom - top);
}
