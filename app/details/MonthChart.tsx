import { MarkIcon } from '../components/Icon.tsx';
import type { Summary } from '../engine/engine.ts';
import { monthsOfYear } from '../vocabulary/dates.ts';
import { type Mark, markColours, markPlurals, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';

type Months = Summary['months'];

const height = 96;
const step = 28;
const barWidth = 20;
const axisHeight = 20;
const topSpace = 16;
const left = 2;

/** The number of records in each month of the year, all years together, as stacked bars and as a table. */
export function MonthChart({ months }: { readonly months: Months }) {
  const totals = monthTotals(months);
  const most = Math.max(1, ...totals);
  const shown = marks.filter((mark) => months[mark].some((count) => count > 0));
  const width = 12 * step + left;
  return (
    <figure className="summary-months">
      <svg viewBox={`0 0 ${width} ${topSpace + height + axisHeight}`} role="img" aria-label={monthsInWords(months)}>
        {monthsOfYear.map(({ name, short }, month) => {
          const x = left + month * step + (step - barWidth) / 2;
          const total = totals[month] ?? 0;
          let y = topSpace + height;
          return (
            <g key={name}>
              <title>{`${name}: ${countOf(total, 'record')}`}</title>
              {/* The hover target of the title: a month without records has no bar. */}
              <rect x={left + month * step} y={0} width={step} height={topSpace + height} fill="transparent" />
              {shown.map((mark) => {
                const size = ((months[mark][month] ?? 0) / most) * height;
                y -= size;
                return size === 0 ? null : (
                  <rect key={mark} x={x} y={y} width={barWidth} height={size} fill={`var(${markColours[mark]})`} />
                );
              })}
              {total === 0 ? null : (
                <text x={x + barWidth / 2} y={y - 4} textAnchor="middle" className="summary-month-count figure">
                  {formatCount(total)}
                </text>
              )}
              <text x={x + barWidth / 2} y={topSpace + height + 15} textAnchor="middle" className="summary-month-name">
                {short}
              </text>
            </g>
          );
        })}
        <line x1={0} x2={width} y1={topSpace + height + 0.5} y2={topSpace + height + 0.5} className="details-axis" />
      </svg>
      <figcaption>
        <ul className="summary-key">
          {shown.map((mark) => (
            <li key={mark}>
              <MarkIcon mark={mark} size={14} />
              {markPlurals[mark]} <span className="figure">{formatCount(sum(months[mark]))}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <details className="summary-table">
        <summary>Show the months as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {shown.map((mark) => (
                <th key={mark} scope="col">
                  {markPlurals[mark]}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {monthsOfYear.map(({ name }, month) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {shown.map((mark) => (
                  <td key={mark} className="figure">
                    {formatCount(months[mark][month] ?? 0)}
                  </td>
                ))}
                <td className="figure">{formatCount(totals[month] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function monthTotals(months: Months): readonly number[] {
  return monthsOfYear.map((_, month) => sum(marks.map((mark: Mark) => months[mark][month] ?? 0)));
}

/** "Most records in January, 54; fewest in July, 2.", for screen readers and under the heading. */
export function monthsInWords(months: Months): string {
  const totals = monthTotals(months);
  const [most, least] = [Math.max(...totals), Math.min(...totals)];
  const named = (count: number): string => {
    const found = monthsOfYear.filter((_, month) => totals[month] === count).map(({ name }) => name);
    if (found.length > 3) return `${found.length} months`;
    return found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1) ?? ''}` : (found[0] ?? '');
  };
  if (most === least) return `${countOf(most, 'record')} in every month.`;
  const fewest = least === 0 ? `none in ${named(0)}` : `fewest in ${named(least)}, ${formatCount(least)}`;
  return `Most records in ${named(most)}, ${formatCount(most)}; ${fewest}.`;
}
