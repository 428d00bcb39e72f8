import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Result, Row } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';

/** What is on paper: the start of the list that an answer gives. */
export interface PrintedRows {
  readonly result: Result;
  /** Index of the first of the rows in the list. */
  readonly start: number;
  readonly rows: readonly Row[];
}

export const mostPrintedRows = 500;

/**
 * What to print, while the browser prints; null else. The print key and a `coastwatch:print` event read the rows first and
 * then print. Printing that the browser starts by itself does not wait: then the rows at hand are printed, and the
 * others follow where the browser allows for it.
 */
export function usePrintedRows(): PrintedRows | null {
  const session = useSession();
  const [printed, setPrinted] = useState<PrintedRows | null>(null);

  useEffect(() => {
    let prepared: PrintedRows | null = null;
    let isPrinting = false;

    async function prepare(): Promise<void> {
      const { result } = session.queryState.getState();
      if (!result || prepared?.result === result) return;
      prepared = await readRows(session, result);
    }
    const beforePrint = (): void => {
      const { result } = session.queryState.getState();
      if (!result) return;
      isPrinting = true;
      const atHand = { result, start: result.query.rows.start, rows: result.rows };
      // The browser takes its picture of the page as soon as this returns.
      flushSync(() => {
        setPrinted(prepared?.result === result ? prepared : atHand);
      });
      prepare().then(
        () => {
          if (isPrinting) setPrinted(prepared);
        },
        () => {
          // What is at hand is printed.
        },
      );
    };
    const afterPrint = (): void => {
      isPrinting = false;
      setPrinted(null);
    };
    const print = (event: Event): void => {
      event.preventDefault();
      prepare().then(
        () => {
          window.print();
        },
        () => {
          window.print();
        },
      );
    };
    const onKey = (event: KeyboardEvent): void => {
      const isPrintKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (isPrintKey && !event.defaultPrevented) print(event);
    };

    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window.addEventListener('coastwatch:print', print);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      window.removeEventListener('coastwatch:print', print);
      window.removeEventListener('keydown', onKey);
    };
  }, [session]);

  return printed;
}

async function readRows(session: Session, result: Result): Promise<PrintedRows> {
  const rows = await session.engine.rows(result.query, 0, Math.min(mostPrintedRows, result.found));
  return { result, start: 0, rows };
}
