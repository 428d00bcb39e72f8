import './circle.css';

import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { useSession } from '../../session/use-session.ts';
import type { LocationSearch, ViewState } from '../../view/view-state.ts';
import { positionOf } from '../chart/frame.ts';
import { isWholeCoast } from '../use-view-sync.ts';
import type { SearchLayer } from './search-layer.ts';

/**
 * Shows the search on the map. It subscribes to the view without React, because it changes with every pointer event.
 * Its module, with the geodesics for drawing, is loaded with the first search.
 */
export function useSearchLayer(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, queryState } = session;
    let layer: SearchLayer | undefined;
    let isComing = false;
    let isOver = false;
    /** A nearest search whose result is not in view yet. */
    let chosen: LocationSearch | null = null;

    async function bring(leaflet: LeafletMap): Promise<void> {
      if (isComing) return;
      isComing = true;
      try {
        const { SearchLayer } = await import('./search-layer.ts');
        if (isOver) return;
        layer = new SearchLayer(leaflet, (search) => {
          view.getState().setSearch(search);
        });
        show();
        fit();
      } finally {
        // After a failed load, the next search tries again.
        isComing = false;
      }
    }
    function showNearest(): void {
      const { result } = queryState.getState();
      layer?.showNearest(result?.query.search?.mode === 'nearest' ? result : null);
    }
    function show(): void {
      const { search, units } = view.getState();
      if (!layer) {
        if (search && map) bring(map).catch(() => undefined);
        return;
      }
      layer.show(search, units);
      showNearest();
    }
    /** Brings the result of a nearest search into view, but not during a drag. */
    function fit(): void {
      const { result } = queryState.getState();
      const asked = result?.query.search;
      if (!layer || !chosen || !asked || !isSameSearch(asked, chosen)) return;
      chosen = null;
      const state = view.getState();
      const fitting = layer.viewOfNearest(result, isWholeCoast(state.map) && map ? shownBy(map) : state.map);
      if (fitting) state.moveMap(fitting);
    }
    show();
    const stopView = view.subscribe((state, before) => {
      if (state.search !== before.search) {
        const { search } = state;
        const isChoice = search?.mode === 'nearest' && !(before.search && isSameSearch(search, before.search));
        if (search?.mode !== 'nearest' || layer?.isHeld) chosen = null;
        else if (isChoice) chosen = search;
      }
      if (state.search !== before.search || state.units !== before.units) show();
    });
    const unsubscribe = queryState.subscribe(({ result }, before) => {
      if (result === before.result) return;
      showNearest();
      fit();
    });
    return () => {
      isOver = true;
      stopView();
      unsubscribe();
      layer?.remove();
    };
  }, [map, session]);
}

const isSameSearch = (a: LocationSearch, b: LocationSearch): boolean =>
  a.mode === b.mode && a.centre.longitude === b.centre.longitude && a.centre.latitude === b.centre.latitude;

const shownBy = (map: LeafletMap): ViewState['map'] => ({ centre: positionOf(map.getCenter()), zoom: map.getZoom() });
