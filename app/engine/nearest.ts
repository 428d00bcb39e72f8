import { nearestPoints } from '../../core/geo/nearest.ts';
import type { PointIndex } from '../../core/geo/point-index.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { forEachRunWithin } from '../../core/geo/within-radius.ts';

/** Longer than any geodesic. */
const aroundTheWorldInMetres = 20_100_000;
const firstStepInMetres = 500;
const stepGrowth = 3;

/**
 * The points around a centre that hold at least `wanted` items, or all points that hold any: none that is left out is
 * as near as one of them. `itemsAt` tells how many items a point holds. In no order.
 *
 * The circle begins at the nearest point, items or not, so that it is exactly that point and its ties where it holds
 * enough; from there it grows by longer and longer steps. The steps are counted from that point and not from the centre:
 * seen from far away, all points are about equally far.
 */
export function pointsAround(
  index: PointIndex,
  itemsAt: (point: number) => number,
  centre: Position,
  wanted: number,
): number[] {
  const nearest = nearestPoints(index, centre, Infinity);
  if (!nearest) return [];
  let radius = nearest.distanceInMetres;
  for (let step = firstStepInMetres; ; step *= stepGrowth) {
    const points: number[] = [];
    let items = 0;
    forEachRunWithin(index, centre, radius, (start, end) => {
      for (let point = start; point < end; point++) {
        const held = itemsAt(point);
        if (held > 0) points.push(point);
        items += held;
      }
    });
    if (items >= wanted || radius > aroundTheWorldInMetres) return points;
    radius += step;
  }
}
