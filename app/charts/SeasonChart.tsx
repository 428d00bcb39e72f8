import type { Histogram } from '../engine/engine.ts';
import { monthInWords, monthNames } from '../vocabulary/dates.ts';
import { countOfNoun, formatCount } from '../vocabulary/numbers.ts';
import type { SightingDays } from '../vocabulary/observation-sentences.ts';
import { CountsTable } from './CountsTable.tsx';
import { ChartFigure } from './StackedBars.tsx';
import { site } from '../vocabulary/site.ts';

const { sighting } = site.marks;

/** The sightings of each month as dots, one for each year, in front of what is usual, with a key and a table. */
export function SeasonChart({ season }: { readonly season: readonly MonthOfYears[] }) {
  return (
    <ChartFigure
      legend={
        <ul className="chart-key row wrap label">
          <li className="row">
            <svg width={14} height={14} aria-hidden="true">
              <circle cx={7} cy={7} r={dotRadius} fill="var(--primary)" stroke="var(--paper)" />
            </svg>
            One year, or several with the same number
          </li>
          <li className="row">
            <svg width={14} height={14} aria-hidden="true">
              <rect width={14} height={14} fill={usualFill} />
            </svg>
            Usual range: leaves out the highest and the lowest quarter of the years
          </li>
        </ul>
      }
      tableTitle="Show what is usual as a table"
      table={<CountsTable heads={['Month', 'Years counted', 'Usual', 'Most', 'Year']} rows={season.map(rowOf)} />}
    >
      <SeasonDots season={season} />
    </ChartFigure>
  );
}

function rowOf(of: MonthOfYears) {
  const most = Math.max(0, ...of.years.map(({ sightings }) => sightings));
  const years = of.years.filter(({ sightings }) => sightings === most).map(({ year }) => year);
  const named = most === 0 ? '' : years.length > mostNamedYears ? `${years.length} years` : years.join(', ');
  return [monthNames[of.month], of.years.length, usualRange(of) || 'unknown', most, named] as const;
}

const mostNamedYears = 2;
const usualFill = 'color-mix(in srgb, var(--ink) 16%, var(--paper))';
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
      aria-label={`Chart: ${sighting.many} in each month, year by year`}
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
                fill={usualFill}
              />
            ) : null}
            {[...new Set(years.map(({ sightings }) => sightings))].map((sightings) => (
              <circle
                key={sightings}
                cx={middle}
                cy={floor - heightOf(sightings)}
                r={dotRadius}
                fill="var(--primary)"
                stroke="var(--paper)"
              >
                <title>{`${yearsWith(years, sightings)}: ${countOfNoun(sightings, sighting)}`}</title>
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

interface YearCount {
  readonly year: number;
  readonly sightings: number;
}

/** A month of the year at a place, over all years. */
export interface MonthOfYears {
  /** 0 for January. */
  readonly month: number;
  /** The sightings in this month in all years. */
  readonly sightings: number;
  /** The years of which the data covers the whole month, ascending. */
  readonly years: readonly YearCount[];
  /**
   * The least and the most of those years, without a quarter of them (rounded down) at either end; null with fewer than
   * four years.
   */
  readonly usual: { readonly least: number; readonly most: number } | null;
}

const fewestYears = 4;

/** What is usual in each month of the year. Years of which the data does not cover the whole month do not count. */
export function seasonOf(
  { firstMonth, counts }: Pick<Histogram, 'firstMonth' | 'counts'>,
  sightingDays: readonly SightingDays[],
): readonly MonthOfYears[] {
  // The first and the last year may have months before the oldest and after the newest record.
  const countIn = (year: number, month: number): number => counts.sighting[year * 12 + month - firstMonth] ?? 0;
  return Array.from({ length: 12 }, (_, month) => {
    const years = sightingDays
      .filter(({ halves }) => halves[month * 2] !== null && halves[month * 2 + 1] !== null)
      .map(({ year }) => ({ year, sightings: countIn(year, month) }));
    const sorted = years.map((each) => each.sightings).sort((a, b) => a - b);
    const quarter = Math.floor(sorted.length / 4);
    return {
      month,
      sightings: sightingDays.reduce((sum, { year }) => sum + countIn(year, month), 0),
      years,
      usual:
        years.length < fewestYears
          ? null
          : { least: Number(sorted[quarter]), most: Number(sorted[sorted.length - 1 - quarter]) },
    };
  });
}

/** Fewer sightings, or at most twice as many as usual, may be chance. */
const fewestUnusual = 5;
const unusualFactor = 2;

/** The month with most sightings above the usual, if these are far above it; null without such a month. */
export function mostUnusual(season: readonly MonthOfYears[]): (YearCount & { readonly of: MonthOfYears }) | null {
  const unusual = season.flatMap((of) =>
    of.years.flatMap((each) => {
      if (of.usual === null || each.sightings < fewestUnusual) return [];
      const { most } = of.usual;
      return each.sightings > unusualFactor * most ? [{ ...each, of, above: each.sightings - most }] : [];
    }),
  );
  return unusual.sort((a, b) => b.above - a.above)[0] ?? null;
}

/** With fewer sightings, every difference may be chance. */
const fewestSightings = 10;

/** "39 of the 109 sightings in April were in April 2017 (usual: 9 to 19)."; '' if there are too few sightings or years. */
export function seasonInWords(season: readonly MonthOfYears[]): string {
  const all = season.reduce((sum, { sightings }) => sum + sightings, 0);
  if (all < fewestSightings || season.every(({ usual }) => usual === null)) return '';
  const unusual = mostUnusual(season);
  if (!unusual) return `No month of a year had more than twice the ${sighting.many} that are usual.`;
  const { of, year, sightings } = unusual;
  const name = monthNames[of.month];
  const inMonth = countOfNoun(of.sightings, sighting);
  const part = of.sightings === sightings ? `All ${inMonth}` : `${formatCount(sightings)} of the ${inMonth}`;
  return `${part} in ${name} were in ${monthInWords(year * 12 + of.month)} (usual: ${usualRange(of)}).`;
}

/** "4 to 12", "3"; '' with fewer than four years. */
function usualRange({ usual }: Pick<MonthOfYears, 'usual'>): string {
  if (!usual) return '';
  const { least, most } = usual;
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}
