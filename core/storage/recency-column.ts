import { MalformedBytesError } from './bytes.ts';

/*
 * A column of indexes, by how long ago each was met last. Animals that are heard again and again, beaches that are
 * watched every day: what comes again has come lately, so the numbers are small and much the same.
 */

/**
 * For each index 0 when it has not been met before, and otherwise its place, from 1, among the distinct ones met so far,
 * the latest first. Indexes must be met in their order for the first time: 0, then 1, and so on. Else throws RangeError.
 */
export function encodeRecency(indexes: Uint32Array): number[] {
  const recent = new RecentIndexes(indexes.length);
  return Array.from(indexes, (index) => {
    if (index === recent.count) {
      recent.add();
      return 0;
    }
    const place = recent.placeOf(index);
    if (place < 0) throw new RangeError(`${index} is met before ${recent.count}`);
    recent.take(place);
    return place + 1;
  });
}

export interface Recency {
  readonly at: Uint32Array;
  /** How many distinct indexes there are: from 0 up to, not including, this. */
  readonly count: number;
}

/** Throws MalformedBytesError, in words that begin with the column's name. */
export function decodeRecency(column: readonly number[], name: string): Recency {
  const recent = new RecentIndexes(column.length);
  const at = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const place = column[row] ?? 0;
    if (place < 0 || place > recent.count) {
      throw new MalformedBytesError(`${name}: ${place} of the ${recent.count} values met so far`);
    }
    at[row] = place === 0 ? recent.add() : recent.take(place - 1);
  }
  return { at, count: recent.count };
}

/** The distinct indexes met so far, the latest last: what is taken is most often near the end. */
class RecentIndexes {
  readonly #indexes: Uint32Array;
  count = 0;

  constructor(most: number) {
    this.#indexes = new Uint32Array(most);
  }

  /** Counted from the latest; -1 when it has not been met. */
  placeOf(index: number): number {
    const found = this.#indexes.lastIndexOf(index, this.count - 1);
    return this.count === 0 || found < 0 ? -1 : this.count - 1 - found;
  }

  add(): number {
    this.#indexes[this.count] = this.count;
    return this.count++;
  }

  take(place: number): number {
    const end = this.count - 1;
    const start = end - place;
    const index = this.#indexes[start] ?? 0;
    this.#indexes.copyWithin(start, start + 1, end + 1);
    this.#indexes[end] = index;
    return index;
  }
}
