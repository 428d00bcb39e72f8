import type { Position } from '../../core/geo/wgs84.ts';
import { site } from './site.ts';

/** "31.9942° S, 115.7510° E": a position, to about ten metres by default. */
export function formatPosition({ longitude, latitude }: Position, digits = 4): string {
  const part = (degrees: number, positive: string, negative: string): string =>
    `${Math.abs(degrees).toFixed(digits)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}

/** "-31.99421,115.75102": latitude first, as in addresses and map applications. To about a metre by default. */
export function plainPosition({ longitude, latitude }: Position, digits = 5): string {
  const part = (degrees: number): string => String(Number(degrees.toFixed(digits)));
  return `${part(latitude)},${part(longitude)}`;
}

/** Whether a position can be right. One outside the region has, for example, lost its sign. */
export function isPlausible({ longitude, latitude }: Position): boolean {
  const { west, south, east, north } = site.region.box;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** The plausible positions, or all if none is: an implausible one would make their extent far too large. */
export function positionsForExtent<Item extends Position>(positions: readonly Item[]): readonly Item[] {
  const plausible = positions.filter(isPlausible);
  return plausible.length === 0 ? positions : plausible;
}

/** A point this far from everything in the data is outside the region that the data covers. */
export const outsideRegionInMetres = 300_000;
