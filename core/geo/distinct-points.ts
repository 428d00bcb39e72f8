/** Numbers distinct points, from 0, in the order in which they are added. */
export class DistinctPoints {
  /** In degrees, by number. */
  readonly longitudes: number[] = [];
  readonly latitudes: number[] = [];
  readonly #byLongitude = new Map<number, Map<number, number>>();

  /** Returns the number of a point. A point at the same coordinates as an earlier one has the same number. */
  add(longitude: number, latitude: number): number {
    let byLatitude = this.#byLongitude.get(longitude);
    if (!byLatitude) this.#byLongitude.set(longitude, (byLatitude = new Map()));
    let point = byLatitude.get(latitude);
    if (point === undefined) {
      byLatitude.set(latitude, (point = this.longitudes.length));
      this.longitudes.push(longitude);
      this.latitudes.push(latitude);
    }
    return point;
  }
}
