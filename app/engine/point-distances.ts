import type { PointIndex } from '../../core/geo/point-index.ts';
import type { Position } from '../../core/geo/wgs84.ts';

/** Geodesics in metres from a centre to the points of an index, each worked out once. */
export class PointDistances {
  readonly centre: Position;
  readonly #index: PointIndex;
  readonly #metres: Float64Array;

  constructor(index: PointIndex, centre: Position) {
    this.#index = index;
    this.centre = centre;
    this.#metres = new Float64Array(index.size).fill(Number.NaN);
  }

  to(point: number): number {
    const known = this.#metres[point] ?? Number.NaN;
    if (!Number.isNaN(known)) return known;
    const distance = this.#index.distanceFrom(this.centre, point);
    this.#metres[point] = distance;
    return distance;
  }
}
