import { createElementObject, createLayerComponent } from '@react-leaflet/core';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useMap } from 'react-leaflet';

import type { QueryState } from '../../explorer/explorer-state.ts';
import { useQueryState, useExplorer, useView } from '../../explorer/use-explorer.ts';
import { hasCircle, type LocationSearch } from '../../view/view-state.ts';
import { fitNearest } from '../scene/fit-view.ts';
import { targetsOf } from '../scene/circles.ts';
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
 * The circle around the selected place or location or, without one, the search of the view: never both.
 */
export const SearchCircle = memo(function SearchCircle(
  connections: Pick<SearchCircleProps, 'drawn' | 'source' | 'onRest'>,
) {
  const { view } = useExplorer();
  const layer = useRef<SearchCircleLayer>(null);
  const units = useView((state) => state.units);
  const found = useQueryState(nearestOf);
  const around = useQueryState(({ selectionCircle }) => selectionCircle);
  useNearestInView(layer);
  // Not a prop: a dragged search changes in every frame, and only the layer has to follow it.
  useEffect(() => {
    let shown: LocationSearch | null | undefined;
    const update = (): void => {
      const { search, selection } = view.getState();
      const next = hasCircle(selection) ? null : search;
      if (next !== shown) layer.current?.showSearch((shown = next));
    };
    update();
    return view.subscribe(update);
  }, [view]);
  const actions = useMemo(
    () => ({
      onSearch: (changed: LocationSearch) => {
        view.getState().setSearch(changed);
      },
      onRadiusAround: (radiusInMetres: number) => {
        view.getState().setSelectionRadius(radiusInMetres);
      },
    }),
    [view],
  );

  return <SearchCircles ref={layer} found={found} around={around} units={units} {...connections} {...actions} />;
});

/** The latest result, if it is of a search for the nearest items. */
const nearestOf = ({ result }: QueryState): QueryState['result'] =>
  result?.query.search?.mode === 'nearest' ? result : null;

/** Brings the result of a new search for the nearest items into view, but not during a drag. */
function useNearestInView(layer: { readonly current: SearchCircleLayer | null }): void {
  const map = useMap();
  const { view, queryState } = useExplorer();

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
