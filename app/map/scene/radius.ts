import type { Position } from '../../../core/geo/wgs84.ts';
import { geodesicPoint } from '../../../core/geo/geodesic-point.ts';
import { unwrapLongitude } from '../camera.ts';
import { radiusLimitsInMetres } from '../../vocabulary/radii.ts';

/** Rounds a dragged radius to ten metres, or a hundred from a kilometre on, within the limits of a search. */
export function roundRadius(radiusInMetres: number): number {
  const step = radiusInMetres < 1000 ? 10 : 100;
  const rounded = Math.round(radiusInMetres / step) * step;
  return Math.min(Math.max(rounded, radiusLimitsInMetres.smallest), radiusLimitsInMetres.largest);
}

/**
 * The line of all points at a distance, as a polygon, from north clockwise; longitudes run on beyond the antimeridian.
 */
export function circleAround(centre: Position, radiusInMetres: number, corners: number): Position[] {
  return Array.from({ length: corners }, (_, at) =>
    unwrapLongitude(centre, geodesicPoint(centre, (at * 360) / corners, radiusInMetres)),
  );
}

/** The geodesic from a point in a direction, as evenly spaced points. */
export function pathBetween(
  from: Position,
  direction: { readonly bearingInDegrees: number; readonly distanceInMetres: number },
  steps: number,
): Position[] {
  return Array.from({ length: steps + 1 }, (_, at) =>
    unwrapLongitude(from, geodesicPoint(from, direction.bearingInDegrees, (direction.distanceInMetres * at) / steps)),
  );
}

/** The bearing of the handle: its current one, or the closest one at which the handle is on the screen. */
export function handleBearing(bearing: number, isOnScreen: (bearingInDegrees: number) => boolean): number {
  for (let turn = 0; turn <= 180; turn += 15) {
    for (const tried of [bearing + turn, bearing - turn]) {
      const inRange = ((tried % 360) + 360) % 360;
      if (isOnScreen(inRange)) return inRange;
    }
  }
  return bearing;
}
