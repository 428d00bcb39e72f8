/** Which rows are alike: the distinct ones are numbered from 0 as they come. */
export interface Distinct {
  /** For each distinct one the row at which it stands first. */
  readonly first: readonly number[];
  /** For each row the number of its like. */
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

/** Rows are alike where they are so in every column; there is at least one, and all are of one length. */
export function distinctRows([column = [], ...others]: readonly ArrayLike<unknown>[]): Distinct {
  return others.reduce((before: Distinct, other) => {
    const { first, at } = distinct(other);
    return distinct(Float64Array.from(before.at, (number, row) => number * first.length + (at[row] ?? 0)));
  }, distinct(column));
}
