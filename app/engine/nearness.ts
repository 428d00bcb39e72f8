import type { PointIndex } from '../../core/geo/point-index.ts';
import { pointsAround } from './nearest.ts';
import { add } from './numbering.ts';
import { nearestFirst } from './ordering.ts';
import type { PointDistances } from './point-distances.ts';

/** Where the items of a list stand: those of one group at the same point, or at the same two, of which the nearer counts. */
export interface Standing {
  readonly points: PointIndex;
  readonly pointsOfGroup: 1 | 2;
  readonly groups: number;
  readonly groupOf: (item: number) => number;
  readonly firstPointOf: (group: number) => number;
  readonly secondPointOf: (group: number) => number;
}

/** Finding more than this part of all items, it is quicker to sort them all. */
const largePart = 0.25;

/**
 * The items nearest to where the distances are taken from, the nearest first, equally near ones in the order they come
 * in: at least `least` of them, or all. Only distances that matter for these are worked out.
 */
export function nearestItems(
  items: Uint32Array,
  standing: Standing,
  distances: PointDistances,
  least: number,
): Uint32Array {
  const { points, groups, groupOf, firstPointOf, secondPointOf } = standing;
  const distanceOf = (group: number): number =>
    Math.min(distances.to(firstPointOf(group)), distances.to(secondPointOf(group)));
  if (least >= items.length * largePart) return nearestFirst(items, groupOf, distanceOf, groups);

  const itemsAt = new Uint32Array(points.size);
  for (let index = 0; index < items.length; index++) {
    const group = groupOf(items[index] ?? 0);
    const [first, second] = [firstPointOf(group), secondPointOf(group)];
    add(itemsAt, first);
    if (second !== first) add(itemsAt, second);
  }
  // An item may count at both its points, so that it takes twice as many to be sure of enough of them.
  const wanted = least * standing.pointsOfGroup;
  const isAround = new Uint8Array(points.size);
  for (const point of pointsAround(points, (at) => itemsAt[at] ?? 0, distances.centre, wanted)) isAround[point] = 1;
  const nearby: number[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index] ?? 0;
    const group = groupOf(item);
    if (isAround[firstPointOf(group)] === 1 || isAround[secondPointOf(group)] === 1) nearby.push(item);
  }
  return nearestFirst(Uint32Array.from(nearby), groupOf, distanceOf, groups);
}
