export const countId = 'results-count';

/** Moves the focus to the count of what was found, from a button that goes away by being pressed. */
export function focusCount(): void {
  // Where nothing could be counted, the count comes with the next picture.
  if (!tryToFocus()) requestAnimationFrame(tryToFocus);
}

function tryToFocus(): boolean {
  const count = document.getElementById(countId);
  count?.focus({ preventScroll: true });
  return count !== null;
}
