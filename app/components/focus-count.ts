export const countId = 'results-count';

/** The title of the details and the search box. One of them receives the focus when the count is hidden. */
const fallbackIds = ['details-title', 'place-search'] as const;

/**
 * Moves the focus to the result count, for a control that disappears when it is pressed. If the count cannot receive
 * the focus, the title of the details or the search box receives it.
 */
export function focusCount(): void {
  if (tryToFocus(countId)) return;
  // If there was no count yet, it appears in the next frame.
  requestAnimationFrame(() => {
    [countId, ...fallbackIds].some(tryToFocus);
  });
}

/** For the `ref` of an element that may be removed while it has the focus. The focus then moves to the result count. */
export function restoreFocusOnUnmount(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusCount();
  };
}

/** Returns whether the element received the focus; a hidden element cannot. */
function tryToFocus(id: string): boolean {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}
