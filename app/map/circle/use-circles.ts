import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import type { Position } from '../../../core/geo/wgs84.ts';
import { useSession } from '../../session/use-session.ts';
import { type LocationSearch, searchWithinRadiusOf, type ViewState } from '../../view/view-state.ts';
import { positionOf } from '../chart/frame.ts';
import { isWholeCoast } from '../use-view-sync.ts';
import type { CircleStyle, SearchLayer } from './search-layer.ts';
import './circle.css';

/**
 * Shows the search on the map. It subscribes to the view without React, because it changes with every pointer event.
 * The layer's module is loaded with the first search.
 */
export function useSearchLayer(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, queryState } = session;
    let layer: SearchLayer | undefined;
    let isLoading = false;
    let isRemoved = false;
    /** A nearest search whose result is not in view yet. */
    let chosen: LocationSearch | null = null;

    async function loadLayer(leaflet: LeafletMap): Promise<void> {
      if (isLoading) return;
      isLoading = true;
      try {
        const { SearchLayer } = await import('./search-layer.ts');
        if (isRemoved) return;
        layer = new SearchLayer(leaflet, (search) => {
          view.getState().setSearch(search);
        });
        show();
        fit();
      } finally {
        // After a failed load, the next search tries again.
        isLoading = false;
      }
    }
    function showNearest(): void {
      const { result } = queryState.getState();
      layer?.showNearest(result?.query.search?.mode === 'nearest' ? result : null);
    }
    function show(): void {
      const { search, units } = view.getState();
      if (!layer) {
        if (search && map) loadLayer(map).catch(() => undefined);
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
        if (search?.mode !== 'nearest' || layer?.isDragging) chosen = null;
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
      isRemoved = true;
      stopView();
      unsubscribe();
      layer?.remove();
    };
  }, [map, session]);
}

const isSameSearch = (a: LocationSearch, b: LocationSearch): boolean =>
  a.mode === b.mode && a.centre.longitude === b.centre.longitude && a.centre.latitude === b.centre.latitude;

const shownBy = (map: LeafletMap): ViewState['map'] => ({ centre: positionOf(map.getCenter()), zoom: map.getZoom() });

const placeStyle: CircleStyle = {
  line: 'map-around',
  handleTestId: 'around-handle',
  // Away from the initial handle of a search.
  bearingInDegrees: 270,
  hasCentre: false,
};

/**
 * Draws the circle around the selected place with a draggable edge, unless the search is the same circle. It also subscribes
 * to the view without React.
 */
export function usePlaceRing(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, queryState, engine } = session;
    let layer: SearchLayer | undefined;
    let isLoading = false;
    let isRemoved = false;
    /** The position of the selected place, once it is known. */
    let known: { readonly id: number; readonly inshore: Position } | null = null;

    async function loadLayer(leaflet: LeafletMap): Promise<void> {
      if (isLoading) return;
      isLoading = true;
      try {
        const { SearchLayer } = await import('./search-layer.ts');
        if (isRemoved) return;
        layer = new SearchLayer(
          leaflet,
          ({ radiusInMetres }) => {
            view.getState().setAround(radiusInMetres);
          },
          placeStyle,
        );
        show();
      } finally {
        // After a failed load, the next place tries again.
        isLoading = false;
      }
    }
    function show(): void {
      const state = view.getState();
      const ring = ringOf(state, known);
      if (layer) layer.show(ring, state.units);
      else if (ring && map) loadLayer(map).catch(() => undefined);
    }
    async function find(): Promise<void> {
      const { selection, map: at } = view.getState();
      known = null;
      show();
      if (selection?.kind !== 'place' || queryState.getState().loading.state !== 'ready') return;
      const place = await engine.place(selection.id, at.centre);
      if (isRemoved || !place || view.getState().selection !== selection) return;
      known = place;
      show();
    }
    // The session reports a failed engine; there is no circle then.
    const findQuietly = (): void => {
      find().catch(() => undefined);
    };
    findQuietly();
    const stopView = view.subscribe((state, before) => {
      if (state.selection !== before.selection) findQuietly();
      else if (
        state.search !== before.search ||
        state.aroundInMetres !== before.aroundInMetres ||
        state.units !== before.units
      ) {
        show();
      }
    });
    const unsubscribe = queryState.subscribe(({ loads }, before) => {
      if (loads !== before.loads) findQuietly();
    });
    return () => {
      isRemoved = true;
      stopView();
      unsubscribe();
      layer?.remove();
    };
  }, [map, session]);
}

/** The circle around a place; null without a place, and if the search is the same circle. */
export function ringOf(
  { selection, search, aroundInMetres }: Pick<ViewState, 'selection' | 'search' | 'aroundInMetres'>,
  place: { readonly id: number; readonly inshore: Position } | null,
): LocationSearch | null {
  if (!place || selection?.kind !== 'place' || selection.id !== place.id) return null;
  if (searchWithinRadiusOf(place.inshore, search)) return null;
  return { mode: 'radius', centre: place.inshore, radiusInMetres: aroundInMetres };
}
