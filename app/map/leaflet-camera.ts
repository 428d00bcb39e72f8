import { DomUtil, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';

import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from '../engine/engine.ts';
import { type Camera, worldSizeAt } from './camera.ts';

/* The camera of a Leaflet map, and Leaflet's order of coordinates: latitude, longitude. */

/** The camera of what the map shows now, extended on each side by a share of its size. */
export function cameraOf(map: LeafletMap, marginShare = 0): Camera {
  const size = map.getSize();
  const zoom = map.getZoom();
  const corner = map.containerPointToLayerPoint(size.multiplyBy(-marginShare)).round().add(map.getPixelOrigin());
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

/** The zoom and the pixel origin towards which the map is being animated. */
export function animationTarget(map: LeafletMap, { center, zoom }: ZoomAnimEvent): { zoom: number; origin: Point } {
  const pane = map.getPane('mapPane');
  const corner = map.project(center, zoom).subtract(map.getSize().divideBy(2));
  return { zoom, origin: (pane ? corner.add(DomUtil.getPosition(pane)) : corner).round() };
}

/** Positions an element, drawn for a zoom from a corner in pixels of the world, over a view of another zoom. */
export function moveWith(
  element: HTMLElement | SVGElement,
  drawn: Pick<Camera, 'zoom' | 'left' | 'top'>,
  zoom: number,
  origin: Point,
): void {
  const scale = 2 ** (zoom - drawn.zoom);
  const corner = new Point(drawn.left * scale - origin.x, drawn.top * scale - origin.y);
  DomUtil.setTransform(element as HTMLElement, corner, scale);
}

export const positionOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Position => ({
  longitude: lng,
  latitude: lat,
});

/** In Leaflet's order: latitude, longitude. */
export const pairOf = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];
