import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { isPrintKey } from '../components/print-key.ts';
import { untilIdle } from '../components/task-scheduling.ts';
import { countLine } from '../session/count-line.ts';
import type { Session } from '../session/session.ts';
import { useData, useSession } from '../session/use-session.ts';
import { addressOf } from '../view/view-url.ts';
import { PrintedPage } from './PrintedPage.tsx';
import { type Printout, readPrintout } from './printout.ts';
import './print.css';

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
 * What to print while the browser prints, otherwise null. The Print button, which sends `coastwatch:print`, and the
 * print key prepare it first. Printing from the browser's menu cannot wait, so it is also prepared whenever the page has
 * been idle for a moment after a change.
 */
function usePrintout(isRequested: boolean): Printout | null {
  const session = useSession();
  const [printed, setPrinted] = useState<Printout | null>(null);

  useEffect(() => {
    const preparation = new Preparation(session);
    let isPrinting = false;

    const beforePrint = (): void => {
      isPrinting = true;
      const ready = preparation.ready;
      // The browser captures the page as soon as this handler returns.
      flushSync(() => {
        setPrinted(ready ?? printoutOfResult(session));
      });
      if (ready) return;
      void preparation.prepare(false).then((prepared) => {
        if (isPrinting && prepared) setPrinted(prepared);
      });
    };
    const afterPrint = (): void => {
      isPrinting = false;
      setPrinted(null);
    };
    const print = (event?: Event): void => {
      event?.preventDefault();
      void preparation.prepare(true).then(() => {
        window.print();
      });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isPrintKey(event) && !event.defaultPrevented) print(event);
    };
    const prepareWhenIdle = (): void => {
      void untilIdle().then(() => {
        const isVisible = document.visibilityState === 'visible';
        if (isVisible && session.queryState.getState().isSettled) void preparation.prepare(false);
      });
    };
    const unsubscribe = session.queryState.subscribe(({ isSettled }, before) => {
      if (isSettled && !before.isSettled) prepareWhenIdle();
    });

    if (isRequested) print();
    else prepareWhenIdle();
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window.addEventListener('coastwatch:print', print);
    window.addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      window.removeEventListener('coastwatch:print', print);
      window.removeEventListener('keydown', onKey);
    };
  }, [session, isRequested]);

  return printed;
}

/** The printout of the current view, prepared at most once for each view. */
class Preparation {
  readonly #session: Session;
  #printout: Printout | null = null;
  #key = '';
  #pending: { readonly key: string; readonly promise: Promise<Printout | null> } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The printout, if it is prepared and the view has not changed since. */
  get ready(): Printout | null {
    return this.#key === this.#currentKey() ? this.#printout : null;
  }

  /**
   * Prepares the printout, if `withDetails` with sizes, distances and remarks, which are otherwise included only if they
   * are already loaded. Resolves to null if that fails.
   */
  async prepare(withDetails: boolean): Promise<Printout | null> {
    if (withDetails) {
      await this.#session.engine.loadDetails().then(
        () => {
          this.#session.requestDetails();
        },
        // The page is printed without them.
        () => undefined,
      );
    }
    const key = this.#currentKey();
    if (this.#key === key && this.#printout) return this.#printout;
    if (this.#pending?.key !== key) this.#pending = { key, promise: this.#read(key) };
    return this.#pending.promise;
  }

  async #read(key: string): Promise<Printout | null> {
    try {
      const printout = await readPrintout(this.#session);
      [this.#printout, this.#key] = [printout, key];
      return printout;
    } catch {
      // The session reports a failed engine. The rows that are already loaded can be printed.
      return null;
    } finally {
      if (this.#pending?.key === key) this.#pending = undefined;
    }
  }

  /** Changes whenever a printout would be different. */
  #currentKey(): string {
    const { view, siteUrl, queryState } = this.#session;
    const { loads, details, area } = queryState.getState();
    return JSON.stringify([addressOf(view.getState(), siteUrl), loads, details === 'ready', area]);
  }
}

/** What can be printed without waiting: the rows of the list that are already loaded. */
function printoutOfResult({ queryState, view, siteUrl }: Session): Printout | null {
  const { result } = queryState.getState();
  if (!result) return null;
  const state = view.getState();
  return {
    title: 'Coastwatch',
    sentences: [`${countLine(result, state.units)}.`],
    notes: [],
    record: null,
    counts: null,
    rows: result.rows.filter((row) => row.kind !== 'record' || !row.isInGroup),
    map: null,
    address: addressOf(state, siteUrl),
    units: state.units,
  };
}
