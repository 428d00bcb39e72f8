import { type RefObject, useEffect, useMemo, useRef } from 'react';

import type { Result, Row } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { rowKey } from '../rows/ResultRow.tsx';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { initialView, type ViewState } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';

/** Identifies a list, to find out whether a later list is the same. */
interface ListKey {
  /** Filters, search, tab and sort. */
  readonly query: string;
  readonly map: ViewState['map'];
  readonly dependsOnMap: boolean;
}

/** Where the user left the list, for the return from details. */
interface ReturnPoint {
  /** The list and the row from which details were opened; null if they were not opened from the list. */
  opened: { readonly list: ListKey; readonly rowKey: string; readonly scrollTop: number } | null;
  /** Whether details have been shown since the list was last shown. */
  hasShownDetails: boolean;
}

const returnPoints = new WeakMap<Explorer, ReturnPoint>();

/** Returns the return point of an explorer, which outlives the list component. */
function getReturnPoint(explorer: Explorer): ReturnPoint {
  const existing = returnPoints.get(explorer);
  if (existing) return existing;
  const returnPoint: ReturnPoint = { opened: null, hasShownDetails: explorer.view.getState().selection !== null };
  // Subscribed here, since the list may not be mounted while details are shown.
  explorer.view.subscribe(({ selection }) => {
    if (selection !== null) returnPoint.hasShownDetails = true;
  });
  returnPoints.set(explorer, returnPoint);
  return returnPoint;
}

export function createListKey(view: ViewState): ListKey {
  const { map, units } = initialView;
  return {
    query: writeView({
      ...view,
      map: view.search ? { ...map, centre: view.search.centre } : map,
      units,
      selection: null,
    }),
    map: view.map,
    // A list with a search does not depend on the map.
    dependsOnMap: view.search === null,
  };
}

const maxShiftInPixels = 4;

/** Whether two lists are the same. Ignores small shifts of the map, which occur when a map position is restored. */
export function isSameList(a: ListKey, b: ListKey): boolean {
  if (a.query !== b.query) return false;
  if (!a.dependsOnMap) return true;
  if (Math.abs(a.map.zoom - b.map.zoom) > 0.01) return false;
  const degreesPerPixel = 360 / (256 * 2 ** a.map.zoom);
  const shift = Math.max(
    Math.abs(a.map.centre.longitude - b.map.centre.longitude),
    Math.abs(a.map.centre.latitude - b.map.centre.latitude),
  );
  return shift <= maxShiftInPixels * degreesPerPixel;
}

/**
 * On the return from details, restores the scroll position and focuses the row that was opened. If the list has
 * changed, scrolls to its top. Returns a function to call when a row is opened.
 */
export function useListReturn(
  scroller: RefObject<HTMLDivElement | null>,
  result: Result,
  focusRow: (index: number, shouldScroll: boolean) => void,
): (row: Row) => void {
  const explorer = useExplorer();
  const hasSelection = useView(({ selection }) => selection !== null);
  const pending = useRef<ReturnPoint['opened']>(null);

  // Reading or setting the scroll position forces a layout, so it must not happen in every frame.
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
    let shown = createListKey(explorer.view.getState());
    return explorer.view.subscribe((view) => {
      const list = createListKey(view);
      if (isSameList(shown, list)) return;
      shown = list;
      const { opened } = getReturnPoint(explorer);
      const isReturn = opened !== null && isSameList(opened.list, list);
      if (!isReturn && isScrolled.current) scroller.current?.scrollTo({ top: 0 });
    });
  }, [explorer, scroller]);

  useEffect(() => {
    if (hasSelection) return;
    const returnPoint = getReturnPoint(explorer);
    const { opened } = returnPoint;
    returnPoint.opened = null;
    if (opened && isSameList(opened.list, createListKey(explorer.view.getState()))) pending.current = opened;
  }, [hasSelection, explorer]);

  // After the user has scrolled, clicked or pressed a key, nothing is restored.
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

  // Runs after each render, until the view has settled and the list contains the row.
  useEffect(() => {
    const restore = (): void => {
      const element = scroller.current;
      const target = pending.current;
      if (!element || !target || hasSelection) return;
      if (Math.abs(element.scrollTop - target.scrollTop) > 1) element.scrollTo({ top: target.scrollTop });
      const index = result.rows.findIndex((row) => rowKey(row) === target.rowKey);
      if (index < 0) return;
      // Another row may have the focus, but not because of the user: a key or a click would have cleared `pending`.
      const canMoveFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      if (canMoveFocus) focusRow(result.query.rows.start + index, false);
      if (explorer.queryState.getState().isSettled) pending.current = null;
    };
    restore();
    // A subscription instead of state: state would render the list again at the start of every movement.
    return explorer.queryState.subscribe(({ isSettled, result: latest }, before) => {
      // A newer result causes a render, which restores the position.
      if (isSettled && !before.isSettled && latest === result) restore();
    });
  });

  return useMemo(() => rememberRow(explorer, scroller), [explorer, scroller]);
}

const rememberRow =
  (explorer: Explorer, scroller: RefObject<HTMLDivElement | null>) =>
  (row: Row): void => {
    getReturnPoint(explorer).opened = {
      list: createListKey(explorer.view.getState()),
      rowKey: rowKey(row),
      scrollTop: scroller.current?.scrollTop ?? 0,
    };
  };

/** When the details close while they have the focus, moves the focus to the list. */
export function useFocusReturn(): void {
  const explorer = useExplorer();
  const hasSelection = useView(({ selection }) => selection !== null);

  useEffect(() => {
    const returnPoint = getReturnPoint(explorer);
    if (hasSelection || !returnPoint.hasShownDetails) return;
    returnPoint.hasShownDetails = false;
    if (document.activeElement === document.body) document.getElementById('results')?.focus({ preventScroll: true });
  }, [hasSelection, explorer]);
}
