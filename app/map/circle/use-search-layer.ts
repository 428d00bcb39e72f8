import './circle.css';

import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { useSession } from '../../session/use-session.ts';
import type { SearchLayer } from './search-layer.ts';

/**
 * Shows the search on the map and follows it, past React: it moves with every step of a finger. Its script, with the
 * geodesics it is drawn by, comes with the first search.
 */
export function useSearchLayer(map: LeafletMap | null): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    const { view, findings } = session;
    let layer: SearchLayer | undefined;
    let isComing = false;
    let isOver = false;

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
      } finally {
        // Where it could not be had, the next search tries again.
        isComing = false;
      }
    }
    function showNearest(): void {
      const { answer } = findings.getState();
      layer?.showNearest(answer?.question.search?.mode === 'nearest' ? answer : null);
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
    show();
    const stopView = view.subscribe((state, before) => {
      if (state.search !== before.search || state.units !== before.units) show();
    });
    const stopFindings = findings.subscribe(({ answer }, before) => {
      if (answer !== before.answer) showNearest();
    });
    return () => {
      isOver = true;
      stopView();
      stopFindings();
      layer?.remove();
    };
  }, [map, session]);
}
