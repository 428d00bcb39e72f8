import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { untilIdle } from '../components/task-scheduling.ts';
import { postToWorker, takeWorkerControl } from '../connection/service-worker.ts';
import type { Engine } from '../engine/engine.ts';
import { fitArea } from '../view/fit-positions.ts';
import { startDrawingWorker } from '../map/paint/drawing-thread.ts';
import { Explorer } from '../explorer/explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { createViewStore, type ViewStore } from '../view/view-store.ts';
import { readView } from '../view/view-url.ts';
import { EmbedPage } from './EmbedPage.tsx';
import { positionOfSelection, showSelectionFromUrl } from '../explorer/address-selection.ts';
import { type ScreenSize, zoomForRadius } from '../view/search-around.ts';
import { hasCircle } from '../view/view-state.ts';
import { missingTitles } from '../vocabulary/titles.ts';

/** Replaces the static HTML of the page with the map. `engine` runs its queries. */
export function openEmbeddedMap(engine: Engine, siteUrl: string): void {
  startDrawingWorker();
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root element');
  const { width, height } = (root.querySelector('.embed-map') ?? root).getBoundingClientRect();
  const size = { widthInPixels: width, heightInPixels: height };
  const { view: urlView, query: urlQuery } = readView(window.location.search);
  // The page lists nothing, so the tab and the order of the explorer's list make no difference.
  const view = createViewStore({ ...urlView, tab: 'records', sort: 'newest' });
  fitCircleInView(view.getState(), urlQuery, size);
  const explorer = new Explorer(siteUrl, engine, view);
  explorer.showRows(0, 1);
  const loaded = explorer.load();
  const positioned = loaded.then(() => showSelection(explorer, urlQuery, size)).catch(() => null);
  const isPositionKnown = !needsData(view.getState(), urlQuery);
  const isInFrame = window.parent !== window;
  if (isInFrame) reportToHostPage(explorer);
  // In a frame of another site, the browser keeps a separate copy of everything that a service worker stores for each
  // such site. That is much data for a map that a reader may see once.
  else if (import.meta.env.PROD) {
    void loaded
      .then(untilIdle)
      .then(() => takeWorkerControl(siteUrl))
      .then(() => {
        postToWorker('keep');
      });
  }

  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <ExplorerContext value={explorer}>
          <EmbedPage isInFrame={isInFrame} positioned={positioned} isPositionKnown={isPositionKnown} />
        </ExplorerContext>
      </StrictMode>,
    );
  });
}

/** Lets `<coastwatch-map>` know that the map works. The message contains nothing about the reader or the view. */
function reportToHostPage(explorer: Explorer): void {
  const unsubscribe = explorer.queryState.subscribe(({ result }) => {
    if (!result) return;
    unsubscribe();
    window.parent.postMessage({ coastwatch: 'shown' }, '*');
  });
}

/**
 * Moves the map so that the circle of the search fits. The URL may come from a larger screen, so the zoom in it applies
 * only if the whole circle fits at that zoom. Does nothing without a circle. `query` is the query string of the URL.
 */
function fitCircleInView(view: ViewStore, query: string, size: ScreenSize): void {
  const { search, map } = view;
  if (search?.mode !== 'radius') return;
  const zoom = zoomForRadius(search.radiusInMetres, search.centre.latitude, size);
  const hasZoom = new URLSearchParams(query).has('z');
  if (!hasZoom || map.zoom > zoom) view.moveMap({ centre: search.centre, zoom });
}

/** Whether only the data says what the map shows. */
function needsData({ selection, council, filters }: ViewStore, query: string): boolean {
  return (
    hasCircle(selection) || ((selection ?? council ?? filters.tag) !== null && !new URLSearchParams(query).has('c'))
  );
}

/**
 * Shows the selection of the URL. The circle of a selected place or point replaces the search, and a selected council
 * area limits the records that are counted. Call this when the data is loaded. Resolves to null, or to the text that
 * replaces the count if the selection does not exist.
 */
async function showSelection(explorer: Explorer, query: string, size: ScreenSize): Promise<string | null> {
  const { selection, council } = explorer.view.getState();
  const areaName = selection?.kind === 'area' ? selection.name : council;
  if (areaName !== null) {
    return (await showCouncil(explorer, areaName, query, size)) ? null : missingTitles.area;
  }
  // Also replaces the search with which earlier versions wrote the circle of a place.
  await showSelectionFromUrl(explorer, query);
  if (!selection) return null;
  const centre = await positionOfSelection(selection, explorer);
  if (!centre) return selection.kind === 'record' ? missingTitles.record : missingTitles.place;
  if (!hasCircle(selection)) return null;
  const view = explorer.view.getState();
  view.setSearch({ mode: 'radius', centre, radiusInMetres: view.selectionRadiusInMetres });
  fitCircleInView(explorer.view.getState(), query, size);
  return null;
}

/** Limits the map to a council area. Resolves to whether the area exists; otherwise the map is not limited. */
async function showCouncil(explorer: Explorer, name: string, query: string, size: ScreenSize): Promise<boolean> {
  const summary = await explorer.engine.summarise({ council: name });
  const { getState } = explorer.view;
  getState().select(null);
  getState().setCouncil(summary?.box ? name : null);
  if (!summary?.box) return false;
  if (new URLSearchParams(query).has('c')) return true;
  getState().moveMap(fitArea(summary.box, { x: size.widthInPixels, y: size.heightInPixels }));
  return true;
}
