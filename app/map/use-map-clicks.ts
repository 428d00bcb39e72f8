import type { LatLng, LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';

import type { Position } from '../../core/geo/wgs84.ts';
import { useExplorer } from '../explorer/use-explorer.ts';
import { listRecordsAt, smallestZoomToSelect } from '../view/search-around.ts';
import type { ViewStore } from '../view/view-store.ts';
import { pointIn } from './camera.ts';
import type { DrawnMarks } from './layers/Marks.tsx';
import { positionOf } from './leaflet-camera.ts';
import { largestZoom, touchToleranceInPixels, touchToleranceOfPlacesInPixels } from './map-options.ts';
import { fitCluster, isNearlyCoincident } from './scene/fit-view.ts';
import { hitsAround, type Target } from './scene/hit-test.ts';
import { zoomMap } from './use-map-gestures.ts';
import { currentView } from './use-view-sync.ts';

/** Delay before a click selects a point, so that a double click can zoom in instead. */
const clickDelayInMilliseconds = 220;
/** Distance by which the mouse may miss a hit target: it is more precise than a finger. */
export const mouseToleranceInPixels = 6;
/** Distance within which a click elsewhere zooms in on a mark or place: about the width of a thumb. */
const reachOfZoomInPixels = 60;

/** The hit targets around a position on the map, the nearest first. */
export function targetsAround(
  drawn: DrawnMarks | null,
  position: LatLng,
  reachInPixels: number,
  reachOfPlacesInPixels = reachInPixels,
): Target[] {
  if (!drawn) return [];
  const { x, y } = pointIn(drawn.camera, positionOf(position));
  return hitsAround(drawn.targets, x, y, reachInPixels, reachOfPlacesInPixels);
}

/**
 * Handles clicks and taps: one on a mark or a name activates it, and any other single click selects its point.
 * `isActivating` is true while a mark or a name is being activated.
 */
export function useMapClicks(
  map: LeafletMap | null,
  drawn: RefObject<DrawnMarks | null>,
  isActivating: RefObject<boolean>,
): void {
  const explorer = useExplorer();

  useEffect(() => {
    if (!map) return;
    let searchTimer: ReturnType<typeof setTimeout> | undefined;

    const handleClick = ({ latlng, containerPoint, originalEvent }: LeafletMouseEvent): void => {
      clearTimeout(searchTimer);
      searchTimer = undefined;
      const isMouse = 'pointerType' in originalEvent && originalEvent.pointerType === 'mouse';
      const [target] = isMouse
        ? targetsAround(drawn.current, latlng, mouseToleranceInPixels)
        : targetsAround(drawn.current, latlng, touchToleranceInPixels, touchToleranceOfPlacesInPixels);
      if (target) {
        isActivating.current = true;
        activateTarget(target, explorer.view, map);
        isActivating.current = false;
        return;
      }
      // The second click of a double click.
      if (originalEvent.detail > 1) return;
      searchTimer = setTimeout(() => {
        const view = explorer.view.getState();
        const [nearest] = targetsAround(drawn.current, latlng, reachOfZoomInPixels);
        selectPoint(view, currentView(map, view.map), positionOf(latlng.wrap()), nearest, () => {
          zoomMap(map, 1, containerPoint);
        });
      }, clickDelayInMilliseconds);
    };
    const cancelSearch = (): void => {
      clearTimeout(searchTimer);
    };

    map.on('click', handleClick);
    map.on('dblclick zoomstart', cancelSearch);
    return () => {
      cancelSearch();
      map.off('click', handleClick);
      map.off('dblclick zoomstart', cancelSearch);
    };
  }, [map, drawn, explorer, isActivating]);
}

const zoomStep = 3;

/**
 * Selects a point of the map. On a map of the state or a region, where one cannot aim at a beach, zooms in instead: on
 * the nearest mark or place, so that the coast stays in view, or without one by `zoomIn`, which is a smaller step.
 */
function selectPoint(
  view: ViewStore,
  { zoom }: ViewStore['map'],
  position: Position,
  nearest: Target | undefined,
  zoomIn: () => void,
): void {
  if (zoom >= smallestZoomToSelect) view.select({ kind: 'location', position });
  else if (nearest) {
    const { item } = nearest;
    const centre = item.kind === 'mark' ? item.mark.position : item.place.inshore;
    view.moveMap({ centre, zoom: Math.min(zoom + zoomStep, smallestZoomToSelect) });
  } else zoomIn();
}

/**
 * Activates a mark or a place. The map zooms in on the locations of a cluster, or on the busiest of them. At the
 * largest zoom, or if zooming in would not separate them, the records of the cluster are listed instead. Anything else
 * is selected.
 */
export function activateTarget(
  { item }: Target,
  view: StoreApi<ViewStore>,
  map: Pick<LeafletMap, 'getSize' | 'getCenter' | 'getZoom'>,
): void {
  const state = view.getState();
  if (item.kind === 'place') {
    state.select({ kind: 'place', id: item.place.id });
    return;
  }
  const { position, locations, onlyRecord } = item.mark;
  const now = currentView(map, state.map);
  const isSeparable = now.zoom < largestZoom && !isNearlyCoincident(item.mark);
  if (locations > 1 && !isSeparable) listRecordsAt(view, position);
  else if (locations > 1) state.moveMap(fitCluster(item.mark, now, map.getSize()));
  else if (onlyRecord === null) state.select({ kind: 'location', position });
  else state.select({ kind: 'record', id: onlyRecord });
}
