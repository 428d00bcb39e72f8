import { radiusLimitsInMetres } from '../view/view-state.ts';
import { metresPerNauticalMile, type Units } from '../vocabulary/distances.ts';

const { smallest, largest } = radiusLimitsInMetres;
/** The slider's own positions: 0 to this. */
export const sliderEnd = 200;
const metresPerUnit: Readonly<Record<Units, number>> = { metric: 1000, nautical: metresPerNauticalMile };

/** Where the slider stands for a radius: as far again for each doubling. */
export function sliderPosition(radiusInMetres: number): number {
  const share = Math.log(radiusInMetres / smallest) / Math.log(largest / smallest);
  return Math.round(Math.min(1, Math.max(0, share)) * sliderEnd);
}

/** The radius at a position of the slider, round in the units: two figures. */
export function radiusAtSlider(position: number, units: Units): number {
  const metres = smallest * (largest / smallest) ** (position / sliderEnd);
  const round = Number((metres / metresPerUnit[units]).toPrecision(2)) * metresPerUnit[units];
  return withinLimits(Math.round(round));
}

/** As the number field shows a radius: in kilometres or nautical miles, to a thousandth. */
export function radiusInUnits(radiusInMetres: number, units: Units): number {
  return Number((radiusInMetres / metresPerUnit[units]).toFixed(3));
}

/** A typed radius in metres; null for what is not a number within the limits. */
export function readTypedRadius(typed: string, units: Units): number | null {
  const number = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '' || !Number.isFinite(number)) return null;
  const metres = Math.round(number * metresPerUnit[units]);
  return metres >= smallest && metres <= largest ? metres : null;
}

function withinLimits(radiusInMetres: number): number {
  return Math.min(largest, Math.max(smallest, radiusInMetres));
}
