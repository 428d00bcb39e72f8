/** Kept free at the edges of the screen, and between the anchor and what floats. */
const marginInPixels = 8;
const gapInPixels = 4;
/** With less room than this below, it opens to the side that has more. */
const leastHeightInPixels = 320;
/** Longer content scrolls. */
const mostHeightInPixels = 560;

export interface PopoverPlace {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  /** Distance from the top of the screen, or from its bottom when it opens upward. */
  readonly side: 'top' | 'bottom';
  readonly offset: number;
}

/** Where something floats that belongs to an anchor: below or above it, within the screen. All in pixels. */
export function popoverPlace(
  anchor: { readonly left: number; readonly top: number; readonly bottom: number },
  screen: { readonly width: number; readonly height: number },
  wantedWidth: number,
): PopoverPlace {
  const width = Math.min(wantedWidth, screen.width - 2 * marginInPixels);
  const left = Math.max(marginInPixels, Math.min(anchor.left, screen.width - marginInPixels - width));
  const below = screen.height - anchor.bottom - gapInPixels - marginInPixels;
  const above = anchor.top - gapInPixels - marginInPixels;
  const limited = (room: number): number => Math.min(room, mostHeightInPixels);
  return below >= leastHeightInPixels || below >= above
    ? { left, width, maxHeight: limited(below), side: 'top', offset: anchor.bottom + gapInPixels }
    : { left, width, maxHeight: limited(above), side: 'bottom', offset: screen.height - anchor.top + gapInPixels };
}

/** Puts an element to its place beside its anchor. */
export function placePopover(element: HTMLElement, anchor: HTMLElement, widthInPixels: number): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const place = popoverPlace(
    anchor.getBoundingClientRect(),
    { width: clientWidth, height: clientHeight },
    widthInPixels,
  );
  Object.assign(element.style, {
    left: `${place.left}px`,
    width: `${place.width}px`,
    maxHeight: `${place.maxHeight}px`,
    top: place.side === 'top' ? `${place.offset}px` : 'auto',
    bottom: place.side === 'bottom' ? `${place.offset}px` : 'auto',
  });
}
