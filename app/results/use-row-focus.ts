import { useEffect, useRef, type RefObject } from 'react';

/**
 * A function that moves the focus to the row at an index, if wanted after scrolling there. A row that is not there yet
 * gets it as soon as it is read; meanwhile the list itself holds it.
 */
export function useRowFocus(
  scroller: RefObject<HTMLDivElement | null>,
  scrollToIndex: (index: number) => void,
): (index: number, scrollsThere: boolean) => void {
  const awaited = useRef<number | null>(null);

  const focusIfThere = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] > a`);
    row?.focus({ preventScroll: true });
    // On a low screen the list itself lies in something that scrolls.
    if (row) scroller.current?.scrollIntoView({ block: 'nearest' });
    return Boolean(row);
  };

  // After each render, since a render is what brings rows.
  useEffect(() => {
    if (awaited.current === null) return;
    const holdsFocus = document.activeElement === scroller.current || document.activeElement === document.body;
    if (!holdsFocus || focusIfThere(awaited.current)) awaited.current = null;
  });

  return (index, scrollsThere) => {
    awaited.current = null;
    if (scrollsThere) scrollToIndex(index);
    if (focusIfThere(index)) return;
    scroller.current?.focus({ preventScroll: true });
    awaited.current = index;
  };
}
