import type { Position } from '../../../core/geo/wgs84.ts';
import { geodesicPoint } from '../../../core/geo/geodesic-point.ts';
import { unwrapLongitude } from '../camera.ts';
import { radiusLimitsInMetres } from '../../vocabulary/radii.ts';

/** Rounds a dragged radius to 10 metres, or to 100 metres from one kilometre, within the limits of a search. */
export function roundRadius(radiusInMetres: number): number {
  const step = radiusInMetres < 1000 ? 10 : 100;
  const rounded = Math.round(radiusInMetres / step) * step;
  return Math.min(Math.max(rounded, radiusLimitsInMetres.smallest), radiusLimitsInMetres.largest);
}

/**
 * The circle of all points at a geodesic distance, as a polygon, clockwise from north. Longitudes continue beyond ±180°
 * across the antimeridian.
 */
export function circleAround(centre: Position, radiusInMetres: number, vertexCount: number): Position[] {
  return Array.from({ length: vertexCount }, (_, index) =>
    unwrapLongitude(centre, geodesicPoint(centre, (index * 360) / vertexCount, radiusInMetres)),
  );
}

/** The geodesic from a point in a direction, as `steps` segments of equal length. */
export function geodesicPath(
  from: Position,
  direction: { readonly bearingInDegrees: number; readonly distanceInMetres: number },
  steps: number,
): Position[] {
  return Array.from({ length: steps + 1 }, (_, index) =>
    unwrapLongitude(
      from,
      geodesicPoint(from, direction.bearingInDegrees, (direction.distanceInMetres * index) / steps),
    ),
  );
}

/** The closest bearing to `bearing`, in steps of 15°, at which the handle has space; `bearing` if there is none. */
export function handleBearing(bearing: number, hasSpace: (bearingInDegrees: number) => boolean): number {
  for (let turn = 0; turn <= 180; turn += 15) {
    for (const tried of [bearing + turn, bearing - turn]) {
      const inRange = ((tried % 360) + 360) % 360;
      if (hasSpace(inRange)) return inRange;
    }
  }
  return bearing;
}
