import { Point, type LatLng, type Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { largestZoom, prefersReducedMotion, smallestZoom } from './map-options.ts';

/** A wheel notch reports about 100 pixels, a trackpad the movement of the fingers. */
const pixelsPerZoom = 220;
const mostPerEvent = 1;
const pixelsPerLine = 20;
/** Share of the remaining zoom applied in each frame. */
const share = 0.3;
const closeEnough = 0.01;

/** The private method that Leaflet's pinch handler uses, which its types omit. */
interface MovedByHand {
  _moveStart(zooms: boolean, isQuiet: boolean): void;
  _move(centre: LatLng, zoom: number, how: { readonly pinch: true; readonly round: false }): void;
}

/**
 * A step of the zoom: moves the map without a stop, because a stop updates everything on the map, which is too slow for
 * every frame.
 */
function stepAround(map: LeafletMap, at: Point, zoom: number): void {
  const middle = map.getSize().divideBy(2);
  const away = at.subtract(middle).multiplyBy(1 - 1 / map.getZoomScale(zoom));
  (map as unknown as MovedByHand)._move(map.containerPointToLatLng(middle.add(away)), zoom, {
    pinch: true,
    round: false,
  });
}

/** How far a wheel was turned, in pixels. Depending on settings, browsers report pixels, lines or pages. */
export function scrolledPixels({ deltaY, deltaMode }: WheelEvent, pageHeight: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * pixelsPerLine;
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * pageHeight;
  return deltaY;
}

/** Zooms smoothly around the pointer with wheel and trackpad: each frame approaches the target zoom. */
export function useWheelZoom(map: LeafletMap | null): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    let target: number | null = null;
    let at = new Point(0, 0);
    let request: number | null = null;

    const step = (): void => {
      request = null;
      if (target === null) return;
      const left = target - map.getZoom();
      const isLast = Math.abs(left) < closeEnough || prefersReducedMotion();
      if (isLast) {
        map.setZoomAround(at, target, { animate: false });
        target = null;
      } else {
        stepAround(map, at, map.getZoom() + left * share);
        request = requestAnimationFrame(step);
      }
    };
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = scrolledPixels(event, container.clientHeight);
      // Pinching on a trackpad is reported as a wheel with the control key and smaller deltas.
      const change = (-pixels / pixelsPerZoom) * (event.ctrlKey ? 4 : 1);
      const clamped = Math.min(Math.max(change, -mostPerEvent), mostPerEvent);
      const wanted = Math.min(Math.max((target ?? map.getZoom()) + clamped, smallestZoom), largestZoom);
      if (target === null) (map as unknown as MovedByHand)._moveStart(true, false);
      target = Math.round(wanted * 100) / 100;
      const box = container.getBoundingClientRect();
      at = new Point(event.clientX - box.left, event.clientY - box.top);
      request ??= requestAnimationFrame(step);
    };
    container.addEventListener('wheel', turn, { passive: false });
    return () => {
      if (request !== null) cancelAnimationFrame(request);
      container.removeEventListener('wheel', turn);
    };
  }, [map]);
}
