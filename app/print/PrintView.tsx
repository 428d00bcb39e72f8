import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { isPrintKey } from '../components/print-key.ts';
import { untilIdle } from '../components/task-scheduling.ts';
import type { QueryState } from '../session/session.ts';
import { useData, useSession } from '../session/use-session.ts';
import { debounce } from '../view/debounce.ts';
import { Preparation } from './preparation.ts';
import { PrintedPage } from './PrintedPage.tsx';
import type { Printout } from './printout.ts';
import './print.css';

const pauseInMilliseconds = 100;

/**
 * The page on paper: rendered only while the browser prints, and hidden on the screen. `isRequested`: prints as soon as
 * everything is ready.
 */
export function PrintView({ isRequested }: { readonly isRequested: boolean }) {
  const printout = usePrintout(isRequested);
  const data = useData();
  return printout ? <PrintedPage printout={printout} data={data} today={today()} /> : null;
}

/** The day in the time zone of the browser. */
function today(): string {
  const now = new Date();
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/**
 * What to print while the browser prints, otherwise null. Printing from the browser's menu cannot wait, so the text is
 * prepared after each change of the view, and the map when the page is idle. The Print button, which sends
 * `coastwatch:print`, and the print key print when both are prepared.
 */
function usePrintout(isRequested: boolean): Printout | null {
  const session = useSession();
  const [printed, setPrinted] = useState<Printout | null>(null);

  useEffect(() => {
    const { view, queryState } = session;
    const preparation = new Preparation(session);
    let isPrinting = false;
    let isMounted = true;

    const show = (): void => {
      if (isPrinting) setPrinted(preparation.printout);
    };
    const beforePrint = (): void => {
      isPrinting = true;
      // The browser captures the page as soon as this handler returns.
      flushSync(show);
      void preparation.prepareText().then(show);
      void preparation.prepare().then(show);
    };
    const afterPrint = (): void => {
      isPrinting = false;
      setPrinted(null);
    };
    const print = (event?: Event): void => {
      event?.preventDefault();
      void preparation.prepareWithDetails().then(() => {
        window.print();
      });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isPrintKey(event) && !event.defaultPrevented) print(event);
    };

    const prepareMapWhenIdle = (): void => {
      void untilIdle().then(() => {
        if (!isMounted) return;
        const isVisible = document.visibilityState === 'visible';
        if (isVisible && queryState.getState().isSettled && !pause.isPending()) void preparation.prepare();
      });
    };
    const prepareText = (): void => {
      void preparation.prepareText();
      prepareMapWhenIdle();
    };
    // While the view changes continuously, as in a drag, nothing is prepared.
    const pause = debounce(pauseInMilliseconds, prepareText);
    const stopFollowingView = view.subscribe(({ selection }, before) => {
      pause.trigger();
      if (selection !== before.selection) void preparation.prepareText();
    });
    const stopFollowingQueryState = queryState.subscribe((state, before) => {
      if (affectsPrintout(state, before)) pause.trigger();
      // The position of a selected place is known.
      if (state.selectionCircle?.centre !== before.selectionCircle?.centre) void preparation.prepareText();
      if (state.isSettled && !before.isSettled) prepareMapWhenIdle();
    });

    if (isRequested) print();
    else prepareText();
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window.addEventListener('coastwatch:print', print);
    window.addEventListener('keydown', onKey);
    return () => {
      isMounted = false;
      pause.cancel();
      stopFollowingView();
      stopFollowingQueryState();
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      window.removeEventListener('coastwatch:print', print);
      window.removeEventListener('keydown', onKey);
    };
  }, [session, isRequested]);

  return printed;
}

/** Without the rows on the screen: they change while the list is scrolled. */
function affectsPrintout(state: QueryState, before: QueryState): boolean {
  const { selectionCircle, area, loads, details } = state;
  const isSameArea = area === before.area && selectionCircle === before.selectionCircle;
  return !isSameArea || loads !== before.loads || details !== before.details;
}
