import type { Locations } from '../locations.ts';
import { FeatureMatcher, writeRelativeLocations } from '../feature-relative-locations.ts';

export type Point = readonly [longitude: number, latitude: number];
/** A name, and its points. */
export type NamedPoints = readonly [name: string | null, ...points: Point[]];

export function locationsFrom(places: readonly NamedPoints[], pointsPerLocation = 1): Locations {
  const degrees = (axis: 0 | 1): Float64Array =>
    Float64Array.from(places.flatMap(([, ...points]) => points.map((point) => point[axis])));
  return { names: places.map(([name]) => name), pointsPerLocation, longitudes: degrees(0), latitudes: degrees(1) };
}

/** The columns of places told by known ones, as they are in the file. */
export function relativeColumns(
  places: readonly NamedPoints[],
  known: readonly NamedPoints[],
  pointsPerLocation = 2,
): Record<string, unknown> {
  const search = new FeatureMatcher(locationsFrom(known, pointsPerLocation));
  return JSON.parse(JSON.stringify(writeRelativeLocations(locationsFrom(places), search))) as Record<string, unknown>;
}
