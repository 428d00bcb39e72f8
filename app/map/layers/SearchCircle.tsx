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
 * The search of the view, and the circle around the selected place. `onRest` is called with what is shown, a moment
 * after the last change.
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

/** The latest result, if it is of a search for the nearest items. */
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

  // The selector returns a number, so that dragging the search does not render this component.
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

/** Brings the result of a new search for the nearest items into view, but not during a drag. */
function useNearestInView(layer: { readonly current: SearchCircleLayer | null }): void {
  const map = useMap();
  const { view, queryState } = useSession();

  useEffect(() => {
    /** A new search whose result has not been brought into view yet. */
    let pending: LocationSearch | null = null;
    const fit = (): void => {
      const { result } = queryState.getState();
      const queried = result?.query.search;
      if (!pending || !queried || !isSameSearch(queried, pending)) return;
      const { centre } = pending;
      pending = null;
      const targets = Object.values(targetsOf(centre, result)).filter((target) => target !== undefined);
      const fitting = fitNearest(centre, targets, currentView(map, view.getState().map), map.getSize());
      if (fitting) view.getState().moveMap(fitting);
    };
    const handleSearch = (search: LocationSearch | null, before: LocationSearch | null): void => {
      const isNew = search?.mode === 'nearest' && !(before && isSameSearch(search, before));
      if (search?.mode !== 'nearest' || layer.current?.isDragging) pending = null;
      else if (isNew) pending = search;
    };
    // This component is loaded only when there is a circle to show, so a search may have been made before. A search in
    // the URL of the page is not new: the URL also contains the view of the map.
    handleSearch(view.getState().search, view.getInitialState().search);
    fit();
    const unsubscribeFromView = view.subscribe(({ search }, before) => {
      if (search !== before.search) handleSearch(search, before.search);
    });
    const unsubscribeFromQueries = queryState.subscribe(({ result }, before) => {
      if (result !== before.result) fit();
    });
    return () => {
      unsubscribeFromView();
      unsubscribeFromQueries();
    };
  }, [map, view, queryState, layer]);
}

const isSameSearch = (a: LocationSearch, b: LocationSearch): boolean =>
  a.mode === b.mode && a.centre.longitude === b.centre.longitude && a.centre.latitude === b.centre.latitude;
