import type { StoreApi } from 'zustand/vanilla';

import { listRecordsAt } from '../view/search-around.ts';
import { defaultRadiusInMetres } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { largestZoom } from './map-options.ts';
import type { Target } from './marks/hit-test.ts';

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
