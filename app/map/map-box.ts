import type { Map as LeafletMap } from 'leaflet';

import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from '../engine/engine.ts';
import { type Frame, positionAt } from './chart/frame.ts';

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
