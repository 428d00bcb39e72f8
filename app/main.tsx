import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Button } from './components/buttons.tsx';
import { App } from './App.tsx';
import { ErrorBoundary } from './components/lazy-component.tsx';
import { wideScreen } from './components/use-media-query.ts';
import { untilIdle } from './components/task-scheduling.ts';
import { ApiConnection } from './connection/api-connection.ts';
import { ConnectionWatch } from './connection/connection-watch.ts';
import { takeWorkerControl } from './connection/service-worker.ts';
import { ConnectionContext, ConnectionWatchContext } from './connection/use-connection.ts';
import type { Engine } from './engine/engine.ts';
import { preloadPanel } from './lazy-parts.tsx';
import { startDrawingWorker } from './map/paint/drawing-thread.ts';
import { showSearchFromUrl, showSelectionFromUrl } from './explorer/address-selection.ts';
import { Explorer } from './explorer/explorer.ts';
import { ExplorerContext } from './explorer/use-explorer.ts';
import { followHistory } from './view/view-history.ts';
import { createViewStore } from './view/view-store.ts';
import { readView } from './view/view-url.ts';

/** Replaces the static HTML of the page with the explorer. `engine` runs its queries. */
export function openExplorer(engine: Engine): void {
  startDrawingWorker();
  const siteUrl = new URL('./', document.baseURI).href;
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root element');

  const { view, notes, query: urlQuery } = readView(window.location.search);
  // The first screen of a phone shows no list.
  const hasList = view.search !== null || view.selection !== null || view.filters.tag !== null;
  void preloadPanel(window.matchMedia(wideScreen).matches || hasList);
  const store = createViewStore(view);
  showSearchFromUrl(store.getState(), urlQuery);
  followHistory(store);
  const explorer = new Explorer(siteUrl, engine, store);
  const watch = new ConnectionWatch(siteUrl);
  explorer.queryState.subscribe(({ loading }, before) => {
    if (loading !== before.loading && loading.state === 'ready') watch.setShownVersion(loading.data.dataVersion);
  });
  watch.start();
  const loaded = explorer.load();
  void loaded.then(() => showSelectionFromUrl(explorer, urlQuery).catch(() => undefined));

  // Nothing waits for the service worker: until it has control, the page handles requests itself. Starting it takes
  // half as much processor time as starting the page, so it is started only after the data has loaded.
  if (import.meta.env.PROD) void loaded.then(untilIdle).then(() => takeWorkerControl(siteUrl));

  const page = (
    <StrictMode>
      <ErrorBoundary renderFailure={renderBrokenPage}>
        <ConnectionContext value={new ApiConnection(siteUrl)}>
          <ConnectionWatchContext value={watch}>
            <ExplorerContext value={explorer}>
              <App notes={notes} />
            </ExplorerContext>
          </ConnectionWatchContext>
        </ConnectionContext>
      </ErrorBoundary>
    </StrictMode>
  );
  // As a transition, the first render is split into short tasks.
  startTransition(() => {
    createRoot(root).render(page);
  });
}

/** Replaces the page if an error occurs outside every region. */
function renderBrokenPage(error: unknown) {
  return (
    <main className="broken stack gap-12" role="alert">
      <h1>Something went wrong</h1>
      <p>This is a bug in the page. The data and the API are not affected.</p>
      <p className="muted small">{error instanceof Error ? error.message : String(error)}</p>
      <p>
        <Button
          kind="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Reload the page
        </Button>{' '}
        <a className="button" href="./">
          Start again with the whole coast
        </a>
      </p>
    </main>
  );
}
