import { MalformedBytesError } from '../format/bytes.ts';

/*
 * The columns of a column chunk as JSON. Every reader throws MalformedBytesError with a message that begins with the
 * column's name.
 */

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const notDigit = 255;
/** The base64 digit of each ASCII code. */
const digitOfCode = new Uint8Array(128).fill(notDigit);
for (let digit = 0; digit < 64; digit++) digitOfCode[base64.charCodeAt(digit)] = digit;

/** In a digit that more digits of the same number follow. */
const continuation = 32;

/**
 * Encodes safe integers as base64 VLQ, the encoding of source maps (ECMA-426): digits of five bits, the lowest first.
 * The lowest bit of a number's first digit is its sign. Compressed, the columns of the published data are 12 % smaller
 * than as JSON numbers.
 */
export function writeIntegers(values: Iterable<number>): string {
  let text = '';
  for (const value of values) {
    const size = Math.abs(value);
    let digit = (size % 16) * 2 + (value < 0 ? 1 : 0);
    // Not shifted: safe integers have up to 53 bits.
    let rest = Math.floor(size / 16);
    while (rest > 0) {
      text += base64.charAt(digit + continuation);
      digit = rest % 32;
      rest = Math.floor(rest / 32);
    }
    text += base64.charAt(digit);
  }
  return text;
}

/** Decodes `writeIntegers`. Checks that there are `count` safe integers. */
export function readIntegers(column: unknown, name: string, count: number): Float64Array {
  if (typeof column !== 'string') throw new MalformedBytesError(`${name}: not base64 VLQ`);
  const found = countIntegers(column, name);
  if (found !== count) throw new MalformedBytesError(`${name}: ${found} values, not ${count}`);
  const values = new Float64Array(count);
  let position = 0;
  for (let index = 0; index < count; index++) {
    let digit = digitOfCode[column.charCodeAt(position++)];
    const isNegative = digit % 2 === 1;
    let size = (digit % continuation) >> 1;
    for (let unit = 16; digit >= continuation; unit *= 32) {
      digit = digitOfCode[column.charCodeAt(position++)];
      size += (digit % continuation) * unit;
    }
    // Not a number, if the text has more digits than a double can represent.
    if (!(size <= Number.MAX_SAFE_INTEGER)) throw new MalformedBytesError(`${name}: a number is too large`);
    // Subtracted, so that no value is -0.
    values[index] = isNegative ? 0 - size : size;
  }
  return values;
}

function countIntegers(column: string, name: string): number {
  let count = 0;
  let last = 0;
  for (let position = 0; position < column.length; position++) {
    last = digitOfCode[column.charCodeAt(position)] ?? notDigit;
    if (last === notDigit) throw new MalformedBytesError(`${name}: not base64 VLQ`);
    if (last < continuation) count++;
  }
  if (last >= continuation) throw new MalformedBytesError(`${name}: the last number is incomplete`);
  return count;
}

/** Checks that a column is an array of texts and nulls with the length `count`. */
export function readTexts(column: unknown, name: string, count: number): readonly (string | null)[] {
  if (!isTexts(column)) throw new MalformedBytesError(`${name}: not texts`);
  if (column.length !== count) throw new MalformedBytesError(`${name}: ${column.length} values, not ${count}`);
  return column;
}

/** Encodes the difference of each value from the previous value, of the first from 0. */
export function writeSteps(values: ArrayLike<number>): string {
  return writeIntegers(Array.from(values, (value, index) => value - (index === 0 ? 0 : values[index - 1])));
}

export function readSteps(column: unknown, name: string, count: number): Float64Array {
  const values = readIntegers(column, name, count);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += values[index];
    if (!Number.isSafeInteger(sum)) throw new MalformedBytesError(`${name}: a sum is too large`);
    values[index] = sum;
  }
  return values;
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
export function decodeMoveToFront(column: ArrayLike<number>, name: string): MoveToFrontColumn {
  const recent = new MoveToFrontList(column.length);
  const indexes = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const rank = column[row];
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
    const index = this.#indexes[start];
    this.#indexes.copyWithin(start, start + 1, end + 1);
    this.#indexes[end] = index;
    return index;
  }
}
