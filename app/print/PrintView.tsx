import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { untilIdle } from '../components/task-scheduling.ts';
import type { Session } from '../session/session.ts';
import { useEngineQuery } from '../session/use-engine-query.ts';
import { useData, useQueryState, useSession } from '../session/use-session.ts';
import { debounce } from '../view/debounce.ts';
import { addressOf } from '../view/view-url.ts';
import { PrintedPage } from './PrintedPage.tsx';
import { drawMap, emptyText, readText } from './printed-text.ts';
import './print.css';

const pauseInMilliseconds = 100;

/**
 * The page on paper, rendered only while the browser prints. Printing from the browser's menu cannot wait, so the text
 * is read after each change of the view, and the map is drawn when the page is idle. Whenever `requests` is greater than
 * before, it prints as soon as both are ready.
 */
export function PrintView({ requests }: { readonly requests: number }) {
  const session = useSession();
  const data = useData();
  const details = useQueryState((state) => state.details);
  const key = useKey(session);
  const isPrinting = useIsPrinting();
  const text = useEngineQuery(key, () => readText(session));
  const readyText = text.state === 'ready' ? text.value : null;
  const map = useEngineQuery(readyText && key, async () => {
    await untilIdle();
    return readyText && key === keyOf(session) ? drawMap(session, readyText) : null;
  });
  const isReady = text.state !== 'loading' && (readyText === null || map.state !== 'loading');

  const handledRequests = useRef(0);
  useEffect(() => {
    if (requests === handledRequests.current) return;
    // Sizes, distances and remarks belong on paper too. If they cannot be loaded, the page is printed without them.
    if (details !== 'ready' && details !== 'failed') session.requestDetails();
    else if (isReady && key === keyOf(session)) {
      handledRequests.current = requests;
      setTimeout(() => {
        window.print();
      });
    }
  }, [requests, session, details, isReady, key]);

  if (!isPrinting) return null;
  const isCurrent = key === keyOf(session);
  const view = session.view.getState();
  return (
    <PrintedPage
      text={(isCurrent && readyText) || emptyText('Coastwatch', view.units)}
      map={isCurrent && map.state === 'ready' ? map.value : null}
      address={addressOf(view, session.siteUrl)}
      data={data}
      today={today()}
    />
  );
}

/** Differs whenever the text or the map would be different. */
function keyOf(session: Session): string {
  const { loads, details } = session.queryState.getState();
  const { selection, comparison, units } = session.view.getState();
  const { filters, tab, sort, search, council, area } = session.query();
  // A record has a text and a map of its own, which do not depend on the list.
  const list =
    selection?.kind === 'record' ? null : [filters, tab, sort, search, council, search || council ? null : area];
  return JSON.stringify([loads, details === 'ready', units, selection, comparison, list]);
}

/** The key of the view. While the view changes continuously, as in a drag, it stays the same. */
function useKey(session: Session): string {
  const [key, setKey] = useState(() => keyOf(session));
  useEffect(() => {
    const pause = debounce(pauseInMilliseconds, () => {
      setKey(keyOf(session));
    });
    pause.trigger();
    const stopFollowing = [session.view.subscribe(pause.trigger), session.queryState.subscribe(pause.trigger)];
    return () => {
      pause.cancel();
      for (const stop of stopFollowing) stop();
    };
  }, [session]);
  return key;
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const beforePrint = (): void => {
      // The browser captures the page as soon as this handler returns.
      flushSync(() => {
        setIsPrinting(true);
      });
    };
    const afterPrint = (): void => {
      setIsPrinting(false);
    };
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    return () => {
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
    };
  }, []);
  return isPrinting;
}

/** The day in the time zone of the browser, `YYYY-MM-DD`. */
function today(): string {
  const now = new Date();
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
