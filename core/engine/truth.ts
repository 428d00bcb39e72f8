import type { Chunk, Coded, Column, Value } from './chunk.ts';

/** Whether conditions are true of records, in the three-valued logic of SQL. */
export const [no, unknown, yes] = [0, 1, 2] as const;

/** Whether a condition is true of each record of a chunk: by the codes of a column or, without them, by record. */
export interface Truths {
  readonly truths: Uint8Array;
  readonly codes: Uint32Array | null;
}

export function truthOf(condition: boolean | null): number {
  return condition === null ? unknown : condition ? yes : no;
}

/** Tests each distinct value, or each number. Nulls, and numbers that are none, are unknown. */
export function testColumn(column: Column, test: (value: string | number) => boolean): Truths {
  if ('values' in column) return testCoded(column, (value) => (value === null ? unknown : test(value) ? yes : no));
  const { numbers } = column;
  const truths = new Uint8Array(numbers.length);
  for (let row = 0; row < truths.length; row++) {
    truths[row] = Number.isNaN(numbers[row]) ? unknown : test(numbers[row]) ? yes : no;
  }
  return { truths, codes: null };
}

export function testCoded<Item>({ values, codes }: Coded<Item>, test: (value: Item) => number): Truths {
  return { truths: Uint8Array.from(values, test), codes };
}

/** The truths for each record. */
export function spread({ truths, codes }: Truths, records: number): Uint8Array {
  if (codes === null) return truths;
  const spread = new Uint8Array(records);
  for (let row = 0; row < records; row++) spread[row] = truths[codes[row]];
  return spread;
}

export const negate = ({ truths, codes }: Truths): Truths => ({ truths: truths.map((truth) => yes - truth), codes });

/** True where all are (`and`), or where one is (`or`); otherwise unknown where one is. */
export function combine(op: 'and' | 'or', all: readonly Truths[], records: number): Truths {
  const [first, ...others] = all;
  const codes = others.every((other) => other.codes === first.codes) ? first.codes : null;
  const truths = (codes === null ? spread(first, records) : first.truths).slice();
  const decisive = op === 'and' ? -1 : 1;
  for (const other of others) {
    const { truths: otherTruths } = other;
    const otherCodes = codes === null ? other.codes : null;
    for (let index = 0; index < truths.length; index++) {
      const truth = otherTruths[otherCodes === null ? index : otherCodes[index]];
      if ((truth - truths[index]) * decisive > 0) truths[index] = truth;
    }
  }
  return { truths, codes };
}

/** The rows among `rows` of which a condition is true. */
export function rowsWhere(rows: Uint32Array, { truths, codes }: Truths): Uint32Array {
  if (!truths.includes(yes)) return new Uint32Array(0);
  if (codes !== null && truths.every((truth) => truth === yes)) return rows;
  const found = new Uint32Array(rows.length);
  let length = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (truths[codes === null ? row : codes[row]] === yes) found[length++] = row;
  }
  return found.subarray(0, length);
}

/** Applies a function to two columns: by distinct value if only one of them varies, otherwise record by record. */
export function zip<Result>(
  a: Column,
  b: Column,
  chunk: Chunk,
  apply: (a: string | number, b: string | number) => Result,
  otherwise: Result,
): Coded<Result> | readonly Result[] {
  const both = (one: Value, other: Value): Result => (one === null || other === null ? otherwise : apply(one, other));
  if ('values' in a && 'values' in b) {
    if (b.values.length === 1) return { values: a.values.map((value) => both(value, b.values[0])), codes: a.codes };
    if (a.values.length === 1) return { values: b.values.map((value) => both(a.values[0], value)), codes: b.codes };
  }
  const [valueOfA, valueOfB] = [readerOf(a), readerOf(b)];
  return Array.from({ length: chunk.records }, (_, row) => both(valueOfA(row), valueOfB(row)));
}

export function readerOf(column: Column): (row: number) => Value {
  if ('values' in column) return (row) => column.values[column.codes[row]];
  return (row) => (Number.isNaN(column.numbers[row]) ? null : column.numbers[row]);
}
