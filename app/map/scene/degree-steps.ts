/** Minimum distance between graticule lines, in pixels. */
export const minGraticuleSpacingInPixels = 110;

/** Steps of the graticule, in seconds of arc, from 1″ to 30°. */
const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000, 108_000] as const;

/** The smallest step, in seconds of arc, whose lines are at least `minPixels` apart; 30° if there is none. */
export function degreeStep(pixelsPerDegree: number, minPixels: number): number {
  return steps.find((step) => (step / 3600) * pixelsPerDegree >= minPixels) ?? 108_000;
}

/** The multiples of a step from one angle to another, in whole seconds of arc. */
export function multiplesBetween(fromDegrees: number, toDegrees: number, stepInSeconds: number): number[] {
  const first = Math.ceil((fromDegrees * 3600) / stepInSeconds);
  const last = Math.floor((toDegrees * 3600) / stepInSeconds);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => (first + index) * stepInSeconds);
}

/**
 * Formats seconds of arc: "32° S", "115° 40′ E", "31° 59′ 30″ S". 0° and a longitude of 180° have no letter.
 */
export function degreeLabel(seconds: number, axis: 'longitude' | 'latitude'): string {
  const absolute = Math.abs(axis === 'longitude' ? wrap(seconds) : seconds);
  const parts = [`${Math.floor(absolute / 3600)}°`];
  if (absolute % 3600 !== 0) parts.push(`${String(Math.floor((absolute % 3600) / 60)).padStart(2, '0')}′`);
  if (absolute % 60 !== 0) parts.push(`${String(absolute % 60).padStart(2, '0')}″`);
  const isNegative = (axis === 'longitude' ? wrap(seconds) : seconds) < 0;
  const letter = axis === 'longitude' ? (isNegative ? 'W' : 'E') : isNegative ? 'S' : 'N';
  const hasSide = absolute !== 0 && absolute !== 648_000;
  return hasSide ? `${parts.join(' ')} ${letter}` : parts.join(' ');
}

function wrap(seconds: number): number {
  return ((((seconds + 648_000) % 1_296_000) + 1_296_000) % 1_296_000) - 648_000;
}
