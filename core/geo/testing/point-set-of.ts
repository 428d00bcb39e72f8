import { PointSet } from '../point-set.ts';
import type { Position } from '../wgs84.ts';

export function pointSetOf(positions: readonly Position[]): PointSet {
  return new PointSet(
    Float64Array.from(positions, ({ longitude }) => longitude),
    Float64Array.from(positions, ({ latitude }) => latitude),
  );
}
