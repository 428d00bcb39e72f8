import type { Coded, Column, Value } from './chunk.ts';

/** Whether conditions are true of records, in the three-valued logic of SQL. */
export const [no, unknown, yes] = [0, 1, 2] as const;

/** Whether a condition is true of each record of a chunk: by the codes of a column, or computed when a row is tested. */
export type Truths =
  { readonly truths: Uint8Array; readonly codes: Uint32Array } | { readonly truthAt: (row: number) => number };

export function truthOf(condition: boolean | null): number {
  return condition === null ? unknown : condition ? yes : no;
}

/** Tests each distinct value, or each number. Nulls and NaN are unknown. */
export function testColumn(column: Column, test: (value: string | number) => boolean): Truths {
  const truth = (value: Value): number => (value === null ? unknown : test(value) ? yes : no);
  if ('values' in column) return testCoded(column, truth);
  const { numbers } = column;
  return { truthAt: (row) => (Number.isNaN(numbers[row]) ? unknown : test(numbers[row]) ? yes : no) };
}

export function testCoded<Item>({ values, codes }: Coded<Item>, test: (value: Item) => number): Truths {
  return { truths: Uint8Array.from(values, test), codes };
}

export function mapTruths(truths: Truths, map: (truth: number) => number): Truths {
  if ('codes' in truths) return { truths: truths.truths.map(map), codes: truths.codes };
  const { truthAt } = truths;
  return { truthAt: (row) => map(truthAt(row)) };
}

/** Combines conditions in three-valued logic: no < unknown < yes; AND is the least of them, OR the greatest. */
export function combine(op: 'and' | 'or', all: readonly Truths[]): Truths {
  const choose = op === 'and' ? Math.min : Math.max;
  const [first] = all;
  const coded = all.filter((each) => 'codes' in each);
  if ('codes' in first && coded.length === all.length && coded.every(({ codes }) => codes === first.codes)) {
    const truths = first.truths.map((truth, code) =>
      coded.reduce((chosen, each) => choose(chosen, each.truths[code]), truth),
    );
    return { truths, codes: first.codes };
  }
  const tests = all.map(truthReader);
  const decided = op === 'and' ? no : yes;
  return {
    truthAt: (row) => {
      let truth: number = yes - decided;
      for (const test of tests) {
        truth = choose(truth, test(row));
        if (truth === decided) break;
      }
      return truth;
    },
  };
}

function truthReader(truths: Truths): (row: number) => number {
  if ('truthAt' in truths) return truths.truthAt;
  const { truths: byCode, codes } = truths;
  return (row) => byCode[codes[row]];
}

/** The rows among `rows` of which a condition is true. */
export function rowsWhere(rows: Uint32Array, truths: Truths): Uint32Array {
  if ('codes' in truths && truths.truths.every((truth) => truth === yes)) return rows;
  const found = new Uint32Array(rows.length);
  let length = 0;
  if ('codes' in truths) {
    const { truths: byCode, codes } = truths;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (byCode[codes[row]] === yes) found[length++] = row;
    }
  } else {
    const { truthAt } = truths;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (truthAt(row) === yes) found[length++] = row;
    }
  }
  return found.subarray(0, length);
}

/** The rows of each code: those of code c are from `starts[c]` to `starts[c + 1]`, ascending. */
interface RowsByCode {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

const rowsByCode = new WeakMap<Uint32Array, RowsByCode>();

function groupByCode(codes: Uint32Array, values: number): RowsByCode {
  const known = rowsByCode.get(codes);
  if (known) return known;
  const starts = new Uint32Array(values + 1);
  for (let row = 0; row < codes.length; row++) starts[codes[row] + 1]++;
  for (let code = 0; code < values; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const rows = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) rows[next[codes[row]]++] = row;
  const grouped = { starts, rows };
  rowsByCode.set(codes, grouped);
  return grouped;
}

/**
 * The rows from `start` to `end` (exclusive) of which all conditions are true. Begins with the rows of the condition on
 * distinct values that is true of the fewest.
 */
export function rowsWhereAll(conditions: readonly Truths[], start: number, end: number): Uint32Array {
  let fewest: { readonly condition: Truths; readonly grouped: RowsByCode; readonly truths: Uint8Array } | undefined;
  let least = end - start;
  for (const condition of conditions) {
    if (!('codes' in condition)) continue;
    const { truths, codes } = condition;
    const grouped = groupByCode(codes, truths.length);
    let count = 0;
    for (let code = 0; code < truths.length; code++) {
      if (truths[code] === yes) count += grouped.starts[code + 1] - grouped.starts[code];
    }
    // Rows of several values have to be sorted, which takes longer than testing all rows unless they are few.
    const isSorted = truths.indexOf(yes) === truths.lastIndexOf(yes);
    if (count >= (isSorted ? least : least / 16)) continue;
    least = count;
    fewest = { condition, grouped, truths };
  }
  let rows = fewest ? rowsOf(fewest.grouped, fewest.truths, least, start, end) : rowsFrom(start, end);
  for (const condition of conditions) {
    if (condition !== fewest?.condition) rows = rowsWhere(rows, condition);
  }
  return rows;
}

/** The rows from `start` to `end` of the codes that are true: at most `count`. */
function rowsOf(
  { starts, rows }: RowsByCode,
  truths: Uint8Array,
  count: number,
  start: number,
  end: number,
): Uint32Array {
  const found = new Uint32Array(count);
  let length = 0;
  for (let code = 0; code < truths.length; code++) {
    if (truths[code] !== yes) continue;
    for (let index = starts[code]; index < starts[code + 1]; index++) {
      const row = rows[index];
      if (row >= start && row < end) found[length++] = row;
    }
  }
  const selected = found.subarray(0, length);
  return truths.indexOf(yes) === truths.lastIndexOf(yes) ? selected : selected.sort();
}

/** The integers from `start` to `end` (exclusive). */
export function rowsFrom(start: number, end: number): Uint32Array {
  const rows = new Uint32Array(Math.max(0, end - start));
  for (let index = 0; index < rows.length; index++) rows[index] = start + index;
  return rows;
}

/** Applies a function to two columns: by distinct value if only one of them varies, otherwise to the rows asked for. */
export function zip<Result>(
  a: Column,
  b: Column,
  apply: (a: string | number, b: string | number) => Result,
  otherwise: Result,
): Coded<Result> | { readonly resultAt: (row: number) => Result } {
  const both = (one: Value, other: Value): Result => (one === null || other === null ? otherwise : apply(one, other));
  if ('values' in a && 'values' in b) {
    if (b.values.length === 1) return { values: a.values.map((value) => both(value, b.values[0])), codes: a.codes };
    if (a.values.length === 1) return { values: b.values.map((value) => both(a.values[0], value)), codes: b.codes };
  }
  const [valueOfA, valueOfB] = [readerOf(a), readerOf(b)];
  return { resultAt: (row) => both(valueOfA(row), valueOfB(row)) };
}

function readerOf(column: Column): (row: number) => Value {
  if ('values' in column) return (row) => column.values[column.codes[row]];
  return (row) => (Number.isNaN(column.numbers[row]) ? null : column.numbers[row]);
}
