import type { Histogram } from '../engine/engine.ts';
import { markColours, marks } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { countByYear, yearsInWords } from './years.ts';

const height = 72;
const barWidth = 24;
const gap = 8;

/** Records by year as bars, stacked by mark, with the same in words. */
export function YearChart({ histogram }: { readonly histogram: Histogram }) {
  const years = countByYear(histogram);
  const most = Math.max(1, ...years.map(({ count }) => count));
  const width = Math.max(1, years.length) * (barWidth + gap);
  if (years.length === 0) return null;
  // Names of years stand so close that not each has room.
  const named = Math.ceil(years.length / 8);
  return (
    <figure className="details-years">
      <figcaption className="small muted figure">By year; the tallest bar is {formatCount(most)}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height + 20}`}
        style={{ maxWidth: width * 1.5 }}
        role="img"
        aria-label={`Records by year. ${yearsInWords(years)}`}
      >
        {years.map(({ year, byMark }, index) => {
          const x = index * (barWidth + gap) + gap / 2;
          let top = height;
          return (
            <g key={year}>
              {marks.map((mark) => {
                const size = (byMark[mark] / most) * height;
                top -= size;
                return size === 0 ? null : (
                  <rect key={mark} x={x} y={top} width={barWidth} height={size} fill={`var(${markColours[mark]})`} />
                );
              })}
              {index % named === 0 ? (
                <text x={x + barWidth / 2} y={height + 15} textAnchor="middle" className="details-year-name figure">
                  {year}
                </text>
              ) : null}
            </g>
          );
        })}
        <line x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} className="details-axis" />
      </svg>
    </figure>
  );
}
