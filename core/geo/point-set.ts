import Flatbush from 'flatbush';

import { geodesicDistanceInMetres } from './geodesic.ts';
import { eccentricitySquared, equatorialRadiusInMetres, type Position } from './wgs84.ts';

const radiansPerDegree = Math.PI / 180;

/**
 * Points on the ellipsoid, prepared for search: their earth-centred coordinates and a Flatbush over their longitudes
 * and latitudes are worked out at first need, once. Points are named by their index.
 */
export class PointSet {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  #centredCoordinates: Float64Array | undefined;
  #tree: Flatbush | undefined;

  /** Both arrays in degrees, of one length; the longitudes lie in -180 to 180, the latitudes in -90 to 90. */
  constructor(longitudes: Float64Array, latitudes: Float64Array) {
    if (longitudes.length !== latitudes.length) throw new RangeError('as many longitudes as latitudes are needed');
    this.longitudes = longitudes;
    this.latitudes = latitudes;
  }

  get size(): number {
    return this.longitudes.length;
  }

  /** Earth-centred x, y, z in metres: those of point i stand at 3i. */
  get centredCoordinates(): Float64Array {
    if (this.#centredCoordinates) return this.#centredCoordinates;
    const coordinates = new Float64Array(this.size * 3);
    for (let point = 0; point < this.size; point++) {
      writeCentredCoordinates(this.longitudes[point] ?? 0, this.latitudes[point] ?? 0, coordinates, point * 3);
    }
    return (this.#centredCoordinates = coordinates);
  }

  /** The geodesic from a position to one of the points, in metres. */
  distanceFrom(position: Position, point: number): number {
    return geodesicDistanceInMetres(
      position.longitude,
      position.latitude,
      this.longitudes[point] ?? Number.NaN,
      this.latitudes[point] ?? Number.NaN,
    );
  }

  /** Indexes of the points inside a box in degrees, edges included, in no order. */
  inBox(west: number, south: number, east: number, north: number): number[] {
    if (this.size === 0) return []; // Flatbush refuses to index nothing.
    if (!this.#tree) {
      this.#tree = new Flatbush(this.size);
      for (let point = 0; point < this.size; point++) {
        const longitude = this.longitudes[point] ?? 0;
        const latitude = this.latitudes[point] ?? 0;
        this.#tree.add(longitude, latitude, longitude, latitude);
      }
      this.#tree.finish();
    }
    return this.#tree.search(west, south, east, north);
  }
}

/**
 * Writes the earth-centred coordinates, in metres, of a point on the ellipsoid given in degrees
 * (the usual geodetic-to-geocentric conversion at height zero).
 */
export function writeCentredCoordinates(
  longitude: number,
  latitude: number,
  target: Float64Array,
  offset: number,
): void {
  const sinLatitude = Math.sin(latitude * radiansPerDegree);
  const cosLatitude = Math.cos(latitude * radiansPerDegree);
  const primeVerticalRadius = equatorialRadiusInMetres / Math.sqrt(1 - eccentricitySquared * sinLatitude * sinLatitude);
  target[offset] = primeVerticalRadius * cosLatitude * Math.cos(longitude * radiansPerDegree);
  target[offset + 1] = primeVerticalRadius * cosLatitude * Math.sin(longitude * radiansPerDegree);
  target[offset + 2] = primeVerticalRadius * (1 - eccentricitySquared) * sinLatitude;
}
