import { bearingInWords, formatBearing, formatDistance, type Units } from './distances.ts';

const leastWithDirectionInMetres = 0.5;

/** Whether something lies in a direction at all: what stands at the very point does not. */
export function hasDirection(distanceInMetres: number): boolean {
  return distanceInMetres >= leastWithDirectionInMetres;
}

interface Way {
  readonly distanceInMetres: number;
  readonly bearingInDegrees: number;
}

/** "8.2 km NW", or "0 m" of what stands at the very point. The bearing is in degrees clockwise from true north. */
export function formatWay({ distanceInMetres, bearingInDegrees }: Way, units: Units): string {
  const distance = formatDistance(distanceInMetres, units);
  return hasDirection(distanceInMetres) ? `${distance} ${formatBearing(bearingInDegrees)}` : distance;
}

/** "8.2 km north-west", for those who hear it. */
export function wayInWords({ distanceInMetres, bearingInDegrees }: Way, units: Units): string {
  const distance = formatDistance(distanceInMetres, units);
  return hasDirection(distanceInMetres) ? `${distance} ${bearingInWords(bearingInDegrees)}` : distance;
}
