import { metresPerNauticalMile, type Units } from './distances.ts';
import { formatCount } from './numbers.ts';

/** Limits of the radius of a search. */
export const radiusLimitsInMetres = { smallest: 50, largest: 1_000_000 } as const;

/**
 * The distance between the slider's stops from each radius upward. Both are in thousandths of the displayed unit, so
 * that the stops are exact.
 */
const steps: readonly (readonly [from: number, step: number])[] = [
  [50, 50],
  [200, 100],
  [500, 50],
  [1000, 100],
  [3000, 250],
  [10_000, 500],
  [20_000, 1000],
  [50_000, 10_000],
  [100_000, 50_000],
  [300_000, 100_000],
];

/** Metres in the unit in which radii are displayed. */
export const metresPerUnit: Readonly<Record<Units, number>> = { metric: 1000, nautical: metresPerNauticalMile };
export const unitSigns: Readonly<Record<Units, string>> = { metric: 'km', nautical: 'nmi' };
/**
 * The radii in metres at which the slider stops, ascending and round in the units. Most are between 0.5 and 50 units,
 * where most searches are. From 0.5 units upward, the distance between stops grows with the radius.
 */
export function radiusStops(units: Units): readonly number[] {
  const { smallest, largest } = radiusLimitsInMetres;
  const stops: number[] = [];
  for (const [index, [from, step]] of steps.entries()) {
    const end = steps[index + 1]?.[0] ?? 1_000_001;
    for (let thousandths = from; thousandths < end; thousandths += step) {
      const metres = (thousandths * metresPerUnit[units]) / 1000;
      if (metres >= smallest && metres <= largest) stops.push(metres);
    }
  }
  return stops;
}

/** The index of the stop closest to a radius. */
export function closestStopIndex(stops: readonly number[], radiusInMetres: number): number {
  const above = stops.findIndex((stop) => stop >= radiusInMetres);
  if (above <= 0) return above === 0 ? 0 : stops.length - 1;
  const [lower = 0, upper = 0] = [stops[above - 1], stops[above]];
  return radiusInMetres - lower < upper - radiusInMetres ? above - 1 : above;
}

/** Formats a radius for the number field: rounded to a thousandth of the unit, without the unit. */
export function formatRadiusInUnit(radiusInMetres: number, units: Units): string {
  return String(Number((radiusInMetres / metresPerUnit[units]).toFixed(3)));
}

/** Parses a radius typed with a decimal point or comma. Returns metres, or a problem to show to the user. */
export function readRadius(
  text: string,
  units: Units,
): { readonly radiusInMetres: number } | { readonly problem: string } {
  const typed = text.trim().replace(',', '.');
  const metres = /^(?:\d{1,7}(?:\.\d{0,9})?|\.\d{1,9})$/.test(typed)
    ? Number(typed) * metresPerUnit[units]
    : Number.NaN;
  const { smallest, largest } = radiusLimitsInMetres;
  // The displayed limits are rounded to a thousandth. They must be valid too.
  const slack = metresPerUnit[units] / 1000;
  if (metres >= smallest - slack && metres <= largest + slack) {
    return { radiusInMetres: Math.min(largest, Math.max(smallest, Number(metres.toFixed(6)))) };
  }
  const limits = [smallest, largest].map((limit) => formatCount(Number(formatRadiusInUnit(limit, units))));
  return { problem: `The radius must be between ${limits.join(' and ')} ${unitSigns[units]}.` };
}
