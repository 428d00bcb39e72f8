/**
 * The number of items at the start of a sequence that satisfy a condition, by binary search. No later item may satisfy
 * the condition, so the result is also the index of the first item that does not.
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

/** How many of the ascending numbers are at most `value`. Avoids a callback for speed. */
export function countAtMost(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the last of the ascending numbers that are at most `value`; 0 when there is none. */
export function indexOfLastAtMost(ascending: ArrayLike<number>, value: number): number {
  return Math.max(0, countAtMost(ascending, value) - 1);
}

/**
 * The indexes of a sorted sequence in the other direction: in reverse, except that those of a group of ties keep their
 * order, because the API lists ties by ascending identifier in both directions. `isTied` states whether an index is tied
 * with the one before it.
 */
export function reversedExceptTies(length: number, isTied: (index: number) => boolean): Uint32Array {
  const reversed = new Uint32Array(length);
  let next = 0;
  for (let start = length - 1, end = length; start >= 0; start--) {
    if (start > 0 && isTied(start)) continue;
    for (let index = start; index < end; index++) reversed[next++] = index;
    end = start;
  }
  return reversed;
}

/** The distinct values of a column, numbered from 0 in the order in which they first occur. */
export interface Distinct {
  /** For each distinct value, the row of its first occurrence. */
  readonly first: readonly number[];
  /** For each row, the number of its value. */
  readonly at: Uint32Array;
}

export function distinct(values: ArrayLike<unknown>): Distinct {
  const first: number[] = [];
  const numbers = new Map<unknown, number>();
  const at = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    let number = numbers.get(value);
    if (number === undefined) {
      numbers.set(value, (number = first.length));
      first.push(row);
    }
    at[row] = number;
  }
  return { first, at };
}

/** The distinct combinations of one or more columns, which must all have the same length. */
export function distinctRows([column = [], ...others]: readonly ArrayLike<unknown>[]): Distinct {
  return others.reduce((before: Distinct, other) => {
    const { first, at } = distinct(other);
    return distinct(Float64Array.from(before.at, (number, row) => number * first.length + at[row]));
  }, distinct(column));
}

/** The indexes of the items in each group. Groups are in order of their first item. */
export function groupIndexes<Item, Group>(items: Iterable<Item>, groupOf: (item: Item) => Group): Map<Group, number[]> {
  const groups = new Map<Group, number[]>();
  let index = 0;
  for (const item of items) {
    const group = groupOf(item);
    const indexes = groups.get(group);
    if (indexes) indexes.push(index);
    else groups.set(group, [index]);
    index++;
  }
  return groups;
}
