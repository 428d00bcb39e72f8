import { createElementObject, createLayerComponent } from '@react-leaflet/core';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useMap } from 'react-leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import type { QueryState } from '../../session/session.ts';
import { useQueryState, useSession, useView } from '../../session/use-session.ts';
import { type LocationSearch, radiusSearchAt, type ViewState } from '../../view/view-state.ts';
import { fitNearest } from '../scene/fit-view.ts';
import { targetsOf } from '../scene/search.ts';
import { currentView } from '../use-view-sync.ts';
import { SearchCircleLayer, type SearchCircleProps } from './search-circle-layer.ts';
import './search-circle.css';

const SearchCircles = createLayerComponent<SearchCircleLayer, SearchCircleProps>(
  (props, context) => createElementObject(new SearchCircleLayer(props), context),
  (layer, props) => {
    layer.update(props);
  },
);

/**
 * The search of the view, and the circle around its selected place. `onRest` is called a moment after the last change, with
 * what is shown.
 */
export const SearchCircle = memo(function SearchCircle({ drawn, onRest }: Pick<SearchCircleProps, 'drawn' | 'onRest'>) {
  const { view } = useSession();
  const layer = useRef<SearchCircleLayer>(null);
  const units = useView((state) => state.units);
  const found = useQueryState(nearestOf);
  const around = useCircleAroundPlace();
  useNearestInView(layer);
  // Not a prop: a dragged search changes in every frame, and only the layer has to follow it.
  useEffect(() => {
    layer.current?.showSearch(view.getState().search);
    return view.subscribe(({ search }, before) => {
      if (search !== before.search) layer.current?.showSearch(search);
    });
  }, [view]);
  const actions = useMemo(
    () => ({
      onSearch: (changed: LocationSearch) => {
        view.getState().setSearch(changed);
      },
      onRadiusAround: (radiusInMetres: number) => {
        view.getState().setPlaceRadius(radiusInMetres);
      },
    }),
    [view],
  );

  return (
    <SearchCircles ref={layer} found={found} around={around} units={units} drawn={drawn} onRest={onRest} {...actions} />
  );
});

/** The latest result of a search for the nearest. */
const nearestOf = ({ result }: QueryState): QueryState['result'] =>
  result?.query.search?.mode === 'nearest' ? result : null;

/** The circle around the selected place, unless the search is the same circle. */
function useCircleAroundPlace(): LocationSearch | null {
  const { engine, view } = useSession();
  const selection = useView((state) => state.selection);
  const loads = useQueryState((state) => state.loads);
  const [place, setPlace] = useState<{ readonly id: number; readonly inshore: Position } | null>(null);

  useEffect(() => {
    if (selection?.kind !== 'place' || loads === 0) return;
    let isCurrent = true;
    engine.place(selection.id, view.getState().map.centre).then(
      (found) => {
        if (isCurrent) setPlace(found ?? null);
      },
      // The session reports a failed engine; there is no circle then.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [engine, view, selection, loads]);

  // A number, so that a dragged search renders nothing.
  const radiusInMetres = useView((state) => circleAroundPlace(state, place)?.radiusInMetres ?? null);
  return useMemo(
    () => (place && radiusInMetres !== null ? { mode: 'radius', centre: place.inshore, radiusInMetres } : null),
    [place, radiusInMetres],
  );
}

/** The circle around a place; null without a place, and if the search is the same circle. */
export function circleAroundPlace(
  { selection, search, placeRadiusInMetres }: Pick<ViewState, 'selection' | 'search' | 'placeRadiusInMetres'>,
  place: { readonly id: number; readonly inshore: Position } | null,
): LocationSearch | null {
  if (!place || selection?.kind !== 'place' || selection.id !== place.id) return null;
  if (radiusSearchAt(place.inshore, search)) return null;
  return { mode: 'radius', centre: place.inshore, radiusInMetres: placeRadiusInMetres };
}

/** Brings the result of a new search for the nearest into view, but not during a drag. */
function useNearestInView(layer: { readonly current: SearchCircleLayer | null }): void {
  const map = useMap();
  const { view, queryState } = useSession();

  useEffect(() => {
    /** A search whose result is not in view yet. */
    let chosen: LocationSearch | null = null;
    const fit = (): void => {
      const { result } = queryState.getState();
      const asked = result?.query.search;
      if (!chosen || !asked || !isSameSearch(asked, chosen)) return;
      const { centre } = chosen;
      chosen = null;
      const targets = Object.values(targetsOf(centre, result)).filter((target) => target !== undefined);
      const fitting = fitNearest(centre, targets, currentView(map, view.getState().map), map.getSize());
      if (fitting) view.getState().moveMap(fitting);
    };
    const note = (search: LocationSearch | null, before: LocationSearch | null): void => {
      const isChoice = search?.mode === 'nearest' && !(before && isSameSearch(search, before));
      if (search?.mode !== 'nearest' || layer.current?.isDragging) chosen = null;
      else if (isChoice) chosen = search;
    };
    // This component may have been loaded because of the search. That of the address comes with its own view.
    note(view.getState().search, view.getInitialState().search);
    fit();
    const stopView = view.subscribe(({ search }, before) => {
      if (search !== before.search) note(search, before.search);
    });
    const unsubscribe = queryState.subscribe(({ result }, before) => {
      if (result !== before.result) fit();
    });
    return () => {
      stopView();
      unsubscribe();
    };
  }, [map, view, queryState, layer]);
}

const isSameSearch = (a: LocationSearch, b: LocationSearch): boolean =>
  a.mode === b.mode && a.centre.longitude === b.centre.longitude && a.centre.latitude === b.centre.latitude;
