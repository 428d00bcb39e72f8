import { PointIndex } from '../point-index.ts';
import type { Position } from '../wgs84.ts';
import { forEachRunWithin } from '../within-radius.ts';

/** The numbers of the points within `radiusInMetres` of the centre, in the order of their slots. */
export function pointsWithinRadius(index: PointIndex, centre: Position, radiusInMetres: number): Uint32Array {
  const points: number[] = [];
  forEachRunWithin(index, centre, radiusInMetres, (startSlot, endSlot) => {
    points.push(...index.order.subarray(startSlot, endSlot));
  });
  return Uint32Array.from(points);
}

export function pointIndexOf(positions: readonly Position[]): PointIndex {
  return PointIndex.from(longitudesOf(positions), latitudesOf(positions));
}

export function pointIndexInGivenOrderOf(positions: readonly Position[]): PointIndex {
  return PointIndex.inGivenOrder(longitudesOf(positions), latitudesOf(positions));
}

function longitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ longitude }) => longitude);
}

function latitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ latitude }) => latitude);
}
