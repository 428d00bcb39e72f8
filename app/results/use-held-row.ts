import { useLayoutEffect, useRef } from 'react';

/**
 * A function that takes note of the row that has the focus; null for none. When the list changes under it so that it is
 * there no more, `onGone` is called: the focus would else be lost.
 */
export function useHeldRow(onGone: () => void): (row: Element | null) => void {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!held.current || held.current.isConnected) return;
    held.current = null;
    onGone();
  });
  return (row) => {
    held.current = row;
  };
}
