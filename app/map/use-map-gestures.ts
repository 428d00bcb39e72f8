import { LatLng, type LeafletMouseEvent, type Map as LeafletMap, Point } from 'leaflet';
import { useEffect } from 'react';

import { oncePerFrame } from '../explorer/frame-scheduler.ts';
import { isAnimatingZoom } from './leaflet-camera.ts';
import { animationInSeconds, largestZoom, prefersReducedMotion, smallestZoom } from './map-options.ts';

const stepInPixels = 80;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the map by a number of pixels, without an animation if the user prefers reduced motion. */
export function panMap(map: LeafletMap, [x, y]: readonly [x: number, y: number], pixels: number): void {
  map.panBy([x * pixels, y * pixels], { animate: !prefersReducedMotion(), duration: animationInSeconds });
}

/** Fraction of the remaining change of zoom that each frame applies. */
const fractionPerFrame = 0.3;
/** A frame this close to the target zoom goes straight to it. */
const closeEnough = 0.01;
/**
 * Zooms a map smoothly around a point: each frame approaches the target zoom, so that the picture can be drawn again
 * during the zoom. If tiles are shown, Leaflet's own animations are used, because Leaflet removes the tiles at each
 * change of zoom that is not animated.
 */
class SmoothZoom {
  readonly #map: LeafletMap;
  #target: number | null = null;
  /** The point of the view that stays in place during the zoom, and the position there. */
  #around = new Point(0, 0);
  #position = new LatLng(0, 0);
  readonly #frame = oncePerFrame(() => {
    this.#step();
  });

  constructor(map: LeafletMap) {
    this.#map = map;
    map
      .on('zoomend', () => {
        if (this.#target !== null) this.#frame.push(undefined);
      })
      // A drag ends the zoom.
      .on('dragstart', () => {
        this.#target = null;
      });
  }

  /** Changes the target zoom, also while an earlier change is in progress. Without a point, zooms around the centre. */
  zoomBy(change: number, around = this.#map.getSize().divideBy(2)): void {
    const wanted = (this.#target ?? this.#map.getZoom()) + change;
    if (this.#target === null || !around.equals(this.#around)) {
      this.#around = around;
      this.#position = this.#map.containerPointToLatLng(around);
    }
    this.#target = Math.round(Math.min(Math.max(wanted, smallestZoom), largestZoom) * 100) / 100;
    this.#frame.push(undefined);
  }

  #step(): void {
    const map = this.#map;
    if (this.#target === null) return;
    const target = this.#target;
    const remaining = target - map.getZoom();
    const isClose = Math.abs(remaining) < closeEnough;
    if ((map.getPane('tilePane')?.childElementCount ?? 0) > 0) {
      if (isAnimatingZoom(map)) return; // Continues when the animation ends.
      if (isClose) this.#target = null;
      else map.setView(this.#centreAt(target), target);
      return;
    }
    const isLast = isClose || prefersReducedMotion();
    if (isLast) this.#target = null;
    const zoom = isLast ? target : map.getZoom() + remaining * fractionPerFrame;
    map.setView(this.#centreAt(zoom), zoom, { animate: false });
    if (!isLast) this.#frame.push(undefined);
  }

  /**
   * The centre of the map at a zoom. `setZoomAround` would start from the rounded position of the previous frame, and
   * drift by some pixels during a zoom.
   */
  #centreAt(zoom: number): LatLng {
    const fromMiddle = this.#around.subtract(this.#map.getSize().divideBy(2));
    return this.#map.unproject(this.#map.project(this.#position, zoom).subtract(fromMiddle), zoom);
  }
}

const zooms = new WeakMap<LeafletMap, SmoothZoom>();

/** Zooms by a number of zoom levels. Changes in quick succession add up. */
export function zoomMap(map: LeafletMap, change: number, around?: Point): void {
  let zoom = zooms.get(map);
  if (!zoom) zooms.set(map, (zoom = new SmoothZoom(map)));
  zoom.zoomBy(change, around);
}

/** Handles the keys of the map's surface while it has the focus. */
export function useMapKeys(map: LeafletMap | null, onEnter?: (map: LeafletMap) => void): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.target !== container || event.altKey || event.ctrlKey || event.metaKey) return;
      const arrow = arrows[event.key];
      if (arrow) panMap(map, arrow, event.shiftKey ? 3 * stepInPixels : stepInPixels);
      else if (event.key === '+' || event.key === '=') zoomMap(map, 1);
      else if (event.key === '-') zoomMap(map, -1);
      else if (event.key === 'Enter') onEnter?.(map);
      else if (event.key === 'Escape') document.getElementById('results')?.focus();
      else return;
      event.preventDefault();
    };
    container.addEventListener('keydown', handleKeyDown);
    return () => {
      container.removeEventListener('keydown', handleKeyDown);
    };
  }, [map, onEnter]);
}

/**
 * Scrolled pixels per zoom level. A wheel notch reports about 100 pixels; a trackpad reports the movement of the
 * fingers.
 */
const pixelsPerZoom = 220;
const maxZoomPerEvent = 1;
const pixelsPerLine = 20;

/** How far a wheel was turned, in pixels. Depending on settings, browsers report pixels, lines or pages. */
export function scrolledPixels({ deltaY, deltaMode }: WheelEvent, pageHeight: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * pixelsPerLine;
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * pageHeight;
  return deltaY;
}

/**
 * Zooms around the pointer with wheel, trackpad and double click. Leaflet's own handler ignores the wheel during its
 * animations, so zooming in and out quickly would not return to the same zoom.
 */
export function useWheelZoom(map: LeafletMap | null): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    const handleWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = scrolledPixels(event, container.clientHeight);
      // Pinching on a trackpad is reported as a wheel with the control key and smaller deltas.
      const change = (-pixels / pixelsPerZoom) * (event.ctrlKey ? 4 : 1);
      const box = container.getBoundingClientRect();
      const around = new Point(event.clientX - box.left, event.clientY - box.top);
      zoomMap(map, Math.min(Math.max(change, -maxZoomPerEvent), maxZoomPerEvent), around);
    };
    const handleDoubleClick = ({ containerPoint, originalEvent }: LeafletMouseEvent): void => {
      zoomMap(map, originalEvent.shiftKey ? -1 : 1, containerPoint);
    };
    map.on('dblclick', handleDoubleClick);
    container.addEventListener('wheel', handleWheel, { passive: false });
    return () => {
      map.off('dblclick', handleDoubleClick);
      container.removeEventListener('wheel', handleWheel);
    };
  }, [map]);
}
