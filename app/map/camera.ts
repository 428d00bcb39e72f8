import { fromMercator, mercatorX, mercatorY } from '../../core/geo/web-mercator.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from '../engine/engine.ts';

/**
 * The part of the map that a drawing shows: a rectangle in CSS pixels on a Mercator world map that is `worldSize`
 * pixels wide.
 */
export interface Camera {
  readonly zoom: number;
  readonly worldSize: number;
  /** Offset of the top left corner from the top left of the world. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** How far the drawing extends beyond the view, on each side. */
  readonly margin: ScreenSize;
}

/** A point in CSS pixels from the top left corner of a camera. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A size in CSS pixels. */
export interface ScreenSize {
  readonly x: number;
  readonly y: number;
}

/** Width of the world in CSS pixels. */
export const worldSizeAt = (zoom: number): number => 256 * 2 ** zoom;

/** Converts a position to a point of the camera. */
export function pointIn({ worldSize, left, top }: Camera, { longitude, latitude }: Position): ScreenPoint {
  return { x: mercatorX(longitude) * worldSize - left, y: mercatorY(latitude) * worldSize - top };
}

/** Converts a point of the camera to a position. */
export function positionAt({ worldSize, left, top }: Camera, { x, y }: ScreenPoint): Position {
  return fromMercator((x + left) / worldSize, (y + top) / worldSize);
}

/** The box that the camera covers, within the longitudes of the world. */
export function boxOf(camera: Camera): MapBox {
  const northWest = positionAt(camera, { x: 0, y: 0 });
  const southEast = positionAt(camera, { x: camera.width, y: camera.height });
  return {
    west: Math.max(northWest.longitude, -180),
    south: southEast.latitude,
    east: Math.min(southEast.longitude, 180),
    north: northWest.latitude,
  };
}

/** The camera of a map with the given centre, zoom and size, without a margin. */
export function cameraAt(
  { centre, zoom }: { readonly centre: Position; readonly zoom: number },
  { x, y }: ScreenSize,
): Camera {
  const worldSize = worldSizeAt(zoom);
  const left = mercatorX(centre.longitude) * worldSize - x / 2;
  const top = mercatorY(centre.latitude) * worldSize - y / 2;
  return { zoom, worldSize, left, top, width: x, height: y, margin: { x: 0, y: 0 } };
}

/** Unwraps a longitude: adds a multiple of 360°, so that it differs from that of `other` by at most 180°. */
export function unwrapLongitude(other: Position, { longitude, latitude }: Position): Position {
  const turns = Math.round((longitude - other.longitude) / 360);
  return { longitude: longitude - turns * 360, latitude };
}
