export const countId = 'results-count';

/** Where the list, and so its count, is not to be seen: the title of the details, else the way to search. */
const elsewhere = ['details-title', 'place-search'] as const;

/**
 * Moves the focus to the count of what was found, from a control that goes away by being pressed; where no count can
 * take it, to the title of the details or to the search box.
 */
export function focusCount(): void {
  if (tryToFocus(countId)) return;
  // Where nothing could be counted, the count comes with the next picture.
  requestAnimationFrame(() => {
    [countId, ...elsewhere].some(tryToFocus);
  });
}

/** For the `ref` of what may go away while the focus is in it: the focus then moves to the count. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusCount();
  };
}

/** What is hidden does not take the focus. */
function tryToFocus(id: string): boolean {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}
