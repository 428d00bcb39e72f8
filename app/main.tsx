import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { untilIdle } from './components/own-tasks.ts';
import { ApiConnection } from './connection/api-connection.ts';
import { ConnectionWatch } from './connection/connection-watch.ts';
import { takeWorkerControl } from './connection/service-worker.ts';
import { ConnectionContext, ConnectionWatchContext } from './connection/use-connection.ts';
import type { Engine } from './engine/engine.ts';
import { askForPanel } from './lazy-parts.tsx';
import { startChartThread } from './map/drawing/chart-thread.ts';
import { showAddressedSelection } from './session/address-selection.ts';
import { Session } from './session/session.ts';
import { SessionContext } from './session/use-session.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { followHistory } from './view/view-history.ts';
import { createViewStore } from './view/view-store.ts';
import { readView } from './view/view-url.ts';

/** Puts the explorer in the place of what the HTML shows meanwhile. `engine` answers its questions. */
export function openExplorer(engine: Engine): void {
  askForPanel();
  startChartThread();
  const siteUrl = new URL('./', document.baseURI).href;
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no element for the application');

  const { view, notes } = readView(window.location.search);
  const store = createViewStore(view);
  followHistory(store);
  const session = new Session(siteUrl, engine, store);
  const watch = new ConnectionWatch(siteUrl);
  session.queryState.subscribe(({ loading }, before) => {
    if (loading !== before.loading && loading.state === 'ready') watch.dataIsShown(loading.data.dataVersion);
  });
  watch.start();
  const addressed = window.location.search;
  const loaded = session.load();
  void loaded.then(() => showAddressedSelection(session, addressed).catch(() => undefined));

  // Nothing waits for the worker: until it has control, the page answers by itself. Its start takes half the processor
  // time that the page takes for its own, so it comes after what a person waits for.
  if (import.meta.env.PROD) void loaded.then(untilIdle).then(() => takeWorkerControl(siteUrl));

  const page = (
    <StrictMode>
      <ErrorBoundary>
        <ConnectionContext value={new ApiConnection(siteUrl)}>
          <ConnectionWatchContext value={watch}>
            <SessionContext value={session}>
              <App notes={notes} />
            </SessionContext>
          </ConnectionWatchContext>
        </ConnectionContext>
      </ErrorBoundary>
    </StrictMode>
  );
  // What is no answer to a press is rendered in short tasks, with others in between.
  startTransition(() => {
    createRoot(root).render(page);
  });
}
