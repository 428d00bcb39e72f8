import { MarkIcon } from '../components/Icon.tsx';
import { byEachMark, type Mark, markFill, markPlurals, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { capitalise } from '../vocabulary/text.ts';
import './charts.css';
import './counts-table.css';

/** A category of a chart, shown as one bar. */
export interface Category {
  /** "January". */
  readonly name: string;
  /** The label below the bar, "Jan"; '' for none. */
  readonly label: string;
}

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
  return (
    <figure className="chart stack">
      <Bars {...props} />
      <figcaption>
        <ul className="chart-key row wrap label">
          {shown.map((mark) => (
            <li key={mark} className="row">
              <MarkIcon mark={mark} size={14} />
              {markPlurals[mark]} <span className="figure">{formatCount(sumOf(counts[mark]))}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <details className="chart-table">
        {/* The focus ring is inside the summary, because the scrollable area would cut it off. */}
        <summary className="label inner-focus">{`Show the ${noun}s as a table`}</summary>
        <table className="counts-table full-width small figure">
          <thead>
            <tr>
              <th scope="col">{capitalise(noun)}</th>
              {shown.map((mark) => (
                <th key={mark} scope="col">
                  {markPlurals[mark]}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, byMark, total }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {shown.map((mark) => (
                  <td key={mark}>{formatCount(byMark[mark])}</td>
                ))}
                <td>{formatCount(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

interface BarsProps extends Omit<StackedBarsProps, 'noun'> {
  /** The fill of the bars of a kind; by default, its colour on the screen. */
  readonly fillOf?: (mark: Mark) => string;
  /** The size of the area with the bars, without numbers and labels. */
  readonly plot?: { readonly width: number; readonly height: number };
}

const numberHeight = 16;
const labelHeight = 20;
/** With more bars, there is no space for a number above each. */
const mostNumberedBars = 12;

/** The stacked bars alone, with the number above each bar and its label below it. */
export function Bars({
  categories,
  counts,
  label,
  most = highestBar(categories, counts),
  fillOf = markFill,
  plot = { width: 336, height: 96 },
}: BarsProps) {
  const rows = rowsOf(categories, counts);
  const shown = marksThatOccur(rows);
  const step = plot.width / categories.length;
  const gap = Math.min(8, step * 0.3);
  const floor = numberHeight + plot.height;
  return (
    <svg viewBox={`0 0 ${plot.width} ${floor + labelHeight}`} role="img" aria-label={label}>
      {rows.map(({ name, label: text, byMark, total }, index) => {
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
            {total === 0 || categories.length > mostNumberedBars ? null : (
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
      <line x1={0} x2={plot.width} y1={floor + 0.5} y2={floor + 0.5} className="chart-axis" />
    </svg>
  );
}

/** The largest total of a category, and at least 1. */
export const highestBar = (categories: readonly Category[], counts: CountsOfCategories): number =>
  Math.max(1, ...rowsOf(categories, counts).map(({ total }) => total));

const sumOf = (counts: ArrayLike<number>): number => Array.from(counts).reduce((sum, count) => sum + count, 0);

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
 * "Most in January, 54; fewest in July, 2.", for screen readers and under the heading. `preposition` is the word
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
    const names = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1) ?? ''}` : (found[0] ?? '');
    return `${preposition} ${names}`;
  };
  if (most === least) return `${countOf(most, 'observation')} in every ${noun}.`;
  const fewest = least === 0 ? `none ${named(0)}` : `fewest ${named(least)}, ${formatCount(least)}`;
  return `Most ${named(most)}, ${formatCount(most)}; ${fewest}.`;
}
