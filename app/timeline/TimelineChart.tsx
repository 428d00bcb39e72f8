import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';

import type { Histogram } from '../engine/engine.ts';
import { textScale } from '../view/text-size.ts';
import { marks } from '../../core/datasets/kinds.ts';
import { markFill } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import {
  barPaths,
  type ChartScale,
  countTicks,
  nextTop,
  roundTop,
  monthToX,
  yearStep,
  yearTicks,
  countToY,
} from './chart-geometry.ts';
import { daysToMonths, type DayRange, type MonthRange } from '../vocabulary/dates.ts';
import { axisExtent, largestMonth, withEnd } from './month-range.ts';
import { RangeHandle, useRangeDrag } from './range-drag.tsx';
import './timeline-chart.css';

const margin = { above: 10, below: 22, right: 24 } as const;
/** The width of a digit at the default text size. */
const digitWidthInPixels = 8;

export interface TimelineChartProps {
  readonly histogram: Histogram;
  /** The largest monthly count in all data: the axis reserves space for its digits. */
  readonly largestMonthlyCount: number;
  readonly heightInPixels: number;
  readonly days: DayRange;
  /** The months of the year that the filter selects, 1 to 12; empty for all. */
  readonly months: readonly number[];
  readonly onDays: (days: DayRange) => void;
  readonly isSettled: boolean;
  /** The month under the pointer, or of the focused handle. */
  readonly month: number | null;
  readonly onMonth: (month: number | null) => void;
}

/** Bars by month with axes, overlaid by the range and its handles. */
export function TimelineChart({
  histogram,
  largestMonthlyCount,
  heightInPixels,
  days,
  months: monthsOfYear,
  onDays,
  isSettled,
  month,
  onMonth,
}: TimelineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [textScaling] = useState(textScale);
  const [top, setTop] = useState(1);
  const fittingTop = nextTop(top, largestMonth(histogram)?.count ?? 0, isSettled);
  if (fittingTop !== top) setTop(fittingTop);

  const { firstMonth, lastMonth } = histogram;
  const label = formatCount(Math.max(100, roundTop(largestMonthlyCount)));
  const left = 16 + label.length * digitWidthInPixels * textScaling;
  const scale = useMemo<ChartScale>(
    () => ({
      left,
      right: Math.max(left, width - margin.right),
      top: margin.above,
      bottom: heightInPixels - margin.below,
      span: { start: firstMonth, end: lastMonth },
      topCount: fittingTop,
    }),
    [left, width, heightInPixels, firstMonth, lastMonth, fittingTop],
  );

  const { span } = scale;
  const months = daysToMonths(days, span);
  const extent = axisExtent(days, span);
  const isSet = days.from !== null || days.to !== null;
  const fromX = monthToX(scale, extent.start);
  const toX = monthToX(scale, extent.end);
  const { handlers, cancelDrag } = useRangeDrag(scale, days, onDays, (position) => {
    onMonth(position === null ? null : Math.min(span.end, Math.floor(position)));
  });
  const handle = (end: 'from' | 'to', limits: MonthRange) => (
    <RangeHandle
      end={end}
      x={end === 'from' ? fromX : toX}
      day={days[end]}
      month={end === 'from' ? months.start : months.end}
      limits={limits}
      onMonth={(wanted) => {
        onDays(withEnd(days, end, wanted, span));
        onMonth(wanted);
      }}
      onFocusChange={(isFocused) => {
        onMonth(isFocused ? (end === 'from' ? months.start : months.end) : null);
      }}
      onEscape={cancelDrag}
    />
  );

  return (
    <div ref={box} className="timeline-chart" style={{ height: `${heightInPixels}px` }} {...handlers}>
      <svg width={width} height={heightInPixels} aria-hidden="true" focusable="false">
        <HatchPatterns />
        {month !== null && (
          <rect
            fill="var(--line)"
            x={monthToX(scale, month)}
            width={Math.max(1, monthToX(scale, month + 1) - monthToX(scale, month))}
            y={scale.top}
            height={scale.bottom - scale.top}
          />
        )}
        <HistogramAxes scale={scale} />
      </svg>
      {/* A separate SVG element for what changes during a drag, so that the labels are not laid out again. */}
      <svg className="timeline-front" width={width} height={heightInPixels} aria-hidden="true" focusable="false">
        <HistogramBars histogram={histogram} scale={scale} />
        {monthsOfYear.length > 0 && <path className="timeline-veil" d={otherMonths(scale, monthsOfYear)} />}
        {isSet && <Veil scale={scale} fromX={fromX} toX={toX} />}
      </svg>
      {handle('from', { start: span.start, end: months.end })}
      {handle('to', { start: months.start, end: span.end })}
    </div>
  );
}

/** Fades everything outside the range, and outlines the range. */
function Veil({ scale, fromX, toX }: { readonly scale: ChartScale; readonly fromX: number; readonly toX: number }) {
  const { left, right, top, bottom } = scale;
  return (
    <g>
      <path
        fill="var(--paper)"
        opacity={0.7}
        d={`M${left} ${top}H${fromX}V${bottom}H${left}ZM${toX} ${top}H${right}V${bottom}H${toX}Z`}
      />
      <path
        fill="none"
        stroke="var(--ink)"
        strokeWidth={2}
        d={`M${fromX} ${top}H${toX}M${fromX} ${bottom + 0.5}H${toX}`}
      />
    </g>
  );
}

/** Covers the months of the year that the filter does not select. */
function otherMonths(scale: ChartScale, selected: readonly number[]): string {
  const { span, top, bottom } = scale;
  return Array.from({ length: span.end - span.start + 1 }, (_, index) => span.start + index)
    .filter((month) => !selected.includes((month % 12) + 1))
    .map(
      (month) => `M${monthToX(scale, month)} ${top}H${monthToX(scale, month + 1)}V${bottom}H${monthToX(scale, month)}Z`,
    )
    .join('');
}

const minPixelsBetweenYears = 44;
const yearLabelWidth = 36;

/** The count axis with grid lines, and the year axis. */
const HistogramAxes = memo(function HistogramAxes({ scale }: { readonly scale: ChartScale }) {
  const { left, right, bottom, span } = scale;
  const pixelsPerYear = monthToX(scale, span.start + 12) - monthToX(scale, span.start);
  const ticks = yearTicks(span.start, span.end + 1, yearStep(pixelsPerYear, minPixelsBetweenYears));
  return (
    <g className="timeline-axes">
      {countTicks(scale.topCount).map((count) => {
        const y = Math.round(countToY(scale, count)) + 0.5;
        return (
          <g key={count}>
            <path stroke="var(--line)" d={`M${left} ${y}H${right}`} />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {formatCount(count)}
            </text>
          </g>
        );
      })}
      {ticks.map(({ month, year }) => {
        const x = Math.round(monthToX(scale, month)) + 0.5;
        return (
          <g key={year}>
            <path stroke="var(--field)" d={`M${x} ${bottom}v8`} />
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

/** All bars, one path per mark. In forced-colours mode, fill patterns distinguish the marks. */
const HistogramBars = memo(function HistogramBars({
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
        <path key={mark} className="timeline-bars" data-mark={mark} d={paths[mark]} fill={markFill(mark)} />
      ))}
    </g>
  );
});

/** Fill patterns of the bars in forced-colours mode. Needed once per page. */
function HatchPatterns() {
  return (
    <defs>
      <pattern id="timeline-hatch" width="4" height="4" patternUnits="userSpaceOnUse">
        <path stroke="CanvasText" d="M-1 1L1 -1M0 4L4 0M3 5L5 3" />
      </pattern>
      <pattern id="timeline-dots" width="3" height="3" patternUnits="userSpaceOnUse">
        <path stroke="CanvasText" d="M1 1.5h1" />
      </pattern>
    </defs>
  );
}

/** The width of an element in whole pixels; 0 before it is mounted. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(target.clientWidth));
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
