import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

interface VirtualRows {
  /** The rows to render, in order. */
  readonly indexes: readonly number[];
  /** The rows on the screen; null while the list has no height. */
  readonly range: RowRange | null;
  /** Scrolls only as far as needed to show the row. */
  readonly scrollToIndex: (index: number) => void;
}

interface VirtualRowsOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
}

/** Assumed size until the list has been laid out. */
const assumedSize = { width: 400, height: 600 } as const;

/**
 * A list that becomes visible again gets its scroll position back without a scroll event, while the last known position
 * may be 0 from when it was hidden. So the position is read again with the size.
 */
const observeRectAndOffset: VirtualizerOptions<HTMLDivElement, Element>['observeElementRect'] = (virtualizer, onRect) =>
  observeElementRect(virtualizer, (rect) => {
    const element = virtualizer.scrollElement;
    if (element && rect.height > 0) virtualizer.scrollOffset = element.scrollTop;
    onRect(rect);
  });

/** Which rows of a list with equal row heights to render now. The offset of a row is its index times the height. */
export function useVirtualRows({ scroller, count, rowHeight }: VirtualRowsOptions): VirtualRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const optionsFor = (rows: number): VirtualizerOptions<HTMLDivElement, Element> => ({
    count: rows,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    initialRect: assumedSize,
    observeElementRect: observeRectAndOffset,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (_, isScrolling) => {
      // During scrolling, rows must be rendered before the next paint.
      if (isScrolling) flushSync(render);
      else render();
    },
  });
  const [virtualizer] = useState(() => new Virtualizer(optionsFor(0)));
  const { scrollOffset, scrollRect } = virtualizer;
  const end = (scrollOffset ?? 0) + (scrollRect ?? assumedSize).height;
  virtualizer.setOptions(optionsFor(rowsToMeasure(Math.ceil(end / rowHeight))));
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });

  const seen = virtualizer.calculateRange();
  const range = seen && rangeWithin({ first: seen.startIndex, last: seen.endIndex }, count);
  return {
    indexes: range ? withOverscan(range, count) : [],
    range,
    // Not by the library: it retries in later frames, against keys pressed since.
    scrollToIndex: (index) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const lowest = top + rowHeight - element.clientHeight;
      if (element.scrollTop > top) element.scrollTo({ top });
      else if (element.scrollTop < lowest) element.scrollTo({ top: lowest });
    },
  };
}

/** Rows are queried in blocks of this size, so that scrolling does not cause a query for every pixel. */
export const rowsPerBlock = 20;
const rowsAroundScreen = 10;
/** More rows than anyone scrolls through; browsers limit elements to about 17 million pixels. */
export const mostRows = 20_000;
const leastMeasuredRows = 64;
/** Rows rendered before and after those on the screen, for short scrolls. */
const overscan = 3;

/** Rows from `first` to `last`, both inclusive. */
interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * How many rows the library measures when the screen shows rows up to `end`. It creates an object for each row again
 * whenever their number changes, and the result count changes on every frame while a radius is dragged. So the number
 * is the next power of two that is large enough.
 */
export function rowsToMeasure(end: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(leastMeasuredRows, end + 1)));
}

/** A range clipped to a list of `count` rows; beyond the end, its last rows. Null for an empty list. */
export function rangeWithin({ first, last }: RowRange, count: number): RowRange | null {
  if (count <= 0) return null;
  const beyond = Math.max(0, last - (count - 1));
  return { first: Math.max(0, first - beyond), last: last - beyond };
}

/** The rows of a range with the overscan, within a list of `count` rows. */
export function withOverscan({ first, last }: RowRange, count: number): number[] {
  const start = Math.max(0, first - overscan);
  const end = Math.min(count, last + 1 + overscan);
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}

/** Which rows to query when rows `first` to `last` (inclusive) are on the screen. `end` is exclusive. */
export function wantedRows(
  first: number,
  last: number,
  count: number,
): { readonly start: number; readonly end: number } {
  const start = Math.floor(Math.max(0, first - rowsAroundScreen) / rowsPerBlock) * rowsPerBlock;
  const end = Math.ceil((last + 1 + rowsAroundScreen) / rowsPerBlock) * rowsPerBlock;
  return { start: Math.min(start, Math.max(0, count - 1)), end: Math.max(rowsPerBlock, Math.min(end, roundUp(count))) };
}

const roundUp = (count: number): number => Math.ceil(count / rowsPerBlock) * rowsPerBlock;

/**
 * The row that a key moves to from the row at `index` of a list of `count`, with `page` rows on the screen; null for
 * other keys.
 */
export function rowAfterKey(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + Math.max(1, page - 1), count - 1);
    case 'PageUp':
      return Math.max(index - Math.max(1, page - 1), 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/**
 * The row that the Tab key stops at: the one that had the focus last if it is on the screen, else the first one there.
 * `first` and `last` are inclusive.
 */
export function tabStopOf(lastActive: number | null, first: number, last: number): number {
  return lastActive !== null && lastActive >= first && lastActive <= last ? lastActive : first;
}

/** `key` identifies a row, at whatever index. */
interface Keyed {
  readonly key: string;
}

/** `slot` identifies the list element that shows the row. */
type Assigned<Row extends Keyed> = Row & { readonly slot: number };

/**
 * Assigns the rows of a list to reusable elements. A row keeps its element while it is shown. A new row takes over the
 * element of a removed one between the same remaining rows, because changing its texts costs a fraction of creating an
 * element. An element from another position would have to be moved in the DOM.
 */
export class RowRecycler<Row extends Keyed> {
  #assigned: readonly Assigned<Row>[] = [];
  #made = 0;

  /**
   * Returns the rows with their slots. The element of the focused row is not reused, because the focus would move to
   * another row.
   */
  place(rows: readonly Row[], focusedKey: string | null): readonly Assigned<Row>[] {
    const slots = new Map(this.#assigned.map(({ key, slot }) => [key, slot]));
    const remaining = new Set(rows.map(({ key }) => key).filter((key) => slots.has(key)));
    /** Free slots by the key of the remaining row before them. */
    const free = new Map<string | null, number[]>();
    let before: string | null = null;
    for (const { key, slot } of this.#assigned) {
      if (remaining.has(key)) before = key;
      else if (key !== focusedKey) free.set(before, [...(free.get(before) ?? []), slot]);
    }
    before = null;
    const assigned: Assigned<Row>[] = [];
    for (const row of rows) {
      const slot = slots.get(row.key);
      if (slot !== undefined) before = row.key;
      assigned.push({ ...row, slot: slot ?? free.get(before)?.shift() ?? this.#made++ });
    }
    this.#assigned = assigned;
    return assigned;
  }

  /** The last assignment, which a list keeps while it is empty for a moment during a drag. */
  get last(): readonly Assigned<Row>[] {
    return this.#assigned;
  }
}
