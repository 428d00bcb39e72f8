import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { rangeWithin, rowsToMeasure, withNeighbours, type RowRange } from './visible-rows.ts';

export interface VirtualRows {
  /** The rows that exist now, in order. */
  readonly indexes: readonly number[];
  /** The rows on the screen; null while the list has no height. */
  readonly range: RowRange | null;
  /** Scrolls no further than until the row is on the screen. */
  readonly scrollToIndex: (index: number) => void;
}

export interface VirtualRowsOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
}

/** Until the list has been laid out, as if it were of a usual size. */
const sizeAtFirst = { width: 400, height: 600 } as const;

/**
 * A list that was hidden, and has its height back, is scrolled again as it was, and nothing tells of it: what was told last
 * may be that it was hidden, at its top.
 */
const observeBothAgain: VirtualizerOptions<HTMLDivElement, Element>['observeElementRect'] = (virtualizer, onRect) =>
  observeElementRect(virtualizer, (rect) => {
    const element = virtualizer.scrollElement;
    if (element && rect.height > 0) virtualizer.scrollOffset = element.scrollTop;
    onRect(rect);
  });

/** Which rows of a list of equal heights exist now. Each stands at its index times their height. */
export function useVirtualRows({ scroller, count, rowHeight }: VirtualRowsOptions): VirtualRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const optionsFor = (rows: number): VirtualizerOptions<HTMLDivElement, Element> => ({
    count: rows,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    initialRect: sizeAtFirst,
    observeElementRect: observeBothAgain,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (_, isScrolling) => {
      // While it scrolls, rows must be there before the screen is painted.
      if (isScrolling) flushSync(render);
      else render();
    },
  });
  const [virtualizer] = useState(() => new Virtualizer(optionsFor(0)));
  const { scrollOffset, scrollRect } = virtualizer;
  const end = (scrollOffset ?? 0) + (scrollRect ?? sizeAtFirst).height;
  virtualizer.setOptions(optionsFor(rowsToMeasure(Math.ceil(end / rowHeight))));
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });

  const seen = virtualizer.calculateRange();
  const range = seen && rangeWithin({ first: seen.startIndex, last: seen.endIndex }, count);
  return {
    indexes: range ? withNeighbours(range, count) : [],
    range,
    // The library tries again with later frames, each time against the keys that came since.
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
