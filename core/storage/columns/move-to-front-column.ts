import { MalformedBytesError } from '../format/bytes.ts';

/*
 * A move-to-front column of indexes: each value says how recently the same index occurred. Animals that are detected
 * again and again, beaches that are watched every day: what occurs again has occurred recently, so the numbers are small
 * and compress well.
 */

/**
 * For each index 0 when it is new, and otherwise its rank, from 1, among the distinct ones so far, the most recent first.
 * New indexes must be in ascending order: 0, then 1, and so on; otherwise throws RangeError.
 */
export function encodeMoveToFront(indexes: Uint32Array): number[] {
  const recent = new MoveToFrontList(indexes.length);
  return Array.from(indexes, (index) => {
    if (index === recent.count) {
      recent.add();
      return 0;
    }
    const rank = recent.rankOf(index);
    if (rank < 0) throw new RangeError(`${index} occurs before ${recent.count}`);
    recent.moveToFront(rank);
    return rank + 1;
  });
}

export interface MoveToFrontColumn {
  readonly at: Uint32Array;
  /** How many distinct indexes there are: from 0 up to, not including, this. */
  readonly count: number;
}

/** Throws MalformedBytesError with a message that begins with the column's name. */
export function decodeMoveToFront(column: readonly number[], name: string): MoveToFrontColumn {
  const recent = new MoveToFrontList(column.length);
  const at = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const rank = column[row] ?? 0;
    if (rank < 0 || rank > recent.count) {
      throw new MalformedBytesError(`${name}: ${rank} of ${recent.count} distinct values so far`);
    }
    at[row] = rank === 0 ? recent.add() : recent.moveToFront(rank - 1);
  }
  return { at, count: recent.count };
}

/** The distinct indexes so far, the most recent last: most lookups end near the end. */
class MoveToFrontList {
  readonly #indexes: Uint32Array;
  count = 0;

  constructor(capacity: number) {
    this.#indexes = new Uint32Array(capacity);
  }

  /** From 0 for the most recent; -1 for an index that has not occurred. */
  rankOf(index: number): number {
    const found = this.#indexes.lastIndexOf(index, this.count - 1);
    return this.count === 0 || found < 0 ? -1 : this.count - 1 - found;
  }

  add(): number {
    this.#indexes[this.count] = this.count;
    return this.count++;
  }

  moveToFront(rank: number): number {
    const end = this.count - 1;
    const start = end - rank;
    const index = this.#indexes[start] ?? 0;
    this.#indexes.copyWithin(start, start + 1, end + 1);
    this.#indexes[end] = index;
    return index;
  }
}
