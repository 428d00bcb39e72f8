/** The coast outline of the static HTML, found before React replaces that. */
let outline = typeof document === 'undefined' ? null : document.querySelector('.map-outline');

/** Moves the outline into `host`, below everything else, until the chart is drawn. */
export function attachOutline(host: Element | null): void {
  if (host && outline) host.prepend(outline);
}

/** Removes the outline, when the chart is drawn or the map moves before that. */
export function removeOutline(): void {
  outline?.remove();
  outline = null;
}
