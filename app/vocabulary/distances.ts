import { formatCount } from './numbers.ts';

export type Units = 'metric' | 'nautical';

export const metresPerNauticalMile = 1852;

/** "850 m", "8.2 km", "1,204 km"; "0.46 nmi", "4.4 nmi". */
export function formatDistance(distanceInMetres: number, units: Units): string {
  if (units === 'nautical') {
    const miles = distanceInMetres / metresPerNauticalMile;
    return `${miles < 1 ? miles.toFixed(2) : miles < 9.95 ? miles.toFixed(1) : formatCount(Math.round(miles))} nmi`;
  }
  if (distanceInMetres < 999.5) return `${Math.round(distanceInMetres)} m`;
  const kilometres = distanceInMetres / 1000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : formatCount(Math.round(kilometres))} km`;
}

/**
 * "5 km", "12.345 km", "50 m", "1 nmi": a radius, rounded only to a decimetre or a thousandth of a nautical mile,
 * because the count shown next to it is correct only for the exact radius.
 */
export function formatRadius(radiusInMetres: number, units: Units): string {
  const formatRounded = (value: number, digits: number): string => formatCount(Number(value.toFixed(digits)));
  if (units === 'nautical') return `${formatRounded(radiusInMetres / metresPerNauticalMile, 3)} nmi`;
  return radiusInMetres < 1000
    ? `${formatRounded(radiusInMetres, 1)} m`
    : `${formatRounded(radiusInMetres / 1000, 4)} km`;
}

/** "300 m offshore", "1.5 km offshore"; '' if no distance was recorded. */
export function formatOffshore(distanceOffshoreInMetres: number | null, units: Units): string {
  return distanceOffshoreInMetres === null ? '' : `${formatDistance(distanceOffshoreInMetres, units)} offshore`;
}

const compassPoints = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const compassPointNames = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

const compassPointIndex = (bearingInDegrees: number): number =>
  Math.round((((bearingInDegrees % 360) + 360) % 360) / 45) % 8;

/** "NW", from degrees clockwise from true north. */
export function formatBearing(bearingInDegrees: number): string {
  return compassPoints[compassPointIndex(bearingInDegrees)] ?? 'N';
}

/** "north-west", for screen readers. */
export function bearingInWords(bearingInDegrees: number): string {
  return compassPointNames[compassPointIndex(bearingInDegrees)] ?? 'north';
}

const minDistanceWithDirectionInMetres = 0.5;

/** Whether a direction is meaningful: not if the distance rounds to 0 m. */
export function hasDirection(distanceInMetres: number): boolean {
  return distanceInMetres >= minDistanceWithDirectionInMetres;
}

/** Distance and direction from a point. */
export interface Bearing {
  readonly distanceInMetres: number;
  /** Clockwise from true north, at the start of the geodesic. */
  readonly bearingInDegrees: number;
}

/** "8.2 km NW", or "0 m" at the point itself. The bearing is in degrees clockwise from true north. */
export function formatDistanceAndBearing({ distanceInMetres, bearingInDegrees }: Bearing, units: Units): string {
  const distance = formatDistance(distanceInMetres, units);
  return hasDirection(distanceInMetres) ? `${distance} ${formatBearing(bearingInDegrees)}` : distance;
}

/** "8.2 km north-west", for screen readers. */
export function distanceAndBearingInWords({ distanceInMetres, bearingInDegrees }: Bearing, units: Units): string {
  const distance = formatDistance(distanceInMetres, units);
  return hasDirection(distanceInMetres) ? `${distance} ${bearingInWords(bearingInDegrees)}` : distance;
}
