import type { ReactNode } from 'react';

import { MarkIcon } from '../components/Icon.tsx';
import type { CountByMark } from '../engine/engine.ts';
import { monthNames } from '../vocabulary/dates.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { byEachMark, markFill } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { sizeClasses, topSizeInMetres } from '../vocabulary/record-facts.ts';
import { capitalise, joinWithAnd } from '../vocabulary/text.ts';
import { CountsTable } from './CountsTable.tsx';
import { site } from '../vocabulary/site.ts';
import './charts.css';

/** A category of a chart, shown as one bar. */
export interface Category {
  /** "January". */
  readonly name: string;
  /** The label below the bar, "Jan"; '' for none. */
  readonly label: string;
}

export const months: readonly Category[] = monthNames.map((name) => ({ name, label: name.slice(0, 3) }));

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');
const hoursPerLabel = 3;

/** "06:00 to 06:59". Every third bar has a label. */
export const hours: readonly Category[] = Array.from({ length: 24 }, (_, hour) => ({
  name: `${twoDigits(hour)}:00 to ${twoDigits(hour)}:59`,
  label: hour % hoursPerLabel === 0 ? twoDigits(hour) : '',
}));

export const sizes: readonly Category[] = sizeClasses.map((name, metres) => ({
  name,
  label: metres === 0 ? 'under 1' : metres === topSizeInMetres ? `${metres} m +` : `${metres} to ${metres + 1}`,
}));

export type CountsOfCategories = Readonly<Record<Mark, ArrayLike<number>>>;

interface StackedBarsProps {
  readonly categories: readonly Category[];
  readonly counts: CountsOfCategories;
  /** "month": the head of the table's first column. */
  readonly noun: string;
  /** The chart in words, for screen readers. */
  readonly label: string;
  /** The total with the full height, so that charts next to each other have the same scale. Default: `highestBar`. */
  readonly most?: number;
}

/** The number of observations in each category as stacked bars by kind, with a key, and as a table. */
export function StackedBars({ noun, ...props }: StackedBarsProps) {
  const { categories, counts } = props;
  const rows = rowsOf(categories, counts);
  const shown = marksThatOccur(rows);
  const totals = byEachMark((mark) => Array.from(counts[mark]).reduce((sum, count) => sum + count, 0));
  return (
    <ChartFigure
      legend={<MarkKey marks={shown} counts={totals} />}
      tableTitle={`Show the ${noun}s as a table`}
      table={
        <CountsTable
          heads={[capitalise(noun), ...shown.map((mark) => site.marks[mark].labelOfMany), 'All']}
          rows={rows.map(({ name, byMark, total }) => [name, ...shown.map((mark) => byMark[mark]), total])}
        />
      }
    >
      <Bars {...props} />
    </ChartFigure>
  );
}

interface ChartFigureProps {
  readonly legend: ReactNode;
  /** "Show the months as a table". */
  readonly tableTitle: string;
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its key, and with its counts as a table. */
export function ChartFigure({ legend, tableTitle, table, children }: ChartFigureProps) {
  return (
    <figure className="chart stack">
      {children}
      <figcaption>{legend}</figcaption>
      <details className="chart-table">
        {/* The focus ring is inside the summary, because the scrollable area would cut it off. */}
        <summary className="label inner-focus">{tableTitle}</summary>
        {table}
      </details>
    </figure>
  );
}

/** The marks of a chart, with their totals if these are known. */
export function MarkKey({ marks, counts }: { readonly marks: readonly Mark[]; readonly counts?: CountByMark }) {
  return (
    <ul className="chart-key row wrap label">
      {marks.map((mark) => (
        <li key={mark} className="row">
          <MarkIcon mark={mark} size={14} />
          {site.marks[mark].labelOfMany} {counts && <span className="figure">{formatCount(counts[mark])}</span>}
        </li>
      ))}
    </ul>
  );
}

interface BarsProps extends Omit<StackedBarsProps, 'noun'> {
  /** The fill of the bars of a kind; by default, its colour on the screen. */
  readonly fillOf?: (mark: Mark) => string;
  /** Whether each bar has a number, for paper, which has no table. Otherwise, only the highest has one. */
  readonly isNumbered?: boolean;
  /** The size of the area with the bars, without numbers and labels. */
  readonly plot?: { readonly width: number; readonly height: number };
}

const numberHeight = 16;
const labelHeight = 20;
/** The stacked bars alone, with a label below each bar. The number above the highest bar gives the scale. */
export function Bars({
  categories,
  counts,
  label,
  most = highestBar(categories, counts),
  fillOf = markFill,
  isNumbered = false,
  plot = { width: 336, height: 96 },
}: BarsProps) {
  const rows = rowsOf(categories, counts);
  const shown = marksThatOccur(rows);
  const highest = rows.find(({ total }) => total === highestBar(categories, counts));
  const step = plot.width / categories.length;
  const gap = Math.min(8, step * 0.3);
  const floor = numberHeight + plot.height;
  return (
    <svg viewBox={`0 0 ${plot.width} ${floor + labelHeight}`} role="img" aria-label={label}>
      {rows.map((row, index) => {
        const { name, label: text, byMark, total } = row;
        const x = index * step;
        let top = floor;
        return (
          <g key={name}>
            <title>{`${name}: ${countOf(total, 'observation')}`}</title>
            {/* The hover target of the title: an empty category has no bar. */}
            <rect x={x} y={0} width={step} height={floor} fill="transparent" />
            {shown.map((mark) => {
              const height = (byMark[mark] / most) * plot.height;
              top -= height;
              return height === 0 ? null : (
                <rect key={mark} x={x + gap / 2} y={top} width={step - gap} height={height} fill={fillOf(mark)} />
              );
            })}
            {total === 0 || (!isNumbered && row !== highest) ? null : (
              <text x={x + step / 2} y={top - 4} textAnchor="middle" className="chart-count figure">
                {formatCount(total)}
              </text>
            )}
            <text x={x + step / 2} y={floor + 15} textAnchor="middle" className="chart-label">
              {text}
            </text>
          </g>
        );
      })}
      <line x1={0} x2={plot.width} y1={floor + 0.5} y2={floor + 0.5} stroke="var(--field)" />
    </svg>
  );
}

/** The largest total of a category, and at least 1. */
export const highestBar = (categories: readonly Category[], counts: CountsOfCategories): number =>
  Math.max(1, ...rowsOf(categories, counts).map(({ total }) => total));

interface Row extends Category {
  readonly byMark: Readonly<Record<Mark, number>>;
  readonly total: number;
}

/** The categories with their counts. */
export function rowsOf(categories: readonly Category[], counts: CountsOfCategories): readonly Row[] {
  return categories.map((category, index) => {
    const byMark = byEachMark((mark) => counts[mark][index] ?? 0);
    return { ...category, byMark, total: marks.reduce((sum, mark) => sum + byMark[mark], 0) };
  });
}

/** The marks with at least one observation in any category. */
function marksThatOccur(rows: readonly Row[]): readonly Mark[] {
  return marks.filter((mark) => rows.some(({ byMark }) => byMark[mark] > 0));
}

/**
 * "Most observations in January: 54; fewest in July: 2.", for screen readers and under the heading. `preposition` is the word
 * before the name of a category.
 */
export function extremesInWords(
  categories: readonly Category[],
  counts: CountsOfCategories,
  noun: string,
  preposition: 'in' | 'from' = 'in',
): string {
  const totals = rowsOf(categories, counts).map(({ total }) => total);
  const [most, least] = [Math.max(...totals), Math.min(...totals)];
  const named = (count: number): string => {
    const found = categories.filter((_, index) => totals[index] === count).map(({ name }) => name);
    if (found.length > 3) return `in ${found.length} ${noun}s`;
    return `${preposition} ${joinWithAnd(found)}`;
  };
  if (most === least) return `${countOf(most, 'observation')} in every ${noun}.`;
  const fewest = least === 0 ? `nothing recorded ${named(0)}` : `fewest ${named(least)}: ${formatCount(least)}`;
  return `Most observations ${named(most)}: ${formatCount(most)}; ${fewest}.`;
}
