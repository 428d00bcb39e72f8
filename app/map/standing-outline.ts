/** The coast in outline, with which the HTML begins; looked for before the page takes the place of that. */
let outline = typeof document === 'undefined' ? null : document.querySelector('.map-outline');

/** Takes the outline over into `host`, below whatever is drawn there: it stands on until the chart is there. */
export function standOutlineIn(host: Element | null): void {
  if (host && outline) host.prepend(outline);
}

/** Ends it, when the chart is drawn, or moves before it is. */
export function dropOutline(): void {
  outline?.remove();
  outline = null;
}
