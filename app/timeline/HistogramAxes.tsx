import { memo } from 'react';

import { formatCount } from '../vocabulary/numbers.ts';
import { countTicks, yearStep, yearTicks } from './axis.ts';
import { xOf, yOf, type ChartScale } from './chart-scale.ts';

const leastPixelsBetweenYears = 44;
const yearLabelWidth = 36;

/** Round counts at the left, with a line for each, and years below. */
export const HistogramAxes = memo(function HistogramAxes({ scale }: { readonly scale: ChartScale }) {
  const { left, right, bottom, span } = scale;
  const pixelsInYear = xOf(scale, span.start + 12) - xOf(scale, span.start);
  const ticks = yearTicks(span.start, span.end + 1, yearStep(pixelsInYear, leastPixelsBetweenYears));
  return (
    <g className="timeline-axes">
      {countTicks(scale.topCount).map((count) => {
        const y = Math.round(yOf(scale, count)) + 0.5;
        return (
          <g key={count}>
            <path className="timeline-rule" d={`M${left} ${y}H${right}`} />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {formatCount(count)}
            </text>
          </g>
        );
      })}
      {ticks.map(({ month, year }) => {
        const x = Math.round(xOf(scale, month)) + 0.5;
        return (
          <g key={year}>
            <path className="timeline-tick" d={`M${x} ${bottom}v8`} />
            {x + 4 + yearLabelWidth <= right + 24 && (
              <text x={x + 4} y={bottom + 16}>
                {year}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
});
