import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect } from 'react';

import { positionOfSelection } from '../session/address-selection.ts';
import { useSession } from '../session/use-session.ts';
import { zoomToSee } from '../view/search-around.ts';
import { hasCircle, type Selection } from '../view/view-state.ts';
import { cameraAt, pointIn, positionAt, unwrapLongitude } from './camera.ts';
import { controlsOf, freePointFor } from './scene/fit-view.ts';
import { currentView } from './use-view-sync.ts';

/**
 * Moves the map so that an item selected elsewhere on the page is visible and not covered by controls. The zoom changes
 * only if the circle of the selection would not fit or would be too small. An item selected on the map is visible, so
 * only the zoom may change. Does nothing if the same update of the store changes the view of the map.
 */
export function useSelectionInView(map: LeafletMap | null, isActivating: RefObject<boolean>): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view } = session;
    const bringIntoView = async (selection: Selection, isVisible: boolean): Promise<void> => {
      const position = await positionOfSelection(selection, session);
      const state = view.getState();
      if (!position || state.selection !== selection) return;
      const now = currentView(map, state.map);
      const size = map.getSize();
      const camera = cameraAt(now, size);
      const point = pointIn(camera, unwrapLongitude(now.centre, position));
      const zoom = hasCircle(selection)
        ? zoomToSee({ centre: position, radiusInMetres: state.selectionRadiusInMetres }, now.zoom)
        : null;
      if (zoom !== null) {
        state.moveMap({ centre: position, zoom });
        return;
      }
      if (isVisible) return;
      const freePoint = freePointFor(point, size, controlsOf(map));
      if (!freePoint) return;
      const centre = positionAt(camera, {
        x: size.x / 2 + point.x - freePoint.x,
        y: size.y / 2 + point.y - freePoint.y,
      });
      state.moveMap({ centre: unwrapLongitude({ longitude: 0, latitude: 0 }, centre), zoom: now.zoom });
    };
    return view.subscribe(({ selection, map: mapView }, before) => {
      if (selection === before.selection || !selection || mapView !== before.map) return;
      bringIntoView(selection, isActivating.current).catch(() => undefined);
    });
  }, [map, session, isActivating]);
}
