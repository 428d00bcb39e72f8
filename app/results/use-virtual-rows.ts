import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  readonly totalHeight: number;
  /** The rows on the screen, both inclusive; null while the list has no height. */
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  /** Scrolls no further than until the row is on the screen. */
  readonly scrollToIndex: (index: number) => void;
}

export interface VirtualRowsOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly extractRange: (range: Range) => number[];
}

/** Which rows of a list of equal heights exist now, and where they stand. */
export function useVirtualRows({ scroller, count, rowHeight, extractRange }: VirtualRowsOptions): VirtualRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const options = {
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    rangeExtractor: extractRange,
    overscan: 3,
    // Until the list has been laid out, as if it were of a usual size.
    initialRect: { width: 400, height: 600 },
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (_: Virtualizer<HTMLDivElement, Element>, isScrolling: boolean) => {
      // While it scrolls, rows must be there before the screen is painted.
      if (isScrolling) flushSync(render);
      else render();
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });

  return {
    items: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    range: virtualizer.range,
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
