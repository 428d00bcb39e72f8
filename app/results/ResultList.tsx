import { observeElementRect, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import type { ListRow, Query, Result } from '../engine/engine.ts';
import { GroupRow } from '../rows/GroupRow.tsx';
import { ResultRow, rowKey, SkeletonRow } from '../rows/ResultRow.tsx';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { textSizeInPixels } from '../view/text-size.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { useListReturn } from './list-return.ts';
import { maxRows, shiftIntoList, rowAfterKey, rowsToRender, findTabStop, rowsToQuery } from './row-ranges.ts';
import { useDetailsWhenVisible } from './use-details-when-visible.ts';
import { useRowHover } from './use-row-hover.ts';

const EmptyResults = lazyComponent(new LazyModule(() => import('./EmptyResults.tsx')), (module) => module.EmptyResults);

const rowHeightInRem = 4.75;
const rowHeightInPixels = (): number => rowHeightInRem * textSizeInPixels();

/** Assumed size until the list has been laid out. */
const assumedSize = { width: 400, height: 600 } as const;

/**
 * When a list becomes visible again, the browser restores its scroll position without a scroll event, but the
 * virtualizer may still assume 0, the position while the list was hidden. So each change of the size also reads the
 * position.
 */
const observeRectAndOffset = (
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  onRect: Parameters<typeof observeElementRect>[1],
) =>
  observeElementRect(virtualizer, (rect) => {
    const element = virtualizer.scrollElement;
    if (element && rect.height > 0) virtualizer.scrollOffset = element.scrollTop;
    onRect(rect);
  });

/** The result list, virtualized: only the rows on the screen are rendered. */
export function ResultList({ result }: { readonly result: Result }) {
  const explorer = useExplorer();
  const { rows, query } = result;
  const selection = useView((view) => view.selection);
  const units = useView((view) => view.units);
  const linkTo = useSelectionLink();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(scroller);
  const { activeIndex, setActiveIndex, activeRow } = useActiveRow(result);
  const [lastActive, setLastActive] = useState<number | null>(null);
  const keysId = useId();
  const toggleGroup = useCallback(
    (id: number) => {
      explorer.toggleGroup(id);
    },
    [explorer],
  );
  const count = Math.min(result.listLength, maxRows);

  // eslint-disable-next-line react-hooks/incompatible-library -- relevant only to React Compiler, which is not used
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    // Constant, because the virtualizer measures all rows again whenever this count changes. The number of rows found
    // changes in every frame of a drag.
    count: maxRows,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    initialRect: assumedSize,
    observeElementRect: observeRectAndOffset,
    rangeExtractor: ({ startIndex, endIndex }: Range) =>
      rowsToRender(shiftIntoList({ first: startIndex, last: endIndex }, count), count, activeIndex),
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  const indexes = virtualizer.getVirtualIndexes();
  const { range: measured } = virtualizer;
  const range = measured && shiftIntoList({ first: measured.startIndex, last: measured.endIndex }, count);
  const { first, last } = range ?? { first: 0, last: 0 };
  const { start, end } = rowsToQuery(first, last);
  const isShown = range !== null;
  const tabStop = activeIndex ?? findTabStop(lastActive, first, last);
  useEffect(() => {
    const { visibleRows } = explorer.queryState.getState();
    if (isShown && (visibleRows.start !== start || visibleRows.end !== end)) explorer.showRows(start, end);
  }, [explorer, isShown, start, end]);

  useDetailsWhenVisible(scroller);
  const focusRow = useRowFocus(scroller, rowHeight);
  const rememberRow = useListReturn(scroller, result, focusRow);
  const trackFocus = useFocusLossHandler(() => {
    focusRow(Math.min(activeIndex ?? 0, count - 1), false);
  });

  const rowAt = useRef<(index: number) => ListRow | undefined>(() => undefined);
  useLayoutEffect(() => {
    rowAt.current = (index) => rows[index - query.rows.start];
  });
  const { onFocusChange, ...pointerHandlers } = useRowHover(rowAt);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const next = rowAfterKey(event.key, activeIndex ?? first - 1, count, last - first);
    if (next === null) return;
    event.preventDefault();
    setActiveIndex(next);
    focusRow(next, true);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const index = target.closest('[data-index]')?.getAttribute('data-index');
    if (index === null || index === undefined) return;
    trackFocus(target);
    onFocusChange(target);
    setActiveIndex(Number(index));
    setLastActive(Number(index));
  }

  function onBlur({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void {
    // When the window loses the focus, the element keeps it until the window is active again.
    if (document.activeElement === target) return;
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    trackFocus(null);
    onFocusChange(null);
    setActiveIndex(null);
  }

  const isEmpty = count === 0;
  const showDistance = query.search !== null || query.sort === 'nearest';
  return (
    <>
      {isEmpty ? null : (
        <p id={keysId} className="visually-hidden">
          Up and down arrows, Page Up, Page Down, Home and End move from row to row.
        </p>
      )}
      <div
        className="results-scroller inner-focus"
        id="results"
        ref={scroller}
        tabIndex={-1}
        role="group"
        aria-label={isEmpty ? 'Nothing found' : query.tab === 'records' ? 'Records found' : 'Places found'}
        aria-describedby={isEmpty ? undefined : keysId}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        {...pointerHandlers}
      >
        <div className="results-text-size" aria-hidden="true" />
        {isEmpty ? (
          <Suspense>
            <EmptyResults result={result} />
          </Suspense>
        ) : (
          <ul className="results-list" style={{ height: count * rowHeight }}>
            {indexes.map((index) => {
              const row = rows[index - query.rows.start] ?? (index === activeIndex ? activeRow : undefined);
              return (
                <li
                  key={row ? rowKey(row) : index}
                  data-index={index}
                  aria-setsize={result.listLength}
                  aria-posinset={index + 1}
                  style={{ top: index * rowHeight, height: rowHeight }}
                >
                  {row?.kind === 'group' ? (
                    <GroupRow
                      row={row}
                      onToggle={toggleGroup}
                      isTabStop={index === tabStop}
                      showDistance={showDistance}
                      units={units}
                    />
                  ) : row ? (
                    <ResultRow
                      row={row}
                      linkTo={linkTo}
                      onOpen={rememberRow}
                      isSelected={selection?.kind === row.kind && selection.id === row.id}
                      isTabStop={index === tabStop}
                      showDistance={showDistance}
                      units={units}
                    />
                  ) : (
                    <SkeletonRow />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {count < result.listLength ? (
          <p className="inset small muted">
            Only the first {formatCount(count)} are listed. Zoom in or set a filter to see the others.
          </p>
        ) : null}
      </div>
    </>
  );
}

/**
 * The height of a row in pixels, which depends on the text size. If the text size changes, the rows on the screen stay
 * there.
 */
function useRowHeight(scroller: RefObject<HTMLDivElement | null>): number {
  const [rowHeight, setRowHeight] = useState(rowHeightInPixels);
  const lastHeight = useRef(rowHeight);

  useEffect(() => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const probe = scroller.current?.querySelector('.results-text-size');
    // Nothing reports a change of the text size, but it changes the size of this element.
    const observer = new ResizeObserver(() => {
      setRowHeight(rowHeightInPixels());
    });
    if (probe) observer.observe(probe);
    return () => {
      observer.disconnect();
    };
  }, [scroller]);

  useLayoutEffect(() => {
    const ratio = rowHeight / lastHeight.current;
    lastHeight.current = rowHeight;
    const element = scroller.current;
    if (element && ratio !== 1) element.scrollTo({ top: element.scrollTop * ratio });
  }, [scroller, rowHeight]);
  return rowHeight;
}

interface ActiveRow {
  /** Index of the focused row, or null. */
  readonly activeIndex: number | null;
  readonly setActiveIndex: (index: number | null) => void;
  /** Content of the focused row, even if it is scrolled so far away that the loaded rows no longer include it. */
  readonly activeRow: ListRow | undefined;
}

/** Tracks the row that has the focus. */
function useActiveRow(result: Result): ActiveRow {
  const { query, rows } = result;
  const [active, setActive] = useState<{
    readonly index: number;
    readonly row: ListRow | undefined;
    readonly query: Query;
  }>();
  const isSame = active !== undefined && differOnlyInRows(active.query, query);
  // In a different list, the same row may have a different index; the focus follows the row.
  const newIndex = isSame || !active?.row ? -1 : rows.findIndex(({ kind, id }) => isRow(active.row, kind, id));
  return {
    activeIndex: newIndex < 0 ? (active?.index ?? null) : query.rows.start + newIndex,
    setActiveIndex: (index) => {
      setActive(index === null ? undefined : { index, row: rows[index - query.rows.start], query });
    },
    activeRow: isSame ? active.row : undefined,
  };
}

const isRow = (row: ListRow | undefined, kind: ListRow['kind'], id: number): boolean =>
  row?.kind === kind && row.id === id;

/** Whether two queries are for the same list, although they may load different rows of it. */
function differOnlyInRows(a: Query, b: Query): boolean {
  return a.filters === b.filters && a.search === b.search && a.tab === b.tab && a.sort === b.sort && a.area === b.area;
}

/**
 * Calls `onLost` when the focused element has been removed from the page and has thereby lost the focus. Returns a
 * function to call with the element that receives the focus, or with null when the focus leaves the list.
 */
function useFocusLossHandler(onLost: () => void): (element: Element | null) => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    onLost();
  });
  return (element) => {
    focused.current = element;
  };
}

/**
 * Returns a function that moves the focus to the row at an index, optionally after scrolling there. Until a row is
 * loaded, the list itself has the focus.
 */
function useRowFocus(
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): (index: number, shouldScroll: boolean) => void {
  const pendingIndex = useRef<number | null>(null);

  // Not the method of the virtualizer, which retries in later frames and so overrides keys pressed in the meantime.
  const scrollTo = (index: number): void => {
    const element = scroller.current;
    if (!element) return;
    const top = index * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    if (element.scrollTop > top) element.scrollTo({ top });
    else if (element.scrollTop < lowest) element.scrollTo({ top: lowest });
  };
  const focusIfRendered = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] > :is(a, button)`);
    row?.focus({ preventScroll: true });
    // On a short screen the list is inside another scroll container.
    if (row) scroller.current?.scrollIntoView({ block: 'nearest' });
    return Boolean(row);
  };

  // Runs after each render, which may have added the row.
  useEffect(() => {
    if (pendingIndex.current === null) return;
    const canMoveFocus = document.activeElement === scroller.current || document.activeElement === document.body;
    if (!canMoveFocus || focusIfRendered(pendingIndex.current)) pendingIndex.current = null;
  });

  return (index, shouldScroll) => {
    pendingIndex.current = null;
    if (shouldScroll) scrollTo(index);
    if (focusIfRendered(index)) return;
    scroller.current?.focus({ preventScroll: true });
    pendingIndex.current = index;
  };
}
