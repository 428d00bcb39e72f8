import './circle.css';

import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { useSession } from '../../session/use-session.ts';
import { SearchLayer } from './search-layer.ts';

/** Shows the search on the map and follows it, past React: it moves with every step of a finger. */
export function useSearchLayer(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, findings } = session;
    const layer = new SearchLayer(map, (search) => {
      view.getState().setSearch(search);
    });
    const showNearest = (): void => {
      const { answer } = findings.getState();
      layer.showNearest(answer?.question.search?.mode === 'nearest' ? answer : null);
    };
    const show = (): void => {
      const { search, units } = view.getState();
      layer.show(search, units);
      showNearest();
    };
    show();
    const stopView = view.subscribe((state, before) => {
      if (state.search !== before.search || state.units !== before.units) show();
    });
    const stopFindings = findings.subscribe(({ answer }, before) => {
      if (answer !== before.answer) showNearest();
    });
    return () => {
      stopView();
      stopFindings();
      layer.remove();
    };
  }, [map, session]);
}
