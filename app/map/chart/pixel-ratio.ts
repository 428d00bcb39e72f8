/**
 * Calls back whenever other pixels of the screen come to one of the page, as when a window is dragged to another screen: a
 * box of the same size is not told of it. Returns a function that ends it.
 */
export function watchPixelRatio(onChange: () => void): () => void {
  let list: MediaQueryList | undefined;
  // A query is of one ratio alone.
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
