import { memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { CountsTable } from '../charts/CountsTable.tsx';
import { Icon, MarkIcon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import type { CountByMark, Histogram, Result } from '../engine/engine.ts';
import { useData, useResult, useExplorer, useSettled, useView } from '../explorer/use-explorer.ts';
import {
  datePresets,
  datesInWords,
  type DayRange,
  formatMonth,
  formatPeriodShort,
  monthInWords,
  type MonthRange,
} from '../vocabulary/dates.ts';
import { site } from '../vocabulary/site.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { scopeInWords } from '../vocabulary/scopes.ts';
import { capitalise } from '../vocabulary/text.ts';
import { TimelineChart, type TimelineChartProps } from './TimelineChart.tsx';
import {
  countsByYear,
  countsOfAll,
  countsOfMonth,
  largestMonth,
  occupiedMonths,
  steppedRange,
  sumCounts,
} from './month-range.ts';
import { PlayControls } from '../play/PlayControls.tsx';
import { periodOf, usualLength, windowFrom } from '../play/playback.ts';
import { allCounts, mainCountsAnd, mainCountsTitle, marksIn } from '../vocabulary/site-words.ts';
import './timeline.css';

const heightInPixels = 112;
const compactHeightInPixels = 96;

export interface TimelineProps {
  /** For narrow containers such as the sheet: a lower chart and larger buttons. */
  readonly isCompact?: boolean;
}

/**
 * A chart of the records by month in the current area, regardless of the date filter. The date filter is a range on the
 * chart, which is set by pointer, keys or buttons; the filters have its date fields.
 */
export function Timeline({ isCompact = false }: TimelineProps) {
  const data = useData();
  const result = useDelayedResult();
  const histogram = result?.histogram ?? data?.histogram;
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const months = useView(({ filters }) => filters.months);
  const changeFilters = useView((view) => view.changeFilters);
  // The summary of a place, a point or an area has the numbers of its records.
  const hasSummary = useView(({ selection }) => selection !== null && selection.kind !== 'record');
  const play = useView((view) => view.play);
  const [hasPlayed, setHasPlayed] = useState(false);
  if (play && !hasPlayed) setHasPlayed(true);
  const [month, setMonth] = useState<number | null>(null);
  const days = useMemo<DayRange>(() => ({ from, to }), [from, to]);
  const setDays = useCallback(
    (wanted: DayRange) => {
      changeFilters({ from: wanted.from, to: wanted.to });
    },
    [changeFilters],
  );
  const largestMonthlyCount = useMemo(() => (data && largestMonth(data.histogram)?.count) ?? 0, [data]);

  const firstMonth = data?.histogram.firstMonth;
  const lastMonth = data?.histogram.lastMonth;
  const span = useMemo<MonthRange | null>(
    () => (firstMonth === undefined || lastMonth === undefined ? null : { start: firstMonth, end: lastMonth }),
    [firstMonth, lastMonth],
  );
  const height = isCompact ? compactHeightInPixels : heightInPixels;
  if (!histogram || !span || !data) return <div className="timeline" data-compact={isCompact} aria-hidden="true" />;
  const { newest } = data;
  if (newest === null) return <p className="timeline timeline-nothing muted">There is nothing to show by month.</p>;

  const all = countsOfAll(histogram);
  const most = largestMonth(histogram);
  return (
    <section className="timeline" data-compact={isCompact} aria-label={`${mainCountsTitle} by month`}>
      <div className="timeline-head">
        {month === null ? (
          <TimelineReadout
            period={capitalise(datesInWords({ from, to, months })) || `${mainCountsTitle} by month`}
            byMark={hasSummary ? null : (result?.byMark ?? all)}
          />
        ) : (
          <TimelineReadout period={monthReadout(histogram, month)} byMark={countsOfMonth(histogram, month)} />
        )}
        {play ? (
          // On a phone they are above the sheet, which hides the map.
          isCompact ? null : (
            <PlayControls period={play} />
          )
        ) : (
          <TimelineControls
            {...{ hasPlayed, days, span, newest }}
            onDays={setDays}
            played={occupiedMonths(histogram) ?? span}
          />
        )}
      </div>
      <p className="visually-hidden">
        A chart of {countOf(sumCounts(all), 'observation')} from {monthInWords(span.start)} to {monthInWords(span.end)},
        regardless of the date filter.
        {most && ` The month with the most is ${monthInWords(most.month)}, with ${countOf(most.count, 'observation')}.`}
      </p>
      <SettlingChart
        histogram={histogram}
        largestMonthlyCount={largestMonthlyCount}
        heightInPixels={height}
        days={days}
        onDays={setDays}
        month={month}
        onMonth={setMonth}
        months={months}
      />
    </section>
  );
}

/** A separate component, so that only the chart renders when the view settles. */
function SettlingChart(props: Omit<TimelineChartProps, 'isSettled'>) {
  return <TimelineChart {...props} isSettled={useSettled()} />;
}

/** "Jan 2021: 426 observations", which no other part of the page shows. The list shows the total of a range. */
function monthReadout(histogram: Histogram, month: number): string {
  return `${formatMonth(month)}: ${countOf(sumCounts(countsOfMonth(histogram, month)), 'observation')}`;
}

/** A period and its counts by mark, which are also the legend. Without counts, only the legend. */
function TimelineReadout({ period, byMark }: { readonly period: string; readonly byMark: CountByMark | null }) {
  const shownMarks = marksIn(useData());
  return (
    <>
      <strong className="timeline-period figure label">{period}</strong>
      <ul className="timeline-legend row wrap figure">
        {shownMarks.map((mark) => (
          <li key={mark} className="row gap-4" data-mark={mark}>
            <MarkIcon mark={mark} size={14} /> {site.marks[mark].labelOfMany}{' '}
            {byMark ? <span>{formatCount(byMark[mark])}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

interface TimelineControlsProps {
  readonly days: DayRange;
  readonly onDays: (days: DayRange) => void;
  readonly span: MonthRange;
  /** The months between which the chart has bars. */
  readonly played: MonthRange;
  /** Time of the newest record. */
  readonly newest: string;
  /** Whether the controls of playing were here before. */
  readonly hasPlayed: boolean;
}

/** Buttons for the range, and the counts as a table. */
const TimelineControls = memo(function TimelineControls({
  days,
  onDays,
  span,
  played,
  newest,
  hasPlayed,
}: TimelineControlsProps) {
  const setPlay = useView((view) => view.setPlay);
  const playButton = useRef<HTMLButtonElement>(null);
  // After the end of playing, whose button had the focus.
  useEffect(() => {
    if (hasPlayed && document.activeElement === document.body) playButton.current?.focus();
  }, [hasPlayed]);
  return (
    <div className="timeline-controls row wrap gap-4">
      <Button
        ref={playButton}
        kind="plain"
        className="timeline-button"
        onClick={() => {
          const period = periodOf(days, played);
          setPlay(period, windowFrom(period.start, usualLength(period), period));
        }}
      >
        <Icon name="play" size={14} />
        Play
      </Button>
      <Presets days={days} onDays={onDays} newest={newest} />
      <StepButton direction={-1} days={days} onDays={onDays} span={span} />
      <StepButton direction={1} days={days} onDays={onDays} span={span} />
      <Popover
        buttonClassName="button timeline-button"
        buttonKind="plain"
        label={`${mainCountsAnd('other records')} by year`}
        widthInPixels={480}
        isFocusable
        button="Table"
      >
        <TimelineTable />
      </Popover>
    </div>
  );
});

/**
 * Buttons for preset ranges, if there is space. Otherwise, the presets are only in the date filter.
 */
function Presets({ days, onDays, newest }: Pick<TimelineControlsProps, 'days' | 'onDays' | 'newest'>) {
  const presets = datePresets(newest).filter(({ from }) => from !== null);
  return (
    <div className="timeline-presets row gap-4" role="group" aria-label="Ranges counted back from the newest record">
      <span aria-hidden="true">Newest</span>
      {presets.map(({ name, shortName, from, to }) => (
        <Button
          key={name}
          kind="plain"
          className="timeline-button"
          aria-label={name}
          title={formatPeriodShort(from, to)}
          aria-pressed={from === days.from && to === days.to}
          onClick={() => {
            onDays({ from, to });
          }}
        >
          {shortName}
        </Button>
      ))}
    </div>
  );
}

interface StepButtonProps extends Pick<TimelineControlsProps, 'days' | 'onDays' | 'span'> {
  readonly direction: -1 | 1;
}

/** Uses `aria-disabled` at the end of the data, so that the button keeps the focus. */
function StepButton({ direction, days, onDays, span }: StepButtonProps) {
  const range = steppedRange(days, direction, span);
  const name = direction === -1 ? 'Previous period' : 'Next period';
  return (
    <Button
      kind="plain"
      className="timeline-button timeline-step"
      aria-label={range ? `${name}: ${formatPeriodShort(range.from, range.to)}` : name}
      title={range ? formatPeriodShort(range.from, range.to) : undefined}
      aria-disabled={range === null}
      onClick={() => {
        if (range) onDays(range);
      }}
    >
      <Icon name={direction === -1 ? 'back' : 'forward'} size={16} />
    </Button>
  );
}

/** The counts of the chart by year, as a table. */
function TimelineTable() {
  const result = useResult((latest) => latest);
  const units = useView((view) => view.units);
  const shownMarks = marksIn(useData());
  if (!result) return null;
  const { histogram, query } = result;
  const countsRow = (name: string, byMark: CountByMark) =>
    [name, ...shownMarks.map((mark) => byMark[mark]), sumCounts(byMark)] as const;
  return (
    <CountsTable
      caption={
        <>
          {capitalise(allCounts)} {scopeInWords(query, units)} by year
          {/* The dates limit which records are the nearest. */}
          {query.search?.mode === 'nearest' ? '' : ', for all dates'}
        </>
      }
      heads={[
        'Year',
        ...shownMarks.map((mark) => (
          <>
            <MarkIcon mark={mark} size={14} /> {site.marks[mark].labelOfMany}
          </>
        )),
        'All',
      ]}
      rows={countsByYear(histogram).map(({ year, byMark }) => countsRow(String(year), byMark))}
      total={countsRow('All', countsOfAll(histogram))}
    />
  );
}

/** Results that arrive within this time of each other belong to one movement. */
const movementInMilliseconds = 200;
/** One frame at 60 frames per second. */
const delayInMilliseconds = 17;

/**
 * The latest result, rendered as a transition. During a movement, it is delayed by one frame, so that React renders the
 * list and the histogram in different frames. A frame in which both change would take twice as long.
 */
function useDelayedResult(): Result | null {
  const { queryState } = useExplorer();
  const [delayed, setDelayed] = useState(() => queryState.getState().result);
  useEffect(() => {
    let receivedAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      startTransition(() => {
        setDelayed(queryState.getState().result);
      });
    };
    update();
    const stop = queryState.subscribe(({ result }, before) => {
      if (result === before.result) return;
      const isMovement = performance.now() - receivedAt < movementInMilliseconds;
      receivedAt = performance.now();
      clearTimeout(timer);
      if (isMovement) timer = setTimeout(update, delayInMilliseconds);
      else update();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryState]);
  return delayed;
}
