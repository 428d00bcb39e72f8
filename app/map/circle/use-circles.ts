import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import type { Position } from '../../../core/geo/wgs84.ts';
import { useSession } from '../../session/use-session.ts';
import { type LocationSearch, searchWithinRadiusOf, type ViewState } from '../../view/view-state.ts';
import { positionOf } from '../chart/frame.ts';
import { isWholeCoast } from '../use-view-sync.ts';
import type { CircleLook, SearchLayer } from './search-layer.ts';
import './circle.css';

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

const look: CircleLook = {
  line: 'map-around',
  handleTestId: 'around-handle',
  // Away from the initial handle of a search.
  bearingInDegrees: 270,
  hasCentre: false,
};

/**
 * Draws the circle around the selected place with a draggable edge, unless the search is that circle. Like the search,
 * it subscribes to the view without React, and its code is in the same module.
 */
export function usePlaceRing(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, queryState, engine } = session;
    let layer: SearchLayer | undefined;
    let isComing = false;
    let isOver = false;
    /** The position of the selected place, once it is known. */
    let known: { readonly id: number; readonly inshore: Position } | null = null;

    async function bring(leaflet: LeafletMap): Promise<void> {
      if (isComing) return;
      isComing = true;
      try {
        const { SearchLayer } = await import('./search-layer.ts');
        if (isOver) return;
        layer = new SearchLayer(
          leaflet,
          ({ radiusInMetres }) => {
            view.getState().setAround(radiusInMetres);
          },
          look,
        );
        show();
      } finally {
        // After a failed load, the next place tries again.
        isComing = false;
      }
    }
    function show(): void {
      const state = view.getState();
      const ring = ringOf(state, known);
      if (layer) layer.show(ring, state.units);
      else if (ring && map) bring(map).catch(() => undefined);
    }
    async function find(): Promise<void> {
      const { selection, map: at } = view.getState();
      known = null;
      show();
      if (selection?.kind !== 'place' || queryState.getState().loading.state !== 'ready') return;
      const place = await engine.place(selection.id, at.centre);
      if (isOver || !place || view.getState().selection !== selection) return;
      known = place;
      show();
    }
    // The session reports a failed engine; there is no circle then.
    const findOrNot = (): void => {
      find().catch(() => undefined);
    };
    findOrNot();
    const stopView = view.subscribe((state, before) => {
      if (state.selection !== before.selection) findOrNot();
      else if (
        state.search !== before.search ||
        state.aroundInMetres !== before.aroundInMetres ||
        state.units !== before.units
      ) {
        show();
      }
    });
    const unsubscribe = queryState.subscribe(({ loads }, before) => {
      if (loads !== before.loads) findOrNot();
    });
    return () => {
      isOver = true;
      stopView();
      unsubscribe();
      layer?.remove();
    };
  }, [map, session]);
}

/** The circle of a place by itself; null where the search is that circle, and without a place. */
export function ringOf(
  { selection, search, aroundInMetres }: Pick<ViewState, 'selection' | 'search' | 'aroundInMetres'>,
  place: { readonly id: number; readonly inshore: Position } | null,
): LocationSearch | null {
  if (!place || selection?.kind !== 'place' || selection.id !== place.id) return null;
  if (searchWithinRadiusOf(place.inshore, search)) return null;
  return { mode: 'radius', centre: place.inshore, radiusInMetres: aroundInMetres };
}
