/** In a page that draws no frames, as one behind another, what waits for one would wait for long. */
const longestInMilliseconds = 100;

/**
 * Acts just before the screen is drawn next. What changes the page between two frames is laid out when the pointer moves
 * on, to find what lies under it, and once more when the frame has come: changed with the frame, it is laid out once.
 */
export function withNextFrame(act: () => void): void {
  if (document.visibilityState === 'hidden') {
    act();
    return;
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    act();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, longestInMilliseconds);
}
