/**
 * How many items at the start of a sequence satisfy a condition that none after them does: the index of the first that
 * does not.
 */
export function countWhile(length: number, condition: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (condition(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of some ascending numbers are at most `value`. Numbers are searched most: without a call for each step. */
export function countAtMost(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the last of some ascending numbers that is at most `value`; 0 when none is. */
export function indexOfLastAtMost(ascending: ArrayLike<number>, value: number): number {
  return Math.max(0, countAtMost(ascending, value) - 1);
}
