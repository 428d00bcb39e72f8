/** The index of the last of some ascending starts that is at or before a value; 0 when none is. */
export function lastAtOrBefore(starts: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
