/**
 * The items that would stand at the indexes `start` to `end` (exclusive) if all were sorted, in order. Sorts only
 * those: the rest is parted from them in time that grows with the number of items alone. Rearranges `items`.
 *
 * `compare` must tell any two items apart, or leave it open how equal ones stand.
 */
export function orderedWindow<Item>(
  items: Item[],
  compare: (a: Item, b: Item) => number,
  start: number,
  end: number,
): Item[] {
  const to = Math.min(end, items.length);
  if (start >= to) return [];
  if (to < items.length) partition(items, compare, 0, items.length - 1, to);
  if (start > 0) partition(items, compare, 0, to - 1, start);
  return items.slice(start, to).sort(compare);
}

/**
 * Rearranges items[low..high] so that none before index `place` comes after any from it on. Hoare's quickselect, the
 * pivot a median of three; should pivots prove bad, what is left is sorted, so that no input costs quadratic time.
 */
function partition<Item>(
  items: Item[],
  compare: (a: Item, b: Item) => number,
  low: number,
  high: number,
  place: number,
): void {
  let from = low;
  let to = high;
  for (let turnsLeft = 2 * Math.ceil(Math.log2(to - from + 2)); from < to; turnsLeft--) {
    if (turnsLeft === 0) {
      const sorted = items.slice(from, to + 1).sort(compare);
      for (const [offset, item] of sorted.entries()) items[from + offset] = item;
      return;
    }
    const pivot = medianOfThree(items, compare, from, (from + to) >>> 1, to);
    let left = from;
    let right = to;
    while (left <= right) {
      while (compare(at(items, left), pivot) < 0) left++;
      while (compare(at(items, right), pivot) > 0) right--;
      if (left > right) break;
      const moved = at(items, left);
      items[left++] = at(items, right);
      items[right--] = moved;
    }
    // items[from..right] <= pivot <= items[left..to], and what lies between the two equals the pivot.
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else return;
  }
}

function medianOfThree<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  first: number,
  second: number,
  third: number,
): Item {
  const [a, b, c] = [at(items, first), at(items, second), at(items, third)];
  if (compare(a, b) < 0) return compare(b, c) < 0 ? b : compare(a, c) < 0 ? c : a;
  return compare(a, c) < 0 ? a : compare(b, c) < 0 ? c : b;
}

function at<Item>(items: readonly Item[], index: number): Item {
  // Every index above lies between the bounds it was given, and those within the array.
  return items[index] as Item;
}
