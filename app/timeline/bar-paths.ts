import type { Histogram } from '../engine/engine.ts';
import { type Mark, marks } from '../vocabulary/kinds.ts';
import { type ChartScale, xOf, yOf } from './chart-scale.ts';

/** A bar fills its month but for this much, and never grows wider than that. */
const gapInPixels = 1;
const widestBarInPixels = 48;
/** Below this width of a month there is no room for gaps. */
const leastMonthForGaps = 4;
const leastBarInPixels = 0.5;

const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;

/**
 * One SVG path for each mark with all its bars, stacked in the order of `marks` from the ground up. What is not 0 is
 * at least visible: the page draws it as many times a second as the screen does.
 */
export function barPaths(histogram: Histogram, scale: ChartScale): Readonly<Record<Mark, string>> {
  const paths: Record<Mark, string> = { sighting: '', detection: '', handled: '', other: '' };
  const monthWidth = xOf(scale, scale.span.start + 1) - xOf(scale, scale.span.start);
  const gap = monthWidth >= leastMonthForGaps ? gapInPixels : 0;
  // Of thousands of months each has less than a pixel.
  const width = Math.max(rounded(Math.min(widestBarInPixels, monthWidth - gap)), leastBarInPixels);
  for (let month = histogram.firstMonth; month <= histogram.lastMonth; month += 1) {
    const x = rounded(xOf(scale, month) + (monthWidth - width) / 2);
    let below = 0;
    for (const mark of marks) {
      const count = histogram.counts[mark][month - histogram.firstMonth] ?? 0;
      if (count === 0) continue;
      const ground = rounded(yOf(scale, below));
      below += count;
      const height = rounded(ground - yOf(scale, below));
      paths[mark] +=
        `M${x} ${ground}v${-Math.max(height, leastBarInPixels)}h${width}v${Math.max(height, leastBarInPixels)}z`;
    }
  }
  return paths;
}
