import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { untilIdle } from '../components/task-scheduling.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useData, useQueryState, useExplorer } from '../explorer/use-explorer.ts';
import { debounce } from '../view/debounce.ts';
import { addressOf } from '../view/view-url.ts';
import { PrintedPage } from './PrintedPage.tsx';
import { drawMap, emptyText, readText } from './printed-text.ts';
import { site } from '../vocabulary/site.ts';
import './print.css';

const pauseInMilliseconds = 100;

/**
 * The page on paper, rendered only while the browser prints. Printing from the browser's menu cannot wait, so the text
 * is read after each change of the view, and the map is drawn when the page is idle. Whenever `requests` is greater than
 * before, it prints as soon as both are ready.
 */
export function PrintView({ requests }: { readonly requests: number }) {
  const explorer = useExplorer();
  const data = useData();
  const details = useQueryState((state) => state.details);
  const key = useKey(explorer);
  const isPrinting = useIsPrinting();
  const text = useEngineQuery(key, () => readText(explorer));
  const readyText = text.state === 'ready' ? text.value : null;
  const map = useEngineQuery(readyText && key, async () => {
    await untilIdle();
    return readyText && data && key === keyOf(explorer) ? drawMap(explorer, readyText, data) : null;
  });
  const isReady = text.state !== 'loading' && (readyText === null || map.state !== 'loading');

  const handledRequests = useRef(0);
  useEffect(() => {
    if (requests === handledRequests.current) return;
    // Sizes, distances and remarks belong on paper too. If they cannot be loaded, the page is printed without them.
    if (details !== 'ready' && details !== 'failed') explorer.requestDetails();
    else if (isReady && key === keyOf(explorer)) {
      handledRequests.current = requests;
      setTimeout(() => {
        window.print();
      });
    }
  }, [requests, explorer, details, isReady, key]);

  if (!isPrinting) return null;
  const isCurrent = key === keyOf(explorer);
  const view = explorer.view.getState();
  return (
    <PrintedPage
      text={(isCurrent && readyText) || emptyText(site.title, view.units)}
      map={isCurrent && map.state === 'ready' ? map.value : null}
      address={addressOf(view, explorer.siteUrl)}
      data={data}
      today={today()}
    />
  );
}

/** Differs whenever the text or the map would be different. */
function keyOf(explorer: Explorer): string {
  const { loads, details } = explorer.queryState.getState();
  const { selection, comparison, units } = explorer.view.getState();
  const { filters, tab, sort, search, council, area } = explorer.query();
  // A record has a text and a map of its own, which do not depend on the list.
  const list =
    selection?.kind === 'record' ? null : [filters, tab, sort, search, council, search || council ? null : area];
  return JSON.stringify([loads, details === 'ready', units, selection, comparison, list]);
}

/** The key of the view. While the view changes continuously, as in a drag, it stays the same. */
function useKey(explorer: Explorer): string {
  const [key, setKey] = useState(() => keyOf(explorer));
  useEffect(() => {
    const pause = debounce(pauseInMilliseconds, () => {
      setKey(keyOf(explorer));
    });
    pause.trigger();
    const stopFollowing = [explorer.view.subscribe(pause.trigger), explorer.queryState.subscribe(pause.trigger)];
    return () => {
      pause.cancel();
      for (const stop of stopFollowing) stop();
    };
  }, [explorer]);
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
