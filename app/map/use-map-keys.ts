import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { largestZoom, motionInSeconds, prefersReducedMotion, smallestZoom } from './map-options.ts';

const stepInPixels = 80;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the map by parts of a step; at once where motion is not wanted. */
export function panMap(map: LeafletMap, [x, y]: readonly [x: number, y: number], pixels: number): void {
  map.panBy([x * pixels, y * pixels], { animate: !prefersReducedMotion(), duration: motionInSeconds });
}

/** The target of a movement in progress. */
const wantedZooms = new WeakMap<LeafletMap, number>();

/** Accumulates quick presses, because the map ignores a step during the animation of another one. */
export function zoomMap(map: LeafletMap, steps: number): void {
  const underWay = wantedZooms.get(map);
  const zoom = Math.min(Math.max((underWay ?? map.getZoom()) + steps, smallestZoom), largestZoom);
  wantedZooms.set(map, zoom);
  if (underWay === undefined) zoomOn(map);
}

function zoomOn(map: LeafletMap): void {
  const zoom = wantedZooms.get(map);
  // If it is there already, there would be no end event.
  if (zoom === undefined || zoom === map.getZoom()) {
    wantedZooms.delete(map);
    return;
  }
  map.once('zoomend', () => {
    if (wantedZooms.get(map) === zoom) wantedZooms.delete(map);
    else zoomOn(map);
  });
  map.setZoom(zoom, { animate: !prefersReducedMotion() });
}

/** The keys of the map's surface while it has the focus. */
export function useMapKeys(map: LeafletMap | null, onEnter: () => void): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    const press = (event: KeyboardEvent): void => {
      if (event.target !== container || event.altKey || event.ctrlKey || event.metaKey) return;
      const arrow = arrows[event.key];
      if (arrow) panMap(map, arrow, event.shiftKey ? 3 * stepInPixels : stepInPixels);
      else if (event.key === '+' || event.key === '=') zoomMap(map, 1);
      else if (event.key === '-') zoomMap(map, -1);
      else if (event.key === 'Enter') onEnter();
      else if (event.key === 'Escape') document.getElementById('results')?.focus();
      else if (event.key === '?') window.dispatchEvent(new CustomEvent('coastwatch:help'));
      else return;
      event.preventDefault();
    };
    container.addEventListener('keydown', press);
    return () => {
      container.removeEventListener('keydown', press);
    };
  }, [map, onEnter]);
}
