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
  const truth = (value: Value): number => (value === null ? unknown : test(value) ? yes : no);
  if ('numbers' in column) {
    return { truths: Uint8Array.from(column.numbers, (each) => truth(Number.isNaN(each) ? null : each)), codes: null };
  }
  return { truths: Uint8Array.from(column.values, truth), codes: column.codes };
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
  const choose = op === 'and' ? Math.min : Math.max;
  if (others.every(({ codes }) => codes === first.codes)) {
    const truths = first.truths.map((truth, index) =>
      others.reduce((chosen, other) => choose(chosen, other.truths[index]), truth),
    );
    return { truths, codes: first.codes };
  }
  const truths = spread(first, records).slice();
  for (const { truths: other, codes } of others) {
    for (let row = 0; row < records; row++) truths[row] = choose(truths[row], other[codes === null ? row : codes[row]]);
  }
  return { truths, codes: null };
}

/** The rows among `rows` of which a condition is true. */
export function rowsWhere(rows: Uint32Array, { truths, codes }: Truths): Uint32Array {
  if (!truths.includes(yes)) return new Uint32Array(0);
  if (codes !== null && truths.every((truth) => truth === yes)) return rows;
  const found = new Uint32Array(rows.length);
  let length = 0;
  for (const row of rows) if (truths[codes === null ? row : codes[row]] === yes) found[length++] = row;
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
