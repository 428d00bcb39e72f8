import type { Position } from './wgs84.ts';

/*
 * The spherical Mercator projection of web maps (EPSG:3857), as fractions of the world: x from 180° west eastward, y
 * from 85.05° north southward, both 0 to 1.
 */

/** The latitude at which the map of the world is square. */
const largestLatitude = 85.0511287798;
const radiansPerDegree = Math.PI / 180;

export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Latitudes beyond the northern or southern edge of the map are moved to the edge. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin(Math.min(Math.max(latitude, -largestLatitude), largestLatitude) * radiansPerDegree);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function fromMercator(x: number, y: number): Position {
  return { longitude: x * 360 - 180, latitude: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / radiansPerDegree };
}
