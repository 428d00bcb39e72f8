import { useCallback, useMemo, useState } from 'react';

import { MarkIcon } from '../components/Icon.tsx';
import { useData, useResult, useSettled, useView } from '../session/use-session.ts';
import { formatMonth, formatPeriodShort, monthInWords } from '../vocabulary/dates.ts';
import { markPlurals, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { type CountByMark, countsOfAll, countsOfMonth, largestMonth, totalOf, useHistogram } from './month-counts.ts';
import type { DayRange, MonthRange } from './month-range.ts';
import { TimelineChart, type TimelineChartProps } from './TimelineChart.tsx';
import { TimelineControls } from './TimelineControls.tsx';
import './timeline.css';

const heightInPixels = 112;
const compactHeightInPixels = 96;

export interface TimelineProps {
  /** For narrow containers such as the sheet: a lower chart and larger buttons. */
  readonly isCompact?: boolean;
}

/**
 * Records by month in the current area, regardless of the date filter; and the date filter as a range on the chart, set
 * by pointer, keys, buttons or date fields.
 */
export function Timeline({ isCompact = false }: TimelineProps) {
  const data = useData();
  const histogram = useHistogram();
  const found = useResult((result) => result.byMark);
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const changeFilters = useView((view) => view.changeFilters);
  const [month, setMonth] = useState<number | null>(null);
  const days = useMemo<DayRange>(() => ({ from, to }), [from, to]);
  const setDays = useCallback(
    (wanted: DayRange) => {
      changeFilters({ from: wanted.from, to: wanted.to });
    },
    [changeFilters],
  );
  const largestOfAll = useMemo(() => (data && largestMonth(data.histogram)?.count) ?? 0, [data]);

  const firstMonth = data?.histogram.firstMonth;
  const lastMonth = data?.histogram.lastMonth;
  const span = useMemo<MonthRange | null>(
    () => (firstMonth === undefined || lastMonth === undefined ? null : { start: firstMonth, end: lastMonth }),
    [firstMonth, lastMonth],
  );
  const height = isCompact ? compactHeightInPixels : heightInPixels;
  if (!histogram || !span || !data) return <div className="timeline" data-compact={isCompact} aria-hidden="true" />;
  const { newest } = data;
  if (newest === null) return <p className="timeline timeline-nothing muted">There are no records to show by month.</p>;

  const all = countsOfAll(histogram);
  const most = largestMonth(histogram);
  return (
    <section className="timeline" data-compact={isCompact} aria-label="Records by month">
      <div className="timeline-head">
        {month === null ? (
          <TimelineReadout period={capitalised(formatPeriodShort(from, to)) || 'All months'} byMark={found ?? all} />
        ) : (
          <TimelineReadout period={formatMonth(month)} byMark={countsOfMonth(histogram, month)} />
        )}
        <TimelineControls days={days} onDays={setDays} span={span} newest={newest} />
      </div>
      <p className="visually-hidden">
        A chart of {countOf(totalOf(all), 'record')} from {monthInWords(span.start)} to {monthInWords(span.end)},
        regardless of the date filter.
        {most && ` The month with the most is ${monthInWords(most.month)}, with ${countOf(most.count, 'record')}.`}
      </p>
      <SettlingChart
        histogram={histogram}
        largestOfAll={largestOfAll}
        heightInPixels={height}
        days={days}
        onDays={setDays}
        month={month}
        onMonth={setMonth}
      />
    </section>
  );
}

/** A component of its own, so that only the chart renders when the view settles. */
function SettlingChart(props: Omit<TimelineChartProps, 'isSettled'>) {
  return <TimelineChart {...props} isSettled={useSettled()} />;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Legend and counts: "Jan 2021: 426 records", with the sightings, detections and so on. */
export function TimelineReadout({ period, byMark }: { readonly period: string; readonly byMark: CountByMark }) {
  return (
    <>
      <strong className="timeline-period figure">
        {period}: {countOf(totalOf(byMark), 'record')}
      </strong>
      <ul className="timeline-legend figure">
        {marks.map((mark) => (
          <li key={mark} data-mark={mark}>
            <MarkIcon mark={mark} size={14} /> {markPlurals[mark]} <span>{formatCount(byMark[mark])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
