import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Box } from './label-placement.ts';

/** A hit target: a circle around a point and, if a name or a count is drawn next to it, the box of that text. */
export interface Target {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly box?: Box | undefined;
  readonly item:
    { readonly kind: 'mark'; readonly mark: MapMark } | { readonly kind: 'place'; readonly place: PlaceName };
}

/** Added to the distance of a place when hits are sorted: marks have priority, because users look for them. */
const placePenaltyInPixels = 3;

/**
 * The targets within reach of a point, the nearest first; at equal distance, the last target comes first. Texts are hit
 * only inside their own box: around it is sea or land that users tap on purpose. Places have a reach of their own,
 * because their dots are small and their names can be hit as well.
 */
export function hitsAround(
  targets: readonly Target[],
  x: number,
  y: number,
  reachInPixels: number,
  reachOfPlacesInPixels = reachInPixels,
): Target[] {
  const isPlace = ({ item }: Target): boolean => item.kind === 'place';
  const rankOf = (target: Target): number => distanceTo(target, x, y) + (isPlace(target) ? placePenaltyInPixels : 0);
  // Reversed, because sorting keeps the order of targets at equal distance.
  return targets
    .filter((target) => distanceTo(target, x, y) <= (isPlace(target) ? reachOfPlacesInPixels : reachInPixels))
    .reverse()
    .sort((a, b) => rankOf(a) - rankOf(b));
}

function distanceTo({ x: targetX, y: targetY, radius, box }: Target, x: number, y: number): number {
  const isInText = box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return isInText ? 0 : Math.max(Math.hypot(x - targetX, y - targetY) - radius, 0);
}

/** The mark that represents the records at a position: the mark there, or else the nearest cluster that contains it. */
export function markAt(targets: readonly Target[], { longitude, latitude }: Position): Target | undefined {
  let nearest: Target | undefined;
  let least = Infinity;
  for (const target of targets) {
    if (target.item.kind !== 'mark') continue;
    const { box, position } = target.item.mark;
    if (longitude < box.west || longitude > box.east || latitude < box.south || latitude > box.north) continue;
    const distance = Math.hypot(position.longitude - longitude, position.latitude - latitude);
    if (distance >= least) continue;
    nearest = target;
    least = distance;
  }
  return nearest;
}
