import { useCallback, useMemo, useState } from 'react';

import { useResult, useData, useSettled, useView } from '../session/use-session.ts';
import { formatMonth, formatPeriodShort, monthInWords } from '../vocabulary/dates.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { TimelineChart, type TimelineChartProps } from './TimelineChart.tsx';
import { TimelineControls } from './TimelineControls.tsx';
import { TimelineReadout } from './TimelineReadout.tsx';
import { countsOfAll, countsOfMonth, largestMonth, totalOf } from './month-counts.ts';
import type { DayRange, MonthRange } from './month-range.ts';
import { useHistogram } from './use-histogram.ts';
import './timeline.css';

const heightInPixels = 112;
const compactHeightInPixels = 96;

export interface TimelineProps {
  /** For a narrow place, such as a sheet: lower, and its buttons larger. */
  readonly isCompact?: boolean;
}

/**
 * Records by month where one looks, whatever the dates; and upon it the range of dates, to be set by pointer, by keys,
 * by buttons and by date fields.
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
  if (newest === null)
    return <p className="timeline timeline-nothing muted">There are no records, and so no months to show.</p>;

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
        whatever the dates chosen.
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

/** Of all the timeline, only the chart's axis waits for stillness. */
function SettlingChart(props: Omit<TimelineChartProps, 'isSettled'>) {
  return <TimelineChart {...props} isSettled={useSettled()} />;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
