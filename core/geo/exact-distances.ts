import type { PointIndex } from './point-index.ts';
import type { Position } from './wgs84.ts';

/**
 * Geodesics in metres from one centre to points of an index, worked out once for points at the same coordinates that
 * are asked for one after the other: many records share a place, and a geodesic takes a microsecond.
 */
export class ExactDistances {
  readonly #index: PointIndex;
  readonly #centre: Position;
  #longitude = Number.NaN;
  #latitude = Number.NaN;
  #distanceInMetres = Number.NaN;

  constructor(index: PointIndex, centre: Position) {
    this.#index = index;
    this.#centre = centre;
  }

  to(point: number): number {
    const longitude = this.#index.longitudes[point] ?? Number.NaN;
    const latitude = this.#index.latitudes[point] ?? Number.NaN;
    if (longitude !== this.#longitude || latitude !== this.#latitude) {
      this.#longitude = longitude;
      this.#latitude = latitude;
      this.#distanceInMetres = this.#index.distanceFrom(this.#centre, point);
    }
    return this.#distanceInMetres;
  }
}
