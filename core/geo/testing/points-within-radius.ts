import type { PointIndex } from '../point-index.ts';
import { forEachRunWithin } from '../within-radius.ts';
import type { Position } from '../wgs84.ts';

/** The numbers of the points within `radiusInMetres` of the centre, in the order of their slots. */
export function pointsWithinRadius(index: PointIndex, centre: Position, radiusInMetres: number): Uint32Array {
  const points: number[] = [];
  forEachRunWithin(index, centre, radiusInMetres, (startSlot, endSlot) => {
    points.push(...index.order.subarray(startSlot, endSlot));
  });
  return Uint32Array.from(points);
}
