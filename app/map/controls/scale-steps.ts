import { metresPerNauticalMile } from '../../vocabulary/distances.ts';
import { formatCount } from '../../vocabulary/numbers.ts';

/** A bar of the scale: a round length and how long it is on the screen. */
export interface ScaleStep {
  readonly label: string;
  readonly pixels: number;
}

/** Thousands are grouped as everywhere else; fractions have few digits anyway. */
const inWords = (length: number): string => (Number.isInteger(length) ? formatCount(length) : String(length));

/** The longest length of 1, 2 or 5 times a power of ten that is no longer than `mostPixels`, in both units. */
export function scaleSteps(
  metresPerPixel: number,
  mostPixels: number,
): { readonly metric: ScaleStep; readonly nautical: ScaleStep } {
  const metres = roundBelow(metresPerPixel * mostPixels);
  const miles = roundBelow((metresPerPixel * mostPixels) / metresPerNauticalMile);
  return {
    metric: { label: metres < 1000 ? `${metres} m` : `${inWords(metres / 1000)} km`, pixels: metres / metresPerPixel },
    nautical: { label: `${inWords(miles)} nmi`, pixels: (miles * metresPerNauticalMile) / metresPerPixel },
  };
}

function roundBelow(value: number): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const lead = value / 10 ** power;
  const step = lead >= 5 ? 5 : lead >= 2 ? 2 : 1;
  return Number((step * 10 ** power).toPrecision(1));
}
