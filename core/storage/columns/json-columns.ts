import { MalformedBytesError } from '../format/bytes.ts';

/*
 * The columns of a column chunk as JSON. Every reader throws MalformedBytesError with a message that begins with the
 * column's name.
 */

/** Checks that a column is an array of safe integers and, if `count` is given, has that length. */
export function readIntegers(column: unknown, name: string, count?: number): readonly number[] {
  if (!isIntegers(column)) throw new MalformedBytesError(`${name}: not whole numbers`);
  requireCount(column, name, count);
  return column;
}

export function readTexts(column: unknown, name: string, count?: number): readonly (string | null)[] {
  if (!isTexts(column)) throw new MalformedBytesError(`${name}: not texts`);
  requireCount(column, name, count);
  return column;
}

/** Converts each value to its difference from the previous value, the first to its difference from 0. */
export function toSteps(values: ArrayLike<number>): number[] {
  return Array.from(values, (value, index) => value - (index === 0 ? 0 : (values[index - 1] ?? 0)));
}

/** Reverses `toSteps`. */
export function readSteps(column: unknown, name: string, count: number): Float64Array {
  const steps = readIntegers(column, name, count);
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += steps[index] ?? 0;
    if (!Number.isSafeInteger(sum)) throw new MalformedBytesError(`${name}: a sum is too large`);
    sums[index] = sum;
  }
  return sums;
}

function requireCount(values: readonly unknown[], name: string, count: number | undefined): void {
  if (count !== undefined && values.length !== count) {
    throw new MalformedBytesError(`${name}: ${values.length} values, not ${count}`);
  }
}

function isIntegers(column: unknown): column is readonly number[] {
  return Array.isArray(column) && column.every(Number.isSafeInteger);
}

function isTexts(column: unknown): column is readonly (string | null)[] {
  return Array.isArray(column) && column.every((value) => value === null || typeof value === 'string');
}

/*
 * A move-to-front column of indexes: each value says how recently the same index occurred. The same animals are
 * detected repeatedly, and the same beaches are watched every day. An index that occurs again has therefore usually
 * occurred recently, so the numbers are small and compress well.
 */

/**
 * Encodes each index as 0 if it is new, otherwise as its rank, from 1, among the distinct indexes so far, the most
 * recent first. Throws RangeError unless new indexes are in ascending order: 0, then 1, and so on.
 */
export function encodeMoveToFront(indexes: Uint32Array): number[] {
  const recent = new MoveToFrontList(indexes.length);
  return Array.from(indexes, (index) => {
    if (index === recent.count) {
      recent.add();
      return 0;
    }
    const rank = recent.rankOf(index);
    if (rank < 0) throw new RangeError(`the new index ${index} is not the next one, ${recent.count}`);
    recent.moveToFront(rank);
    return rank + 1;
  });
}

export interface MoveToFrontColumn {
  readonly indexes: Uint32Array;
  /** The number of distinct indexes, which are 0 to `count` - 1. */
  readonly count: number;
}

/** Throws MalformedBytesError with a message that begins with the column's name. */
export function decodeMoveToFront(column: readonly number[], name: string): MoveToFrontColumn {
  const recent = new MoveToFrontList(column.length);
  const indexes = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const rank = column[row] ?? 0;
    if (rank < 0 || rank > recent.count) {
      throw new MalformedBytesError(`${name}: the rank ${rank} is not from 0 to ${recent.count}`);
    }
    indexes[row] = rank === 0 ? recent.add() : recent.moveToFront(rank - 1);
  }
  return { indexes, count: recent.count };
}

/** The distinct indexes so far, the most recent last. Lookups start at the end, so most are short. */
class MoveToFrontList {
  readonly #indexes: Uint32Array;
  count = 0;

  constructor(capacity: number) {
    this.#indexes = new Uint32Array(capacity);
  }

  /** The rank of an index, from 0 for the most recent; -1 for an index that has not occurred. */
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
