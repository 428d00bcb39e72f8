import { metresPerDegreeOfLongitude } from '../../core/geo/wgs84.ts';
import { metresPerNauticalMile } from '../vocabulary/distances.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { type Camera, positionAt } from './camera.ts';

/** The scale in the middle of a camera. */
export function metresPerPixelOf(camera: Camera): number {
  const { latitude } = positionAt(camera, { x: camera.width / 2, y: camera.height / 2 });
  return (360 / camera.worldSize) * metresPerDegreeOfLongitude(latitude);
}

/** A bar of the scale: a round length, and the size of the bar on the screen. */
export interface ScaleStep {
  readonly label: string;
  readonly pixels: number;
}

const formatMetric = (metres: number): string => (metres < 1000 ? `${metres} m` : `${formatCount(metres / 1000)} km`);

/** Rounds an error to one digit, because it is not known more precisely. */
export const formatError = (metres: number): string => formatMetric(Number(metres.toPrecision(1)));

/** The longest length of 1, 2 or 5 times a power of ten that is no longer than `maxPixels`, in both units. */
export function scaleSteps(
  metresPerPixel: number,
  maxPixels: number,
): { readonly metric: ScaleStep; readonly nautical: ScaleStep } {
  const metres = roundBelow(metresPerPixel * maxPixels);
  const miles = roundBelow((metresPerPixel * maxPixels) / metresPerNauticalMile);
  return {
    metric: { label: formatMetric(metres), pixels: metres / metresPerPixel },
    nautical: { label: `${formatCount(miles)} nmi`, pixels: (miles * metresPerNauticalMile) / metresPerPixel },
  };
}

function roundBelow(value: number): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const leading = value / 10 ** power;
  const step = leading >= 5 ? 5 : leading >= 2 ? 2 : 1;
  return Number((step * 10 ** power).toPrecision(1));
}
