import { LatLngBounds, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';
import { useEffect } from 'react';

import { useExplorer } from '../explorer/use-explorer.ts';
import { type ViewState, wholeCoast } from '../view/view-state.ts';
import { latLngOf, positionOf, visibleBox } from './leaflet-camera.ts';
import { animationInSeconds, coastBox, prefersReducedMotion, smallestZoom } from './map-options.ts';

type MapView = ViewState['map'];

const toHundredths = (zoom: number): number => Math.round(zoom * 100) / 100;

/**
 * Synchronizes the map with the view store: movements by the user are written to the store in each frame, and other
 * changes of the store move the map. In both cases, the explorer is notified of the visible area.
 */
export function useViewSync(map: LeafletMap | null): void {
  const explorer = useExplorer();

  useEffect(() => {
    if (!map) return;
    /** The last view that the map wrote to the store or followed. A store that still holds it does not move the map. */
    let syncedView: MapView = explorer.view.getState().map;
    /** Whether the map is moving to a view of the store, so that the movement is not written back. */
    let isFollowing = false;
    let isStartingMove = false;
    let frameRequest: number | null = null;

    const report = (): void => {
      frameRequest = null;
      if (!isFollowing) {
        syncedView = { centre: positionOf(map.getCenter()), zoom: toHundredths(map.getZoom()) };
        explorer.view.getState().moveMap(syncedView);
      }
      explorer.showArea(visibleBox(map));
    };
    const reportInNextFrame = (): void => {
      frameRequest ??= requestAnimationFrame(report);
    };
    const handleMoveEnd = (): void => {
      if (frameRequest !== null) cancelAnimationFrame(frameRequest);
      report();
      // While a move starts, this event comes from the animation that it interrupts.
      if (!isStartingMove) isFollowing = false;
    };
    const stopFollowing = (): void => {
      isFollowing = false;
    };
    // The target is written when the animation starts, so that a resize during the animation does not return the map to
    // the old view.
    const startAnimation = ({ center, zoom }: ZoomAnimEvent): void => {
      if (isFollowing) return;
      syncedView = { centre: positionOf(center), zoom: toHundredths(zoom) };
      explorer.view.getState().moveMap(syncedView);
    };

    const follow = (view: MapView, isImmediate: boolean): void => {
      syncedView = view;
      const target = isWholeCoast(view) ? coastView(map) : view;
      const offset = (): Point => map.project(latLngOf(target.centre)).subtract(map.project(map.getCenter()));
      const isAtTarget = (toleranceInPixels: number): boolean =>
        toHundredths(map.getZoom()) === toHundredths(target.zoom) && offset().distanceTo([0, 0]) < toleranceInPixels;
      if (isAtTarget(0.75)) return;
      isFollowing = isStartingMove = true;
      // A longer animation would be too fast to follow.
      const isShort = map.getSize().contains(offset());
      const isAnimated = isShort && !isImmediate && !prefersReducedMotion();
      const isZoom = toHundredths(map.getZoom()) !== toHundredths(target.zoom);
      // `flyTo` moves the map frame by frame, so that names are redrawn on the way; a CSS animation would stretch them.
      if (isAnimated && isZoom) map.flyTo(latLngOf(target.centre), target.zoom, { duration: animationInSeconds });
      else map.setView(latLngOf(target.centre), target.zoom, { animate: isAnimated, duration: animationInSeconds });
      isStartingMove = false;
      // The map moves by whole pixels, so it may miss the target by less than a pixel along each axis.
      if (isAtTarget(1.5)) isFollowing = false;
    };
    const unsubscribe = explorer.view.subscribe((state) => {
      if (state.map !== syncedView) follow(state.map, false);
    });

    // After a resize, the map shows more or less around the same centre.
    const observer = new ResizeObserver(() => {
      isFollowing = true;
      map.invalidateSize({ pan: false, animate: false });
      isFollowing = false;
      follow(syncedView, true);
      explorer.showArea(visibleBox(map));
    });

    map.on('move', reportInNextFrame);
    map.on('moveend', handleMoveEnd);
    map.on('dragstart', stopFollowing);
    map.on('zoomanim', startAnimation);
    follow(syncedView, true);
    explorer.showArea(visibleBox(map));
    observer.observe(map.getContainer());
    return () => {
      observer.disconnect();
      unsubscribe();
      if (frameRequest !== null) cancelAnimationFrame(frameRequest);
      map.off('move', reportInNextFrame);
      map.off('moveend', handleMoveEnd);
      map.off('dragstart', stopFollowing);
      map.off('zoomanim', startAnimation);
    };
  }, [map, explorer]);
}

/** Whether a view is the whole coast, whose actual centre and zoom depend on the screen. */
const isWholeCoast = ({ centre, zoom }: MapView): boolean =>
  zoom === wholeCoast.zoom &&
  centre.longitude === wholeCoast.centre.longitude &&
  centre.latitude === wholeCoast.centre.latitude;

/**
 * The view of the store, which the map shows or is moving to. For the whole coast, whose centre and zoom depend on the
 * screen, it is replaced by what the map shows now.
 */
export function currentView(map: Pick<LeafletMap, 'getCenter' | 'getZoom'>, view: MapView): MapView {
  return isWholeCoast(view) ? { centre: positionOf(map.getCenter()), zoom: map.getZoom() } : view;
}

/**
 * The view of the whole coast, as large as the map and its controls allow. No other view depends on the screen.
 */
function coastView(map: LeafletMap): MapView {
  const bounds = new LatLngBounds([coastBox.south, coastBox.west], [coastBox.north, coastBox.east]);
  const [topLeftPadding, bottomRightPadding] = [new Point(28, 28), new Point(20, 64)];
  const padding = topLeftPadding.add(bottomRightPadding);
  const zoom = Math.max(Math.floor(map.getBoundsZoom(bounds, false, padding) * 100) / 100, smallestZoom);
  const centre = map
    .project(bounds.getSouthWest(), zoom)
    .add(map.project(bounds.getNorthEast(), zoom))
    .add(bottomRightPadding.subtract(topLeftPadding))
    .divideBy(2);
  return { centre: positionOf(map.unproject(centre, zoom)), zoom };
}
