import { useMemo, useRef, useState } from 'react';

import type { Histogram } from '../engine/engine.ts';
import { textScale } from '../view/text-size.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { HistogramAxes } from './HistogramAxes.tsx';
import { HatchPatterns, HistogramBars } from './HistogramBars.tsx';
import { RangeHandle } from './RangeHandle.tsx';
import { nextTop, roundTop } from './axis.ts';
import { type ChartScale, xOf } from './chart-scale.ts';
import { largestMonth } from './month-counts.ts';
import { type DayRange, extentOfDays, type MonthRange, monthsOfDays, withEnd } from './month-range.ts';
import { useRangeDrag } from './use-range-drag.ts';
import { useWidth } from './use-width.ts';
import './timeline-chart.css';

const room = { above: 10, below: 22, right: 24 } as const;
/** Of text of the usual size. */
const pixelsInDigit = 8;

export interface TimelineChartProps {
  readonly histogram: Histogram;
  /** The most records in a month of all data: the axis keeps room for its digits. */
  readonly largestOfAll: number;
  readonly heightInPixels: number;
  readonly days: DayRange;
  readonly onDays: (days: DayRange) => void;
  readonly isSettled: boolean;
  /** The month under the pointer, or that of the handle that has the focus. */
  readonly month: number | null;
  readonly onMonth: (month: number | null) => void;
}

/** Bars by month with their axes, and the range upon them. */
export function TimelineChart({
  histogram,
  largestOfAll,
  heightInPixels,
  days,
  onDays,
  isSettled,
  month,
  onMonth,
}: TimelineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [ofText] = useState(textScale);
  const [top, setTop] = useState(1);
  const fittingTop = nextTop(top, largestMonth(histogram)?.count ?? 0, isSettled);
  if (fittingTop !== top) setTop(fittingTop);

  const { firstMonth, lastMonth } = histogram;
  const label = formatCount(Math.max(100, roundTop(largestOfAll)));
  const left = 16 + label.length * pixelsInDigit * ofText;
  const scale = useMemo<ChartScale>(
    () => ({
      left,
      right: Math.max(left, width - room.right),
      top: room.above,
      bottom: heightInPixels - room.below,
      span: { start: firstMonth, end: lastMonth },
      topCount: fittingTop,
    }),
    [left, width, heightInPixels, firstMonth, lastMonth, fittingTop],
  );

  const { span } = scale;
  const months = monthsOfDays(days, span);
  const extent = extentOfDays(days, span);
  const isSet = days.from !== null || days.to !== null;
  const fromX = xOf(scale, extent.start);
  const toX = xOf(scale, extent.end);
  const { handlers, takeBack } = useRangeDrag(scale, days, onDays, (position) => {
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
      onEscape={takeBack}
    />
  );

  return (
    <div ref={box} className="timeline-chart" style={{ height: `${heightInPixels}px` }} {...handlers}>
      <svg width={width} height={heightInPixels} aria-hidden="true" focusable="false">
        <HatchPatterns />
        {month !== null && (
          <rect
            className="timeline-month"
            x={xOf(scale, month)}
            width={Math.max(1, xOf(scale, month + 1) - xOf(scale, month))}
            y={scale.top}
            height={scale.bottom - scale.top}
          />
        )}
        <HistogramAxes scale={scale} />
      </svg>
      {/* What changes while something is dragged stands by itself, so that no label is laid out again with it. */}
      <svg className="timeline-front" width={width} height={heightInPixels} aria-hidden="true" focusable="false">
        <HistogramBars histogram={histogram} scale={scale} />
        {isSet && <Veil scale={scale} fromX={fromX} toX={toX} />}
      </svg>
      {handle('from', { start: span.start, end: months.end })}
      {handle('to', { start: months.start, end: span.end })}
    </div>
  );
}

/** Fades what the range leaves out, and marks what it holds. */
function Veil({ scale, fromX, toX }: { readonly scale: ChartScale; readonly fromX: number; readonly toX: number }) {
  const { left, right, top, bottom } = scale;
  return (
    <g>
      <path
        className="timeline-veil"
        d={`M${left} ${top}H${fromX}V${bottom}H${left}ZM${toX} ${top}H${right}V${bottom}H${toX}Z`}
      />
      <path className="timeline-range" d={`M${fromX} ${top}H${toX}M${fromX} ${bottom + 0.5}H${toX}`} />
    </g>
  );
}
