import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Box } from './label-placement.ts';

/** A press target: around a point, and for a name also within a box. */
export interface Target {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly box?: Box | undefined;
  readonly of:
    { readonly kind: 'mark'; readonly mark: MapMark } | { readonly kind: 'place'; readonly place: PlaceName };
}

interface Hit {
  readonly target: Target;
  /** Distance from its edge; 0 inside. */
  readonly distanceInPixels: number;
}

/** A name must be hit more closely than a mark, because marks are what users look for. */
const placesBehindInPixels = 3;

/** The targets within reach of a point, the nearest first; at equal distance, the one drawn last. */
export function hitsAround(targets: readonly Target[], x: number, y: number, reachInPixels: number): Hit[] {
  const hits: { readonly hit: Hit; readonly order: number; readonly at: number }[] = [];
  targets.forEach((target, at) => {
    const distanceInPixels = distanceTo(target, x, y);
    if (distanceInPixels > reachInPixels) return;
    const order = distanceInPixels + (target.of.kind === 'place' ? placesBehindInPixels : 0);
    hits.push({ hit: { target, distanceInPixels }, order, at });
  });
  hits.sort((a, b) => a.order - b.order || b.at - a.at);
  return hits.map(({ hit }) => hit);
}

function distanceTo({ x: targetX, y: targetY, radius, box }: Target, x: number, y: number): number {
  const toPoint = Math.max(Math.hypot(x - targetX, y - targetY) - radius, 0);
  if (!box) return toPoint;
  const sideways = Math.max(box.left - x, x - box.right, 0);
  const above = Math.max(box.top - y, y - box.bottom, 0);
  return Math.min(toPoint, Math.hypot(sideways, above));
}

/** The mark that represents the records at a position: the one there, or else the nearest cluster around it. */
export function markAt(targets: readonly Target[], { longitude, latitude }: Position): Target | undefined {
  let nearest: Target | undefined;
  let least = Infinity;
  for (const target of targets) {
    if (target.of.kind !== 'mark') continue;
    const { box, position } = target.of.mark;
    if (longitude < box.west || longitude > box.east || latitude < box.south || latitude > box.north) continue;
    const distance = Math.hypot(position.longitude - longitude, position.latitude - latitude);
    if (distance >= least) continue;
    nearest = target;
    least = distance;
  }
  return nearest;
}
