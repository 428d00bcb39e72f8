import { DomUtil, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';

import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from '../engine/engine.ts';
import { type Camera, worldSizeAt } from './camera.ts';

/* The camera of a Leaflet map, and Leaflet's order of coordinates: latitude, longitude. */

/**
 * The camera of the map now, or at the target of a zoom animation, extended on each side by a fraction of its size.
 */
export function cameraOf(map: LeafletMap, marginShare = 0, target?: ZoomAnimEvent | null): Camera {
  const size = map.getSize();
  const zoom = target?.zoom ?? map.getZoom();
  const middle = size.divideBy(2);
  const start = target ? map.project(target.center, zoom).subtract(middle) : map.getPixelBounds().getTopLeft();
  const corner = start.subtract(size.multiplyBy(marginShare)).round();
  const width = Math.ceil(size.x * (1 + 2 * marginShare));
  const height = Math.ceil(size.y * (1 + 2 * marginShare));
  const margin = { x: (width - size.x) / 2, y: (height - size.y) / 2 };
  return { zoom, worldSize: worldSizeAt(zoom), left: corner.x, top: corner.y, width, height, margin };
}

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

/**
 * Whether a CSS animation of the zoom is in progress. This is read from the class of the map pane, because a resize
 * during the animation makes the map report that it has stopped.
 */
export function isAnimatingZoom(map: LeafletMap): boolean {
  return map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') ?? false;
}

/**
 * Moves and scales an element that shows the camera `drawn` to fit the map, now or at the target of a zoom animation.
 */
export function alignWithMap(
  element: HTMLElement | SVGElement,
  drawn: Pick<Camera, 'zoom' | 'left' | 'top'>,
  map: LeafletMap,
  target?: ZoomAnimEvent | null,
): void {
  const { zoom, left, top } = cameraOf(map, 0, target);
  const scale = 2 ** (zoom - drawn.zoom);
  const corner = new Point(drawn.left * scale - left, drawn.top * scale - top);
  // The position is relative to the map pane, which a pan moves.
  const pane = map.getPane('mapPane');
  DomUtil.setTransform(element as HTMLElement, pane ? corner.subtract(DomUtil.getPosition(pane)) : corner, scale);
}

export const positionOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Position => ({
  longitude: lng,
  latitude: lat,
});

/** The coordinates in Leaflet's order: latitude, longitude. */
export const latLngOf = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];
