import type { Map as LeafletMap } from 'leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapBox } from '../../engine/engine.ts';

/** A rectangle of the Mercator chart in CSS pixels, in a world that is `worldSize` pixels wide. */
export interface Frame {
  readonly zoom: number;
  readonly worldSize: number;
  /** Offset of the top left corner from the top left of the world. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Margins beyond the view, on each side. */
  readonly beyond: ScreenPoint;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

const largestLatitude = 85.0511287798;

/** From the antimeridian eastward, 0 to 1. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** From 85° north southward, 0 to 1; positions further north or south are drawn at the edge. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.min(Math.max(latitude, -largestLatitude), largestLatitude) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The point of a position in a frame, from its top left corner. */
export function pointIn(frame: Frame, { longitude, latitude }: Position): ScreenPoint {
  return {
    x: mercatorX(longitude) * frame.worldSize - frame.left,
    y: mercatorY(latitude) * frame.worldSize - frame.top,
  };
}

/** The position at a point of a frame. */
export function positionAt(frame: Frame, { x, y }: ScreenPoint): Position {
  const northing = Math.PI * (1 - (2 * (y + frame.top)) / frame.worldSize);
  return {
    longitude: ((x + frame.left) / frame.worldSize) * 360 - 180,
    latitude: (Math.atan(Math.sinh(northing)) * 180) / Math.PI,
  };
}

export const worldSizeAt = (zoom: number): number => 256 * 2 ** zoom;

/** The box that the map shows, within the limits of the world. */
export function visibleBox(map: LeafletMap): MapBox {
  const bounds = map.getBounds();
  return {
    west: Math.max(bounds.getWest(), -180),
    south: Math.max(bounds.getSouth(), -90),
    east: Math.min(bounds.getEast(), 180),
    north: Math.min(bounds.getNorth(), 90),
  };
}

/** The box that a drawing covers. */
export function boxOf(frame: Frame): MapBox {
  const northWest = positionAt(frame, { x: 0, y: 0 });
  const southEast = positionAt(frame, { x: frame.width, y: frame.height });
  return {
    west: Math.max(northWest.longitude, -180),
    south: southEast.latitude,
    east: Math.min(southEast.longitude, 180),
    north: northWest.latitude,
  };
}

export const positionOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Position => ({
  longitude: lng,
  latitude: lat,
});

export const pairOf = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];

/** Unwraps a longitude: returns it plus or minus 360° so that it is at most 180° from that of another position. */
export function unwrapLongitude(other: Position, { longitude, latitude }: Position): Position {
  const turns = Math.round((longitude - other.longitude) / 360);
  return { longitude: longitude - turns * 360, latitude };
}
