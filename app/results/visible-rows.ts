/** Rows are asked for in steps of this many, so that not each pixel of scrolling is a question. */
export const rowsInAStep = 20;
const rowsBeyondTheScreen = 10;
/** More rows than a person scrolls through; and browsers cut off what is taller than some 17 million pixels. */
export const mostRows = 20_000;
const rowsAtFirst = 64;
/** Rows that exist before and after those on the screen, so that a short scroll finds them there. */
const neighbours = 3;

/** Rows from `first` to `last`, both inclusive. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Of how many rows to work out where they stand, when the screen shows as far as `end`. The library makes an object for
 * each, anew whenever their number changes: so not of all that were found, whose number changes on every frame while a
 * radius is dragged, but of so many at least as are needed, in numbers that stay the same for long.
 */
export function rowsToMeasure(end: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(rowsAtFirst, end + 1)));
}

/** The rows of a range that a list of `count` has; where it ends before it, as many of its last ones. Null for none. */
export function rangeWithin({ first, last }: RowRange, count: number): RowRange | null {
  if (count <= 0) return null;
  const beyond = Math.max(0, last - (count - 1));
  return { first: Math.max(0, first - beyond), last: last - beyond };
}

/** The rows of a range with some before and after it, as far as a list of `count` has them. */
export function withNeighbours({ first, last }: RowRange, count: number): number[] {
  const start = Math.max(0, first - neighbours);
  const end = Math.min(count, last + 1 + neighbours);
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}

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
