import { MarkIcon } from '../components/Icon.tsx';
import type { MarkCounts } from '../engine/engine.ts';
import { monthNames } from '../vocabulary/dates.ts';
import { markColours, markPlurals, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';

const chartHeight = 88;
const barWidth = 20;
const step = 28;
const labelHeight = 18;

/** Records by month of the year as bars stacked by kind, with their legend, a sentence and a table. */
export function MonthsChart({ byMonth }: { readonly byMonth: readonly MarkCounts[] }) {
  const totals = byMonth.map(sumOf);
  const most = Math.max(...totals);
  if (most === 0) return null;
  const shown = marks.filter((mark) => byMonth.some((counts) => counts[mark] > 0));
  return (
    <figure className="summary-months">
      <figcaption className="small muted figure">{monthsInWords(totals)}</figcaption>
      <svg viewBox={`0 0 ${12 * step} ${chartHeight + labelHeight}`} aria-hidden="true">
        {byMonth.map((counts, month) => {
          let top = chartHeight;
          return (
            <g key={monthNames[month]}>
              {shown.map((mark) => {
                const height = (counts[mark] / most) * chartHeight;
                top -= height;
                return height === 0 ? null : (
                  <rect
                    key={mark}
                    x={month * step + (step - barWidth) / 2}
                    y={top}
                    width={barWidth}
                    height={height}
                    fill={`var(${markColours[mark]})`}
                  />
                );
              })}
              <text x={(month + 0.5) * step} y={chartHeight + 14} textAnchor="middle">
                {(monthNames[month] ?? '').slice(0, 3)}
              </text>
            </g>
          );
        })}
        <line x1={0} x2={12 * step} y1={chartHeight + 0.5} y2={chartHeight + 0.5} className="details-axis" />
      </svg>
      <ul className="summary-legend small">
        {shown.map((mark) => (
          <li key={mark}>
            <MarkIcon mark={mark} size={12} /> {markPlurals[mark]}
          </li>
        ))}
      </ul>
      <details className="small">
        <summary>Months as a table</summary>
        <MonthsTable byMonth={byMonth} />
      </details>
    </figure>
  );
}

/** The counts as a table; kinds without a record are left out. */
function MonthsTable({ byMonth }: { readonly byMonth: readonly MarkCounts[] }) {
  const shown = marks.filter((mark) => byMonth.some((counts) => counts[mark] > 0));
  return (
    <table className="summary-table figure">
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
        {byMonth.map((counts, month) => (
          <tr key={monthNames[month]}>
            <th scope="row">{monthNames[month]}</th>
            {shown.map((mark) => (
              <td key={mark}>{formatCount(counts[mark])}</td>
            ))}
            <td>{formatCount(sumOf(counts))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(counts: MarkCounts): number {
  return marks.reduce((sum, mark) => sum + counts[mark], 0);
}

/** "Most in December (87 records), fewest in June (1 record)." All years together. */
export function monthsInWords(totals: readonly number[]): string {
  const most = Math.max(...totals);
  const fewest = Math.min(...totals);
  const name = (count: number): string =>
    joinNames(monthNames.filter((_, month) => totals[month] === count)) + ` (${countOf(count, 'record')})`;
  return most === fewest
    ? `The same number in every month (${most}).`
    : `Most in ${name(most)}, fewest in ${name(fewest)}.`;
}

/** Names of up to three months; more would not be read. */
function joinNames(names: readonly string[]): string {
  if (names.length > 3) return `${names.length} months`;
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
