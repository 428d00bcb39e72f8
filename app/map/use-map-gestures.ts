import { type LatLng, type Map as LeafletMap, type LeafletMouseEvent, Point } from 'leaflet';
import { type RefObject, useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';

import { useSession } from '../session/use-session.ts';
import { listRecordsAt, placeCentre } from '../view/search-around.ts';
import { defaultRadiusInMetres } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { pointIn, positionOf } from './chart/frame.ts';
import { fingerInPixels, largestZoom, motionInSeconds, prefersReducedMotion, smallestZoom } from './map-options.ts';
import { hitsAround, type Target } from './overlay/hit-test.ts';
import type { DrawnOverlay } from './overlay/use-overlay.ts';

/** A second press within this time is a double click, which zooms in and does not set a search centre. */
const doubleClickInMilliseconds = 220;
/** A mouse is more precise than a finger. */
const mouseInPixels = 6;

/** The targets around a point of the map, the nearest first. */
export function targetsAround(drawn: DrawnOverlay | null, at: LatLng, reachInPixels: number): Target[] {
  if (!drawn) return [];
  const { x, y } = pointIn(drawn.frame, positionOf(at));
  return hitsAround(drawn.targets, x, y, reachInPixels).map(({ target }) => target);
}

/**
 * A press on a mark or a name activates it; elsewhere it sets the search centre. `isPressing` is true while a press is
 * handled.
 */
export function useTaps(
  map: LeafletMap | null,
  drawn: RefObject<DrawnOverlay | null>,
  isPressing: RefObject<boolean>,
): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;

    const press = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      clearTimeout(waiting);
      waiting = undefined;
      const isMouse = 'pointerType' in originalEvent && originalEvent.pointerType === 'mouse';
      const [target] = targetsAround(drawn.current, latlng, isMouse ? mouseInPixels : fingerInPixels);
      if (target) {
        isPressing.current = true;
        activateTarget(target, session.view);
        isPressing.current = false;
        return;
      }
      // The second of two presses.
      if (originalEvent.detail > 1) return;
      waiting = setTimeout(() => {
        placeCentre(session.view.getState(), positionOf(latlng.wrap()));
      }, doubleClickInMilliseconds);
    };
    const point = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      // During a drag nothing can be pressed.
      if (originalEvent.buttons !== 0) return;
      const hits = targetsAround(drawn.current, latlng, mouseInPixels);
      map.getContainer().classList.toggle('map-hits-mark', hits.length > 0);
    };
    const forget = (): void => {
      clearTimeout(waiting);
    };

    map.on('click', press);
    map.on('mousemove', point);
    map.on('dblclick zoomstart', forget);
    return () => {
      forget();
      map.off('click', press);
      map.off('mousemove', point);
      map.off('dblclick zoomstart', forget);
    };
  }, [map, drawn, session, isPressing]);
}

/**
 * Handles a press on a mark or a place: a group is zoomed in until it splits, or listed at the largest zoom; everything
 * else is selected.
 */
export function activateTarget({ of }: Target, view: StoreApi<ViewStore>): void {
  const state = view.getState();
  if (of.kind === 'place') {
    const radiusInMetres = state.search?.radiusInMetres ?? defaultRadiusInMetres;
    state.select({ kind: 'place', id: of.place.id });
    state.setSearch({ mode: 'radius', centre: of.place.inshore, radiusInMetres });
    return;
  }
  const { position, locations, onlyRecord, splitsAtZoom } = of.mark;
  if (locations > 1 && state.map.zoom >= largestZoom) listRecordsAt(view, position);
  else if (locations > 1) {
    const closer = Math.max(splitsAtZoom ?? 0, state.map.zoom + 1);
    state.moveMap({ centre: position, zoom: Math.min(closer, largestZoom) });
  } else if (onlyRecord === null) state.select({ kind: 'location', position });
  else state.select({ kind: 'record', id: onlyRecord });
}

const stepInPixels = 80;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the map by a number of pixels, without an animation if the user prefers reduced motion. */
export function panMap(map: LeafletMap, [x, y]: readonly [x: number, y: number], pixels: number): void {
  map.panBy([x * pixels, y * pixels], { animate: !prefersReducedMotion(), duration: motionInSeconds });
}

/** The target zoom of an animation in progress. */
const wantedZooms = new WeakMap<LeafletMap, number>();

/** Accumulates quick presses, because the map ignores a step during the animation of another one. */
export function zoomMap(map: LeafletMap, steps: number): void {
  const target = wantedZooms.get(map);
  const zoom = Math.min(Math.max((target ?? map.getZoom()) + steps, smallestZoom), largestZoom);
  wantedZooms.set(map, zoom);
  if (target === undefined) zoomOn(map);
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

/** A wheel notch reports about 100 pixels, a trackpad the movement of the fingers. */
const pixelsPerZoom = 220;
const mostPerEvent = 1;
const pixelsPerLine = 20;
/** Share of the remaining zoom applied in each frame. */
const share = 0.3;
const closeEnough = 0.01;

/** How far a wheel was turned, in pixels. Depending on settings, browsers report pixels, lines or pages. */
export function scrolledPixels({ deltaY, deltaMode }: WheelEvent, pageHeight: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * pixelsPerLine;
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * pageHeight;
  return deltaY;
}

/** Leaflet removes all tiles at each change of zoom that it does not animate. */
function hasTiles(map: LeafletMap): boolean {
  return (map.getPane('tilePane')?.childElementCount ?? 0) > 0;
}

/**
 * Zooms smoothly around the pointer with wheel and trackpad: each frame approaches the target zoom, or, over tiles, each of
 * Leaflet's animations does. Leaflet's own handler ignores the wheel during its animations, so that a map zoomed in and out
 * quickly ends at another zoom.
 */
export function useWheelZoom(map: LeafletMap | null): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    let target: number | null = null;
    let at = new Point(0, 0);
    let request: number | null = null;

    let isAnimating = false;
    const step = (): void => {
      request = null;
      if (target === null) return;
      const remaining = target - map.getZoom();
      if (hasTiles(map)) {
        if (isAnimating) return; // Continues when the animation ends.
        if (Math.abs(remaining) < closeEnough) target = null;
        else map.setZoomAround(at, target);
        return;
      }
      const isLast = Math.abs(remaining) < closeEnough || prefersReducedMotion();
      map.setZoomAround(at, isLast ? target : map.getZoom() + remaining * share, { animate: false });
      if (isLast) target = null;
      else request = requestAnimationFrame(step);
    };
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = scrolledPixels(event, container.clientHeight);
      // Pinching on a trackpad is reported as a wheel with the control key and smaller deltas.
      const change = (-pixels / pixelsPerZoom) * (event.ctrlKey ? 4 : 1);
      const clamped = Math.min(Math.max(change, -mostPerEvent), mostPerEvent);
      const wanted = Math.min(Math.max((target ?? map.getZoom()) + clamped, smallestZoom), largestZoom);
      target = Math.round(wanted * 100) / 100;
      const box = container.getBoundingClientRect();
      at = new Point(event.clientX - box.left, event.clientY - box.top);
      request ??= requestAnimationFrame(step);
    };
    const onAnimation = (): void => {
      isAnimating = true;
    };
    const onZoomEnd = (): void => {
      isAnimating = false;
      if (target !== null) request ??= requestAnimationFrame(step);
    };
    map.on('zoomanim', onAnimation).on('zoomend', onZoomEnd);
    container.addEventListener('wheel', turn, { passive: false });
    return () => {
      map.off('zoomanim', onAnimation).off('zoomend', onZoomEnd);
      if (request !== null) cancelAnimationFrame(request);
      container.removeEventListener('wheel', turn);
    };
  }, [map]);
}
