import { monthNames } from '../vocabulary/dates.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { mostUnusual, type MonthOfYears, usualRange } from './season.ts';
import './charts.css';
import './counts-table.css';
import './season-chart.css';

/** The sightings of each month as dots, one for each year, in front of what is usual, with a key and a table. */
export function SeasonChart({ season }: { readonly season: readonly MonthOfYears[] }) {
  return (
    <figure className="chart stack">
      <SeasonDots season={season} />
      <figcaption>
        <ul className="chart-key row wrap label">
          <li className="row">
            <svg width={14} height={14} aria-hidden="true">
              <circle cx={7} cy={7} r={dotRadius} className="season-dot" />
            </svg>
            One year, or several with the same number
          </li>
          <li className="row">
            <svg width={14} height={14} aria-hidden="true">
              <rect width={14} height={14} className="season-usual" />
            </svg>
            Usual range: leaves out the highest and the lowest quarter of the years
          </li>
        </ul>
      </figcaption>
      <details className="chart-table">
        <summary className="label inner-focus">Show what is usual as a table</summary>
        <table className="counts-table full-width small figure">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Years counted</th>
              <th scope="col">Usual</th>
              <th scope="col">Most</th>
              <th scope="col">Year</th>
            </tr>
          </thead>
          <tbody>
            {season.map((of) => {
              const most = Math.max(0, ...of.years.map(({ sightings }) => sightings));
              const years = of.years.filter(({ sightings }) => sightings === most).map(({ year }) => year);
              return (
                <tr key={of.month}>
                  <th scope="row">{monthNames[of.month]}</th>
                  <td>{formatCount(of.years.length)}</td>
                  <td>{usualRange(of) || 'unknown'}</td>
                  <td>{formatCount(most)}</td>
                  <td>
                    {most === 0 ? '' : years.length > mostNamedYears ? `${years.length} years` : years.join(', ')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const mostNamedYears = 2;
const plot = { width: 336, height: 96 };
const top = 16;
const labelHeight = 20;
const dotRadius = 3.5;

function SeasonDots({ season }: { readonly season: readonly MonthOfYears[] }) {
  const most = Math.max(1, ...season.flatMap(({ years }) => years.map(({ sightings }) => sightings)));
  const unusual = mostUnusual(season);
  const step = plot.width / season.length;
  const floor = top + plot.height;
  const heightOf = (sightings: number): number => (sightings / most) * plot.height;
  return (
    <svg
      viewBox={`0 0 ${plot.width} ${floor + labelHeight}`}
      role="img"
      aria-label="Chart: sightings in each month, year by year"
    >
      {season.map(({ month, years, usual }) => {
        const middle = (month + 0.5) * step;
        return (
          <g key={month}>
            {usual ? (
              <rect
                x={middle - step * 0.4}
                y={floor - heightOf(usual.most) - dotRadius}
                width={step * 0.8}
                height={heightOf(usual.most - usual.least) + 2 * dotRadius}
                className="season-usual"
              />
            ) : null}
            {[...new Set(years.map(({ sightings }) => sightings))].map((sightings) => (
              <circle key={sightings} cx={middle} cy={floor - heightOf(sightings)} r={dotRadius} className="season-dot">
                <title>{`${yearsWith(years, sightings)}: ${countOf(sightings, 'sighting')}`}</title>
              </circle>
            ))}
            <text x={middle} y={floor + 17} textAnchor="middle" className="chart-label">
              {monthNames[month]?.slice(0, 3)}
            </text>
          </g>
        );
      })}
      {unusual ? (
        <text
          x={(unusual.of.month + 0.5) * step + (unusual.of.month > 9 ? -7 : 7)}
          y={floor - heightOf(unusual.sightings) + 3}
          textAnchor={unusual.of.month > 9 ? 'end' : 'start'}
          className="chart-count figure"
        >
          {`${unusual.year}: ${formatCount(unusual.sightings)}`}
        </text>
      ) : null}
    </svg>
  );
}

function yearsWith(years: MonthOfYears['years'], sightings: number): string {
  const found = years.filter((each) => each.sightings === sightings).map(({ year }) => year);
  return found.length > 10 ? `${found.length} years` : found.join(', ');
}
