import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { zoomToSee } from '../view/search-around.ts';
import { searchWithinRadiusOf, type Selection } from '../view/view-state.ts';
import { pointIn, positionAt } from './chart/frame.ts';
import { frameOf } from './circle/fit-nearest.ts';
import { controlsOf, freePointFor } from './free-area.ts';
import { positionOf } from './map-box.ts';
import { unwrapLongitude } from './unwrap-longitude.ts';
import { isWholeCoast } from './use-view-sync.ts';

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
      // The map may still be on its way; the one view that it does not take from the address is the whole coast.
      const now = isWholeCoast(state.map) ? { centre: positionOf(map.getCenter()), zoom: map.getZoom() } : state.map;
      const size = map.getSize();
      const frame = frameOf(now, size);
      const point = pointIn(frame, unwrapLongitude(now.centre, position));
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
      const centre = positionAt(frame, { x: size.x / 2 + point.x - free.x, y: size.y / 2 + point.y - free.y });
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
