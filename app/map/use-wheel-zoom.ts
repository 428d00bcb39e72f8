import { Point, type Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { largestZoom, prefersReducedMotion, smallestZoom } from './map-options.ts';

/** A notch of a wheel tells some 100 pixels, a trackpad tells what the fingers move. */
const pixelsPerZoom = 220;
const mostPerEvent = 1;
const pixelsPerLine = 20;
/** Of what is left, so much is done each frame. */
const share = 0.3;
const closeEnough = 0.01;

/** Zooms with wheel and trackpad around the pointer, smoothly: each frame comes nearer to where the wheel has got. */
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
      map.setZoomAround(at, isLast ? target : map.getZoom() + left * share, { animate: false });
      if (isLast) target = null;
      else request = requestAnimationFrame(step);
    };
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1);
      // Pinching on a trackpad comes as a wheel with the control key, in smaller numbers.
      const change = (-pixels / pixelsPerZoom) * (event.ctrlKey ? 4 : 1);
      const clamped = Math.min(Math.max(change, -mostPerEvent), mostPerEvent);
      const wanted = Math.min(Math.max((target ?? map.getZoom()) + clamped, smallestZoom), largestZoom);
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
