import { showSelectionFromUrl } from '../session/address-selection.ts';
import type { Session } from '../session/session.ts';
import { type ScreenSize, zoomForRadius } from '../view/search-around.ts';
import type { ViewStore } from '../view/view-store.ts';

/**
 * Moves the map so that the circle of the search fits. The URL may come from a larger screen, so the zoom in it applies
 * only if the whole circle fits at that zoom. Does nothing without a circle. `query` is the query string of the URL.
 */
export function fitCircleInView(view: ViewStore, query: string, size: ScreenSize): void {
  const { search, map } = view;
  if (search?.mode !== 'radius') return;
  const zoom = zoomForRadius(search.radiusInMetres, search.centre.latitude, size);
  const hasZoom = new URLSearchParams(query).has('z');
  if (!hasZoom || map.zoom > zoom) view.moveMap({ centre: search.centre, zoom });
}

/**
 * Shows the selection of the URL. A selected place becomes the centre of a search, so that its circle and its count are
 * shown. Call this when the data is loaded.
 */
export async function showSelection(session: Session, query: string, size: ScreenSize): Promise<void> {
  const { selection, search, map, selectionRadiusInMetres } = session.view.getState();
  if (selection?.kind !== 'place') {
    await showSelectionFromUrl(session, query);
    return;
  }
  if (search) return;
  const place = await session.engine.place(selection.id, map.centre);
  if (!place) return;
  session.view.getState().setSearch({ mode: 'radius', centre: place.inshore, radiusInMetres: selectionRadiusInMetres });
  fitCircleInView(session.view.getState(), query, size);
}
