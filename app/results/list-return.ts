import { type RefObject, useEffect, useMemo, useRef } from 'react';

import type { Result, Row } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { useSession, useView } from '../session/use-session.ts';
import { initialView, type ViewState } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';

/** Identifies a list. */
interface ListKey {
  /** Filters, search, tab and sort. */
  readonly query: string;
  readonly map: ViewState['map'];
  readonly dependsOnMap: boolean;
}

/** Where the user left the list, for the return from details. */
interface ReturnPoint {
  /** The list and the row from which details were opened; null when they were opened in another way. */
  opened: { readonly list: ListKey; readonly rowKey: string; readonly scrollTop: number } | null;
  /** Whether details have been shown since the list was. */
  hasShownDetails: boolean;
}

const returnPoints = new WeakMap<Session, ReturnPoint>();

/** Stored per session, so that it outlives the list's component. */
export function returnPointOf(session: Session): ReturnPoint {
  const known = returnPoints.get(session);
  if (known) return known;
  const returnPoint: ReturnPoint = { opened: null, hasShownDetails: session.view.getState().selection !== null };
  // Subscribed here, since the list may not be mounted while details are shown.
  session.view.subscribe(({ selection }) => {
    if (selection !== null) returnPoint.hasShownDetails = true;
  });
  returnPoints.set(session, returnPoint);
  return returnPoint;
}

export function listKeyOf(view: ViewState): ListKey {
  const { map, units } = initialView;
  return {
    query: writeView({
      ...view,
      map: view.search ? { ...map, centre: view.search.centre } : map,
      units,
      selection: null,
    }),
    map: view.map,
    // A search around a centre does not depend on the map.
    dependsOnMap: view.search === null,
  };
}

const largestShiftInPixels = 4;

/** Whether two lists are the same, ignoring the small shifts of a map that is restored. */
export function isSameList(a: ListKey, b: ListKey): boolean {
  if (a.query !== b.query) return false;
  if (!a.dependsOnMap) return true;
  if (Math.abs(a.map.zoom - b.map.zoom) > 0.01) return false;
  const degreesInAPixel = 360 / (256 * 2 ** a.map.zoom);
  const shift = Math.max(
    Math.abs(a.map.centre.longitude - b.map.centre.longitude),
    Math.abs(a.map.centre.latitude - b.map.centre.latitude),
  );
  return shift <= largestShiftInPixels * degreesInAPixel;
}

/** Identifies a row across results. */
export const keyOf = (row: Row): string => `${row.kind} ${row.id}`;

/**
 * On the return from details, restores the scroll position and focuses the row that was opened. Another list starts at
 * its top. Returns a function to call when a row is opened.
 */
export function useListReturn(
  scroller: RefObject<HTMLDivElement | null>,
  result: Result,
  focusRow: (index: number, scrolls: boolean) => void,
): (row: Row) => void {
  const session = useSession();
  const isAway = useView(({ selection }) => selection !== null);
  const pending = useRef<ReturnPoint['opened']>(null);

  // Reading or setting the scroll position forces a layout, so it must not happen on every frame.
  const isScrolled = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = (): void => {
      isScrolled.current = element.scrollTop > 0;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);

  useEffect(() => {
    let shown = listKeyOf(session.view.getState());
    return session.view.subscribe((view) => {
      const list = listKeyOf(view);
      if (isSameList(shown, list)) return;
      shown = list;
      const { opened } = returnPointOf(session);
      const isReturn = opened !== null && isSameList(opened.list, list);
      if (!isReturn && isScrolled.current) scroller.current?.scrollTo({ top: 0 });
    });
  }, [session, scroller]);

  useEffect(() => {
    if (isAway) return;
    const returnPoint = returnPointOf(session);
    const { opened } = returnPoint;
    returnPoint.opened = null;
    if (opened && isSameList(opened.list, listKeyOf(session.view.getState()))) pending.current = opened;
  }, [isAway, session]);

  // After the user scrolls or presses a key, nothing is restored.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const abandon = (): void => {
      pending.current = null;
    };
    const events = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const event of events) element.addEventListener(event, abandon, { passive: true });
    return () => {
      for (const event of events) element.removeEventListener(event, abandon);
    };
  }, [scroller]);

  // After each render, until the view has settled with the row in it.
  useEffect(() => {
    const restore = (): void => {
      const element = scroller.current;
      const target = pending.current;
      if (!element || !target || isAway) return;
      if (Math.abs(element.scrollTop - target.scrollTop) > 1) element.scrollTo({ top: target.scrollTop });
      const index = result.rows.findIndex((row) => keyOf(row) === target.rowKey);
      if (index < 0) return;
      // Another row may have the focus, but no key was pressed that could have moved it there.
      const hasFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      if (hasFocus) focusRow(result.query.rows.start + index, false);
      if (session.queryState.getState().isSettled) pending.current = null;
    };
    restore();
    // A subscription instead of state: otherwise the start of every movement would render the list again.
    return session.queryState.subscribe(({ isSettled, result: latest }, before) => {
      // A newer result causes a render, which restores the position.
      if (isSettled && !before.isSettled && latest === result) restore();
    });
  });

  return useMemo(() => rememberRow(session, scroller), [session, scroller]);
}

const rememberRow =
  (session: Session, scroller: RefObject<HTMLDivElement | null>) =>
  (row: Row): void => {
    returnPointOf(session).opened = {
      list: listKeyOf(session.view.getState()),
      rowKey: keyOf(row),
      scrollTop: scroller.current?.scrollTop ?? 0,
    };
  };

/** Moves the focus to the list when details that had it close. */
export function useFocusReturn(): void {
  const session = useSession();
  const isAway = useView(({ selection }) => selection !== null);

  useEffect(() => {
    const returnPoint = returnPointOf(session);
    if (isAway || !returnPoint.hasShownDetails) return;
    returnPoint.hasShownDetails = false;
    if (document.activeElement === document.body) document.getElementById('results')?.focus({ preventScroll: true });
  }, [isAway, session]);
}
