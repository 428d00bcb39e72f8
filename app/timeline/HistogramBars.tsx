import { memo } from 'react';

import type { Histogram } from '../engine/engine.ts';
import { markColours, marks } from '../vocabulary/kinds.ts';
import { barPaths } from './bar-paths.ts';
import type { ChartScale } from './chart-scale.ts';

/** All bars, one path for each mark. Where the system chooses the colours, hatching tells the marks apart. */
export const HistogramBars = memo(function HistogramBars({
  histogram,
  scale,
}: {
  readonly histogram: Histogram;
  readonly scale: ChartScale;
}) {
  const paths = barPaths(histogram, scale);
  return (
    <g>
      {marks.map((mark) => (
        <path
          key={mark}
          className="timeline-bars"
          data-mark={mark}
          d={paths[mark]}
          fill={`var(${markColours[mark]})`}
        />
      ))}
    </g>
  );
});

/** What fills the bars where the system chooses the colours. Once on a page is enough. */
export function HatchPatterns() {
  return (
    <defs>
      <pattern id="timeline-hatch" width="4" height="4" patternUnits="userSpaceOnUse">
        <path className="timeline-hatch-line" d="M-1 1L1 -1M0 4L4 0M3 5L5 3" />
      </pattern>
      <pattern id="timeline-dots" width="3" height="3" patternUnits="userSpaceOnUse">
        <path className="timeline-hatch-line" d="M1 1.5h1" />
      </pattern>
    </defs>
  );
}
