/**
 * Calls back whenever the device pixel ratio changes, for example when a window is dragged to another screen, which is
 * not reported as a resize. Returns an unsubscribe function.
 */
export function watchPixelRatio(onChange: () => void): () => void {
  let list: MediaQueryList | undefined;
  // A media query matches a single ratio.
  const watch = (): void => {
    list = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    list.addEventListener('change', change);
  };
  const end = (): void => {
    list?.removeEventListener('change', change);
  };
  const change = (): void => {
    end();
    watch();
    onChange();
  };
  watch();
  return end;
}
