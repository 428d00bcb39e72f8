import { useId } from 'react';

import { type Histogram, yearCountsOf } from '../engine/engine.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { markFill } from '../vocabulary/kinds.ts';
import { type Listening, type ListeningState, listeningStates, monthsInState } from '../vocabulary/listening.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { CountsTable } from './CountsTable.tsx';
import { ChartFigure, MarkKey } from './StackedBars.tsx';
import { site } from '../vocabulary/site.ts';
import { mainCountsTitle } from '../vocabulary/site-words.ts';

const stateNames: Readonly<Record<ListeningState, string>> = {
  known: 'known to have listened',
  probable: 'probably listened',
  unknown: 'unknown',
};

const grey = (percent: number): string => `color-mix(in srgb, var(--ink) ${percent}%, var(--paper))`;
/** Three greys behind bars. Unknown is never white. */
const greys: Readonly<Record<ListeningState, string>> = { known: grey(5), probable: grey(11), unknown: grey(20) };

interface MonthBarsProps {
  readonly histogram: Histogram;
  readonly listening: Listening;
  /** The total with the full height, so that charts next to each other have the same scale. Default: `highestMonth`. */
  readonly most?: number;
  readonly fillOf?: (mark: Mark) => string;
  readonly plot?: { readonly width: number; readonly height: number };
}

/** The counts of every month, in front of what is known of the receivers, with a key and a table by year. */
export function ListeningChart(props: Pick<MonthBarsProps, 'histogram' | 'listening' | 'most'>) {
  const { histogram, listening } = props;
  // Where a receiver listened, a lack of visits says something.
  const hasReceivers = monthsInState(listening, 'known') > 0;
  const hasStates = listening.states.length > 0;
  const shown = marks.filter(
    (mark) => (mark === 'detection' && hasReceivers) || histogram.counts[mark].some((count) => count > 0),
  );
  return (
    <ChartFigure
      legend={
        <>
          <MarkKey marks={shown} />
          <ListeningKey listening={listening} />
        </>
      }
      tableTitle="Show the years as a table"
      table={
        <CountsTable
          heads={[
            'Year',
            ...shown.map((mark) => site.marks[mark].labelOfMany),
            ...(hasStates
              ? ['Months in which a receiver is known to have listened', 'Probably listened', 'Unknown']
              : []),
          ]}
          rows={yearsShown(histogram).map(({ year, byMark }) => [
            year,
            ...shown.map((mark) => byMark[mark]),
            ...(hasStates ? (['known', 'probable', 'unknown'] as const) : []).map((state) =>
              monthsOf(listening, year, state),
            ),
          ])}
        />
      }
    >
      <ListeningBars {...props} />
    </ChartFigure>
  );
}

function yearsShown(histogram: Histogram) {
  const { start, end } = shownMonths(histogram);
  const [first, last] = [start, end - 1].map((month) => Math.floor((histogram.firstMonth + month) / 12));
  return yearCountsOf(histogram).filter(({ year }) => year >= Number(first) && year <= Number(last));
}

function monthsOf({ firstMonth, states }: Listening, year: number, state: ListeningState): number {
  const code = listeningStates.indexOf(state);
  return states.filter((each, index) => Math.floor((firstMonth + index) / 12) === year && each === code).length;
}

/** What the greys behind the bars mean; nothing if there are none. */
export function ListeningKey({ listening }: Pick<MonthBarsProps, 'listening'>) {
  const id = useId();
  if (listening.states.length === 0) return null;
  return (
    <ul className="chart-key row wrap label" aria-label="Receivers">
      <li>Receivers:</li>
      {listeningStates.toReversed().map((state) => (
        <li key={state} className="row">
          <svg width={20} height={14} aria-hidden="true">
            <ListeningPatterns id={id + state} />
            <rect width={20} height={14} className="listening-ground" fill={greys[state]} stroke="var(--line)" />
            <rect width={20} height={14} fill={patternOf(id + state, state)} />
          </svg>
          {stateNames[state]}
        </li>
      ))}
    </ul>
  );
}

const labelHeight = 20;
const mostLabels = 10;

/** Fifty years. With more months, bars would be too thin; a wrong date may extend the data by centuries. */
const mostMonths = 600;

/** The months of the chart, from the first of the data: all, or else the last up to the newest observation. */
function shownMonths(histogram: Histogram): { readonly start: number; readonly end: number } {
  const months = histogram.lastMonth - histogram.firstMonth + 1;
  if (months <= mostMonths) return { start: 0, end: months };
  let end = months;
  while (end > mostMonths && totalOf(histogram, end - 1) === 0) end--;
  return { start: end - mostMonths, end };
}

const totalOf = ({ counts }: Histogram, month: number): number =>
  marks.reduce((sum, mark) => sum + Number(counts[mark][month]), 0);

/** The largest total of a month of the chart, and at least 1. */
export function highestMonth(histogram: Histogram): number {
  const { start, end } = shownMonths(histogram);
  return Math.max(1, ...Array.from({ length: end - start }, (_, index) => totalOf(histogram, start + index)));
}

/** The bars alone. */
export function ListeningBars({
  histogram,
  listening,
  most = highestMonth(histogram),
  fillOf = markFill,
  plot = { width: 336, height: 96 },
}: MonthBarsProps) {
  const id = useId();
  const { firstMonth, counts } = histogram;
  const { start, end } = shownMonths(histogram);
  const months = Array.from({ length: end - start }, (_, index) => start + index);
  const step = plot.width / Math.max(1, months.length);
  const yearsPerLabel = Math.ceil(months.length / 12 / mostLabels);
  return (
    <svg
      viewBox={`0 0 ${plot.width} ${plot.height + labelHeight}`}
      role="img"
      aria-label={`${mainCountsTitle} by month${listening.states.length > 0 ? ', and when receivers listened' : ''}`}
    >
      <ListeningPatterns id={id} />
      {runsOf(listening.states.subarray(start, end)).map((run) => {
        const place = { x: run.start * step, y: 0, width: (run.end - run.start) * step, height: plot.height };
        const { state } = run;
        return (
          <g key={run.start}>
            <rect {...place} className="listening-ground" fill={greys[state]} />
            <rect {...place} fill={patternOf(id, state)} />
          </g>
        );
      })}
      {months.map((month) => {
        let top = plot.height;
        return marks.map((mark) => {
          const height = (Number(counts[mark][month]) / most) * plot.height;
          top -= height;
          return height === 0 ? null : (
            <rect
              key={mark}
              x={(month - start) * step}
              y={top}
              width={step * 0.85}
              height={height}
              fill={fillOf(mark)}
            />
          );
        });
      })}
      <text x={2} y={10} className="chart-count figure">
        {formatCount(most)}
      </text>
      {months.map((month) =>
        (firstMonth + month) % (12 * yearsPerLabel) === 0 ? (
          <text key={month} x={(month - start) * step} y={plot.height + 15} className="chart-label figure">
            {Math.floor((firstMonth + month) / 12)}
          </text>
        ) : null,
      )}
      <line x1={0} x2={plot.width} y1={plot.height + 0.5} y2={plot.height + 0.5} stroke="var(--field)" />
    </svg>
  );
}

/** Hatches that distinguish the states without shades of grey. */
function ListeningPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {(
        [
          ['probable', 6],
          ['unknown', 3],
        ] as const
      ).map(([state, distance]) => (
        <pattern
          key={state}
          id={`${id}${state}`}
          width={distance}
          height={distance}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1={0} y1={0} x2={0} y2={distance} stroke={grey(48)} />
        </pattern>
      ))}
    </defs>
  );
}

const patternOf = (id: string, state: ListeningState): string => (state === 'known' ? 'none' : `url(#${id}${state})`);

interface Run {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly state: ListeningState;
}

/** Neighbouring months of the same state. */
function runsOf(states: Uint8Array): readonly Run[] {
  const starts = [...states.keys()].filter((index) => index === 0 || states[index] !== states[index - 1]);
  return starts.map((start, run) => {
    const state = listeningStates[Number(states[start])] ?? 'unknown';
    return { start, end: starts[run + 1] ?? states.length, state };
  });
}
