import { positionOfSelection, showSelectionFromUrl } from '../session/address-selection.ts';
import type { Session } from '../session/session.ts';
import { circleOfBox, type ScreenSize, zoomForRadius } from '../view/search-around.ts';
import { hasCircle } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { missingTitles } from '../vocabulary/titles.ts';

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

/** Whether only the data says what the map shows. */
export function needsData({ selection, council }: ViewStore, query: string): boolean {
  return hasCircle(selection) || ((selection ?? council) !== null && !new URLSearchParams(query).has('c'));
}

/**
 * Shows the selection of the URL. The circle of a selected place or point replaces the search, and a selected council
 * area limits the records that are counted. Call this when the data is loaded. Resolves to null, or to the text that
 * replaces the count if the selection does not exist.
 */
export async function showSelection(session: Session, query: string, size: ScreenSize): Promise<string | null> {
  const { selection, council } = session.view.getState();
  const areaName = selection?.kind === 'area' ? selection.name : council;
  if (areaName !== null) {
    return (await showCouncil(session, areaName, query, size)) ? null : missingTitles.area;
  }
  // Also replaces the search with which earlier versions wrote the circle of a place.
  await showSelectionFromUrl(session, query);
  if (!selection) return null;
  const centre = await positionOfSelection(selection, session);
  if (!centre) return selection.kind === 'record' ? missingTitles.record : missingTitles.place;
  if (!hasCircle(selection)) return null;
  const view = session.view.getState();
  view.setSearch({ mode: 'radius', centre, radiusInMetres: view.selectionRadiusInMetres });
  fitCircleInView(session.view.getState(), query, size);
  return null;
}

/** Limits the map to a council area. Resolves to whether the area exists; otherwise the map is not limited. */
async function showCouncil(session: Session, name: string, query: string, size: ScreenSize): Promise<boolean> {
  const summary = await session.engine.summarise({ council: name });
  const { getState } = session.view;
  getState().select(null);
  getState().setCouncil(summary?.box ? name : null);
  if (!summary?.box) return false;
  if (new URLSearchParams(query).has('c')) return true;
  const { centre, radiusInMetres } = circleOfBox(summary.box);
  getState().moveMap({ centre, zoom: zoomForRadius(radiusInMetres, centre.latitude, size) });
  return true;
}
