import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { zoomToSee } from '../view/search-around.ts';
import { searchWithinRadiusOf, type Selection } from '../view/view-state.ts';
import { beside } from './beside.ts';
import { pointIn, positionAt } from './chart/frame.ts';
import { frameOf } from './circle/fit-nearest.ts';
import { freePointFor, furnitureOf } from './free-area.ts';
import { positionOf } from './map-box.ts';
import { isWholeCoast } from './use-view-sync.ts';

/**
 * Brings what is selected elsewhere than on the map out from under its furniture and into the view, at the same zoom,
 * unless the circle around a place could not be seen at it.
 * What is pressed on the map stays where it is, and so does what comes together with a view of its own.
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
      const point = pointIn(frame, beside(now.centre, position));
      const zoom =
        selection.kind === 'place' && !searchWithinRadiusOf(position, state.search)
          ? zoomToSee({ centre: position, radiusInMetres: state.aroundInMetres }, now.zoom)
          : null;
      if (zoom !== null) {
        state.moveMap({ centre: position, zoom });
        return;
      }
      const free = freePointFor(point, size, furnitureOf(map));
      if (!free) return;
      const centre = positionAt(frame, { x: size.x / 2 + point.x - free.x, y: size.y / 2 + point.y - free.y });
      state.moveMap({ centre: beside({ longitude: 0, latitude: 0 }, centre), zoom: now.zoom });
    };
    return view.subscribe(({ selection, map: at }, before) => {
      if (selection === before.selection || !selection || at !== before.map || isPressing.current) return;
      bring(selection).catch(() => undefined);
    });
  }, [map, session, isPressing]);
}

async function positionOfSelection(selection: Selection, { engine, view }: Session): Promise<Position | undefined> {
  const from = view.getState().map.centre;
  if (selection.kind === 'spot') return selection.position;
  if (selection.kind === 'record') return (await engine.record(selection.id, from))?.position;
  return (await engine.place(selection.id, from))?.inshore;
}
