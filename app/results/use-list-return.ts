import { type RefObject, useEffect, useMemo, useRef } from 'react';

import type { Result, Row } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { useSession, useView } from '../session/use-session.ts';
import { isSameList, type ListMemory, listMemoryOf, listOf } from './list-memory.ts';

const keyOf = (row: Row): string => `${row.kind} ${row.id}`;

/**
 * Takes a person who comes back from details to the same place of the list, and the focus to the row that was opened.
 * A list of other things starts at its top. Returns what to call as a row is opened.
 */
export function useListReturn(
  scroller: RefObject<HTMLDivElement | null>,
  result: Result,
  focusRow: (index: number, scrollsThere: boolean) => void,
): (row: Row) => void {
  const session = useSession();
  const isAway = useView(({ selection }) => selection !== null);
  const awaited = useRef<ListMemory['opened']>(null);

  // Asking the page how far it is scrolled, or scrolling it, makes it work out its layout: not once a frame.
  const isScrolled = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = (): void => {
      isScrolled.current = element.scrollTop > 0;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      element.removeEventListener('scroll', note);
    };
  }, [scroller]);

  useEffect(() => {
    let shown = listOf(session.view.getState());
    return session.view.subscribe((view) => {
      const list = listOf(view);
      if (isSameList(shown, list)) return;
      shown = list;
      const { opened } = listMemoryOf(session);
      const isReturn = opened !== null && isSameList(opened.list, list);
      if (!isReturn && isScrolled.current) scroller.current?.scrollTo({ top: 0 });
    });
  }, [session, scroller]);

  useEffect(() => {
    if (isAway) return;
    const memory = listMemoryOf(session);
    const { opened } = memory;
    memory.opened = null;
    if (opened && isSameList(opened.list, listOf(session.view.getState()))) awaited.current = opened;
  }, [isAway, session]);

  // Whoever scrolls or presses a key has taken over.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const takeOver = (): void => {
      awaited.current = null;
    };
    const events = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const event of events) element.addEventListener(event, takeOver, { passive: true });
    return () => {
      for (const event of events) element.removeEventListener(event, takeOver);
    };
  }, [scroller]);

  // After each render, until the view has stood still with the row in it.
  useEffect(() => {
    const returnTo = (): void => {
      const element = scroller.current;
      const place = awaited.current;
      if (!element || !place || isAway) return;
      if (Math.abs(element.scrollTop - place.scrollTop) > 1) element.scrollTo({ top: place.scrollTop });
      const index = result.rows.findIndex((row) => keyOf(row) === place.rowKey);
      if (index < 0) return;
      // Also on another row: nobody has pressed a key that could have led there.
      const hasFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      if (hasFocus) focusRow(result.query.rows.start + index, false);
      if (session.queryState.getState().isSettled) awaited.current = null;
    };
    returnTo();
    // Heard, not rendered for: that something begins to move would render every list anew with its first frame.
    return session.queryState.subscribe(({ isSettled, result: latest }, before) => {
      // With a newer answer, the render that it leads to is the one to return with.
      if (isSettled && !before.isSettled && latest === result) returnTo();
    });
  });

  return useMemo(() => rememberer(session, scroller), [session, scroller]);
}

const rememberer =
  (session: Session, scroller: RefObject<HTMLDivElement | null>) =>
  (row: Row): void => {
    listMemoryOf(session).opened = {
      list: listOf(session.view.getState()),
      rowKey: keyOf(row),
      scrollTop: scroller.current?.scrollTop ?? 0,
    };
  };
