/** Rows are asked for in steps of this many, so that not each pixel of scrolling is a question. */
export const rowsInAStep = 20;
const rowsBeyondTheScreen = 10;
/**
 * More rows than a person scrolls through. Where each stands is worked out anew whenever their number changes, which
 * while a radius is dragged is on every frame; and browsers cut off what is taller than some 17 million pixels.
 */
export const mostRows = 20_000;

/** Which rows to ask for when those from `first` to `last`, both inclusive, are on the screen. End exclusive. */
export function wantedRows(
  first: number,
  last: number,
  count: number,
): { readonly start: number; readonly end: number } {
  const start = Math.floor(Math.max(0, first - rowsBeyondTheScreen) / rowsInAStep) * rowsInAStep;
  const end = Math.ceil((last + 1 + rowsBeyondTheScreen) / rowsInAStep) * rowsInAStep;
  return { start: Math.min(start, Math.max(0, count - 1)), end: Math.max(rowsInAStep, Math.min(end, roundUp(count))) };
}

const roundUp = (count: number): number => Math.ceil(count / rowsInAStep) * rowsInAStep;

/**
 * To which row a key leads from the row at `index` of a list of `count`, of which `page` are on the screen; null for
 * keys that do not lead anywhere.
 */
export function rowAfterKey(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + Math.max(1, page - 1), count - 1);
    case 'PageUp':
      return Math.max(index - Math.max(1, page - 1), 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/**
 * The one row that the Tab key stops at: that which had the focus last, as long as it is on the screen, else the first
 * one there. `first` and `last` are inclusive.
 */
export function tabStopOf(lastActive: number | null, first: number, last: number): number {
  return lastActive !== null && lastActive >= first && lastActive <= last ? lastActive : first;
}
