import { LatLngBounds, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';
import { type RefObject, useEffect } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { zoomToSee } from '../view/search-around.ts';
import { searchWithinRadiusOf, type Selection, type ViewState, wholeCoast } from '../view/view-state.ts';
import { cameraAt, pointIn, positionAt, unwrapLongitude } from './camera.ts';
import { isAnimatingZoom, pairOf, positionOf, visibleBox } from './leaflet-camera.ts';
import { coastBox, motionInSeconds, prefersReducedMotion, smallestZoom } from './map-options.ts';
import { controlsOf, freePointFor } from './scene/free-area.ts';

type MapView = ViewState['map'];

const toHundredths = (zoom: number): number => Math.round(zoom * 100) / 100;

/**
 * Synchronizes the map with the view store: movements by the user are written to the store on each frame, other changes
 * of the store move the map. The session is notified of what the map shows in both cases.
 */
export function useViewSync(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    /** The last view that the map wrote or was moved to, which must not move it again. */
    let known: MapView = session.view.getState().map;
    let isFollowing = false;
    let isStartingMove = false;
    let request: number | null = null;

    const report = (): void => {
      request = null;
      if (!isFollowing) {
        known = { centre: positionOf(map.getCenter()), zoom: toHundredths(map.getZoom()) };
        session.view.getState().moveMap(known);
      }
      session.showArea(visibleBox(map));
    };
    const reportWithNextFrame = (): void => {
      request ??= requestAnimationFrame(report);
    };
    const rest = (): void => {
      if (request !== null) cancelAnimationFrame(request);
      report();
      // An interrupted animation stops before the new one starts.
      if (!isStartingMove) isFollowing = false;
    };
    const stopFollowing = (): void => {
      isFollowing = false;
    };
    // Reported at its start, so that a resize during the animation does not return the map to the old view.
    const startAnimation = ({ center, zoom }: ZoomAnimEvent): void => {
      if (isFollowing || !isAnimatingZoom(map)) return;
      known = { centre: positionOf(center), zoom: toHundredths(zoom) };
      session.view.getState().moveMap(known);
    };

    const follow = (view: MapView, isAtOnce: boolean): void => {
      known = view;
      const target = isWholeCoast(view) ? coastView(map) : view;
      const offset = (): Point => map.project(pairOf(target.centre)).subtract(map.project(map.getCenter()));
      const isThere = (toPixels: number): boolean =>
        toHundredths(map.getZoom()) === toHundredths(target.zoom) && offset().distanceTo([0, 0]) < toPixels;
      if (isThere(0.75)) return;
      isFollowing = isStartingMove = true;
      // An animation to a point outside the screen would show nothing useful.
      const isShort = map.getSize().contains(offset());
      const isAnimated = isShort && !isAtOnce && !prefersReducedMotion();
      const isZoom = toHundredths(map.getZoom()) !== toHundredths(target.zoom);
      // A flight moves in frames, so that names are drawn on the way; an animation by style sheet would stretch them.
      if (isAnimated && isZoom) map.flyTo(pairOf(target.centre), target.zoom, { duration: motionInSeconds });
      else map.setView(pairOf(target.centre), target.zoom, { animate: isAnimated, duration: motionInSeconds });
      isStartingMove = false;
      // The map moves by whole pixels, so that less than one is left in either direction.
      if (isThere(1.5)) isFollowing = false;
    };
    const unsubscribe = session.view.subscribe((state) => {
      if (state.map !== known) follow(state.map, false);
    });

    // A box of another size shows more or less around the same centre.
    const observer = new ResizeObserver(() => {
      isFollowing = true;
      map.invalidateSize({ pan: false, animate: false });
      isFollowing = false;
      follow(known, true);
      session.showArea(visibleBox(map));
    });

    map.on('move', reportWithNextFrame);
    map.on('moveend', rest);
    map.on('dragstart', stopFollowing);
    map.on('zoomanim', startAnimation);
    follow(known, true);
    session.showArea(visibleBox(map));
    observer.observe(map.getContainer());
    return () => {
      observer.disconnect();
      unsubscribe();
      if (request !== null) cancelAnimationFrame(request);
      map.off('move', reportWithNextFrame);
      map.off('moveend', rest);
      map.off('dragstart', stopFollowing);
      map.off('zoomanim', startAnimation);
    };
  }, [map, session]);
}

/** Whether a view is the one that the screen decides. */
const isWholeCoast = ({ centre, zoom }: MapView): boolean =>
  zoom === wholeCoast.zoom &&
  centre.longitude === wholeCoast.centre.longitude &&
  centre.latitude === wholeCoast.centre.latitude;

/**
 * The view that the map shows or is on its way to: that of the view store, except for the whole coast, whose zoom depends on
 * the screen.
 */
export function currentView(map: Pick<LeafletMap, 'getCenter' | 'getZoom'>, view: MapView): MapView {
  return isWholeCoast(view) ? { centre: positionOf(map.getCenter()), zoom: map.getZoom() } : view;
}

/**
 * The view of the whole coast, as large as the map and its controls allow: the only view that depends on the screen.
 */
function coastView(map: LeafletMap): MapView {
  const bounds = new LatLngBounds([coastBox.south, coastBox.west], [coastBox.north, coastBox.east]);
  const [before, after] = [new Point(28, 28), new Point(20, 64)];
  const zoom = Math.max(Math.floor(map.getBoundsZoom(bounds, false, before.add(after)) * 100) / 100, smallestZoom);
  const centre = map
    .project(bounds.getSouthWest(), zoom)
    .add(map.project(bounds.getNorthEast(), zoom))
    .add(after.subtract(before))
    .divideBy(2);
  return { centre: positionOf(map.unproject(centre, zoom)), zoom };
}

/**
 * Moves the map so that something selected outside the map is visible and not covered by controls. The zoom changes
 * only if the circle around a place would not be visible. Does nothing for a selection on the map, or one that comes
 * with its own view.
 */
export function useSelectionInView(map: LeafletMap | null, isPressing: RefObject<boolean>): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view } = session;
    const bring = async (selection: Selection): Promise<void> => {
      const position = await positionOfSelection(selection, session);
      const state = view.getState();
      if (!position || state.selection !== selection) return;
      const now = currentView(map, state.map);
      const size = map.getSize();
      const camera = cameraAt(now, size);
      const point = pointIn(camera, unwrapLongitude(now.centre, position));
      const zoom =
        selection.kind === 'place' && !searchWithinRadiusOf(position, state.search)
          ? zoomToSee({ centre: position, radiusInMetres: state.aroundInMetres }, now.zoom)
          : null;
      if (zoom !== null) {
        state.moveMap({ centre: position, zoom });
        return;
      }
      const free = freePointFor(point, size, controlsOf(map));
      if (!free) return;
      const centre = positionAt(camera, { x: size.x / 2 + point.x - free.x, y: size.y / 2 + point.y - free.y });
      state.moveMap({ centre: unwrapLongitude({ longitude: 0, latitude: 0 }, centre), zoom: now.zoom });
    };
    return view.subscribe(({ selection, map: at }, before) => {
      if (selection === before.selection || !selection || at !== before.map || isPressing.current) return;
      bring(selection).catch(() => undefined);
    });
  }, [map, session, isPressing]);
}

async function positionOfSelection(selection: Selection, { engine, view }: Session): Promise<Position | undefined> {
  const from = view.getState().map.centre;
  if (selection.kind === 'location') return selection.position;
  if (selection.kind === 'record') return (await engine.record(selection.id, from))?.position;
  return (await engine.place(selection.id, from))?.inshore;
}
