import { formatBearing, formatDistance, type Units } from './distances.ts';

const leastWithDirectionInMetres = 0.5;

/** Whether something lies in a direction at all: what stands at the very point does not. */
export function hasDirection(distanceInMetres: number): boolean {
  return distanceInMetres >= leastWithDirectionInMetres;
}

/** "8.2 km NW", or "0 m" of what stands at the very point. The bearing is in degrees clockwise from true north. */
export function formatWay(
  { distanceInMetres, bearingInDegrees }: { readonly distanceInMetres: number; readonly bearingInDegrees: number },
  units: Units,
): string {
  const distance = formatDistance(distanceInMetres, units);
  return hasDirection(distanceInMetres) ? `${distance} ${formatBearing(bearingInDegrees)}` : distance;
}
