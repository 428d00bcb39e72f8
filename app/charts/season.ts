import { monthInWords, monthNames } from '../vocabulary/dates.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import type { Histogram } from '../engine/engine.ts';
import type { SightingDays } from '../vocabulary/observation-sentences.ts';

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
  if (!unusual) return 'No month of a year had more than twice the sightings that are usual.';
  const { of, year, sightings } = unusual;
  const name = monthNames[of.month];
  const inMonth = countOf(of.sightings, 'sighting');
  const part = of.sightings === sightings ? `All ${inMonth}` : `${formatCount(sightings)} of the ${inMonth}`;
  return `${part} in ${name} were in ${monthInWords(year * 12 + of.month)} (usual: ${usualRange(of)}).`;
}

/** "4 to 12", "3"; '' with fewer than four years. */
export function usualRange({ usual }: Pick<MonthOfYears, 'usual'>): string {
  if (!usual) return '';
  const { least, most } = usual;
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}
