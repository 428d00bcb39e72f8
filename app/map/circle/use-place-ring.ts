import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import type { Position } from '../../../core/geo/wgs84.ts';
import { useSession } from '../../session/use-session.ts';
import { type LocationSearch, searchWithinRadiusOf, type ViewState } from '../../view/view-state.ts';
import type { CircleLook, SearchLayer } from './search-layer.ts';
import './circle.css';

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
