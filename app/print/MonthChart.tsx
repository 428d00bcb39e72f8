import type { CountsByMark } from '../engine/engine.ts';
import { monthsOfYear } from '../vocabulary/dates.ts';
import { type Mark, marks } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';

const monthNames = monthsOfYear.map(({ short }) => short);
const size = { width: 600, height: 100, left: 4, bottom: 18, top: 16 } as const;
const slot = (size.width - size.left) / monthNames.length;

/** Bars by month of the year, with patterns that differ without colour too, and the number above each bar. */
export function MonthChart({ counts }: { readonly counts: CountsByMark }) {
  const totals = monthNames.map((_, month) => marks.reduce((sum, mark) => sum + (counts[mark][month] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const floor = size.height - size.bottom;
  const heightOf = (count: number): number => (count / most) * (floor - size.top);
  return (
    <svg
      className="print-months"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`Records by month: ${monthNames.map((name, month) => `${name} ${totals[month] ?? 0}`).join(', ')}`}
    >
      <defs>
        {marks.map((mark) => (
          <MarkPattern key={mark} mark={mark} />
        ))}
      </defs>
      {monthNames.map((name, month) => {
        const x = size.left + month * slot;
        let top = floor;
        return (
          <g key={name}>
            {marks.map((mark) => {
              const height = heightOf(counts[mark][month] ?? 0);
              top -= height;
              return height === 0 ? null : (
                <rect
                  key={mark}
                  x={x + 5}
                  width={slot - 10}
                  y={top}
                  height={height}
                  fill={patternOf(mark)}
                  stroke={colours[mark]}
                  strokeWidth={0.75}
                />
              );
            })}
            <text x={x + slot / 2} y={floor - heightOf(totals[month] ?? 0) - 4} textAnchor="middle">
              {formatCount(totals[month] ?? 0)}
            </text>
            <text x={x + slot / 2} y={size.height - 5} textAnchor="middle">
              {name}
            </text>
          </g>
        );
      })}
      <path d={`M${size.left} ${floor}H${size.width}`} stroke="#13242d" />
    </svg>
  );
}

/** The colours of the marks by day: paper is light in every colour scheme. */
const colours: Readonly<Record<Mark, string>> = {
  sighting: '#a0145a',
  detection: '#0a5876',
  handled: '#9a4a06',
  other: '#4a5b63',
};

/** The fill of a mark: solid for sightings, otherwise a pattern of `MarkPattern`. */
export const patternOf = (mark: Mark): string => (mark === 'sighting' ? colours.sighting : `url(#print-${mark})`);

/** Strokes in a square of 6: lines for detections, dots for animals that were caught, a grid for the rest. */
const strokes: Readonly<Record<Mark, string>> = {
  sighting: '',
  detection: 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5',
  handled: 'M2 2h2v2h-2z',
  other: 'M0 3H6M3 0V6',
};

function MarkPattern({ mark }: { readonly mark: Mark }) {
  return (
    <pattern id={`print-${mark}`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" fill="#fff" />
      <path d={strokes[mark]} stroke={colours[mark]} strokeWidth="1.5" fill="none" />
    </pattern>
  );
}
