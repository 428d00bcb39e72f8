import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { ApiConnection } from './connection/api-connection.ts';
import { ConnectionWatch } from './connection/connection-watch.ts';
import { ConnectionWatchContext } from './connection/use-connection-state.ts';
import { ConnectionContext } from './connection/use-connection.ts';
import { takeWorkerControl } from './connection/worker-control.ts';
import { connectEngine } from './engine/connect-engine.ts';
import { Session } from './session/session.ts';
import { showAddressed } from './session/show-addressed.ts';
import { SessionContext } from './session/use-session.ts';
import { withNextFrame } from './session/with-next-frame.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/low-screens.css';
import { followHistory } from './view/view-history.ts';
import { createViewStore } from './view/view-store.ts';
import { readView } from './view/view-url.ts';

const siteUrl = new URL('./', document.baseURI).href;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the application');

const { view, notes } = readView(window.location.search);
const store = createViewStore(view);
followHistory(store);
const session = new Session(siteUrl, connectEngine(), store, withNextFrame);
const watch = new ConnectionWatch(siteUrl);
session.findings.subscribe(({ loading }, before) => {
  if (loading !== before.loading && loading.state === 'ready') watch.dataIsShown(loading.data.dataVersion);
});
watch.start();
const addressed = window.location.search;
void session.load().then(() => showAddressed(session, addressed).catch(() => undefined));

// Nothing waits for the worker: until it has control, the page answers by itself.
if (import.meta.env.PROD) void takeWorkerControl(siteUrl);

createRoot(root).render(
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
  </StrictMode>,
);
