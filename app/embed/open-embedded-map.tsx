import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { untilIdle } from '../components/task-scheduling.ts';
import { postToWorker, takeWorkerControl } from '../connection/service-worker.ts';
import type { Engine } from '../engine/engine.ts';
import { startDrawingWorker } from '../map/paint/drawing-thread.ts';
import { Session } from '../session/session.ts';
import { SessionContext } from '../session/use-session.ts';
import { createViewStore } from '../view/view-store.ts';
import { readView } from '../view/view-url.ts';
import { EmbedPage } from './EmbedPage.tsx';
import { fitCircleInView, needsData, showSelection } from './embed-view.ts';

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
  const session = new Session(siteUrl, engine, view);
  session.showRows(0, 1);
  const loaded = session.load();
  const positioned = loaded.then(() => showSelection(session, urlQuery, size)).catch(() => null);
  const isPositionKnown = !needsData(view.getState(), urlQuery);
  const isInFrame = window.parent !== window;
  if (isInFrame) reportToHostPage(session);
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
        <SessionContext value={session}>
          <EmbedPage isInFrame={isInFrame} positioned={positioned} isPositionKnown={isPositionKnown} />
        </SessionContext>
      </StrictMode>,
    );
  });
}

/** Lets `<coastwatch-map>` know that the map works. The message contains nothing about the reader or the view. */
function reportToHostPage(session: Session): void {
  const unsubscribe = session.queryState.subscribe(({ result }) => {
    if (!result) return;
    unsubscribe();
    window.parent.postMessage({ coastwatch: 'shown' }, '*');
  });
}
