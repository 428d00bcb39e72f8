/* Index arithmetic of the result list. */

/** Rows are queried in blocks of this size, so that scrolling does not cause a query for every pixel. */
export const rowsPerBlock = 20;
const rowsAroundScreen = 10;
/**
 * The list contains at most this many rows, more than anyone scrolls through. Browsers limit the height of an element
 * to about 17 million pixels.
 */
export const maxRows = 20_000;
/** Rows rendered before and after those on the screen, for short scrolls. */
const overscan = 3;

/** Rows from `first` to `last`, both inclusive. */
interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Moves a range back if it extends beyond the end of a list of `count` rows, so that it ends at the last row. Returns
 * null for an empty list.
 */
export function shiftIntoList({ first, last }: RowRange, count: number): RowRange | null {
  if (count <= 0) return null;
  const beyond = Math.max(0, last - (count - 1));
  return { first: Math.max(0, first - beyond), last: last - beyond };
}

/**
 * The rows of a list of `count` rows to render: those on the screen with the overscan, and the focused row. If the
 * focused row has been scrolled away, it is still rendered, because removing it would lose the focus.
 */
export function rowsToRender(range: RowRange | null, count: number, focused: number | null): number[] {
  if (!range) return [];
  const start = Math.max(0, range.first - overscan);
  const end = Math.min(count, range.last + 1 + overscan);
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
  if (focused === null || focused >= count) return rows;
  if (focused < start) return [focused, ...rows];
  return focused < end ? rows : [...rows, focused];
}

/**
 * Which rows to query when rows `first` to `last` (inclusive) are on the screen. `end` is exclusive. It may be beyond
 * the end of the list, so that the query stays the same while the list grows and shrinks during a drag.
 */
export function rowsToQuery(first: number, last: number): { readonly start: number; readonly end: number } {
  return {
    start: Math.floor(Math.max(0, first - rowsAroundScreen) / rowsPerBlock) * rowsPerBlock,
    end: Math.ceil((last + 1 + rowsAroundScreen) / rowsPerBlock) * rowsPerBlock,
  };
}

/**
 * The index of the row that a key moves to from the row at `index`, in a list of `count` rows with `page` rows on the
 * screen; null for other keys.
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
 * The index of the row that the Tab key stops at: the row that last had the focus if it is on the screen, otherwise the
 * first row on the screen. `first` and `last` are inclusive.
 */
export function findTabStop(lastActive: number | null, first: number, last: number): number {
  return lastActive !== null && lastActive >= first && lastActive <= last ? lastActive : first;
}
