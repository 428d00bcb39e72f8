import type { FieldType } from '../datasets/dataset-description.ts';

type Value = string | number | null;
/** What stands before a value, and its compact JSON: for the value in a row, or one text when all rows have the same. */
export type TextColumn = string | ((row: number) => string);

/**
 * A column as JSON, in the shortest of four forms: `{"all": value}` when every row has it, `{"steps": […]}` for
 * integers, each as the difference from the one before, `{"values": […], "at": […]}` when few values repeat, and
 * otherwise the values themselves, `[…]`.
 */
export function encodeColumn(values: readonly Value[], type: FieldType): unknown {
  const [first = null] = values;
  const indexes = new Map<Value, number>();
  for (const value of values) if (!indexes.has(value)) indexes.set(value, indexes.size);
  if (indexes.size <= 1) return { all: first };
  if (type === 'integer') return { steps: steps(values) };
  if (indexes.size > values.length / 2) return values;
  return { values: [...indexes.keys()], at: values.map((value) => indexes.get(value)) };
}

/** The differences of integers; whoever adds them up again stays among the safe integers all the way. */
function steps(values: readonly Value[]): number[] {
  let before = 0;
  return values.map((value) => {
    const step = Number(value) - before;
    before = Number(value);
    return step;
  });
}

/** Undefined when it is none of the forms, or not `count` rows long. */
export function decodeColumn(column: unknown, count: number, prefix: string): TextColumn | undefined {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    if (values.length !== count || !values.every(isValue)) return undefined;
    // Most rows are never asked for, but those that are often are so again.
    const texts = new Array<string | undefined>(count);
    return (row) => (texts[row] ??= prefix + JSON.stringify(values[row]));
  }
  if (typeof column !== 'object' || column === null) return undefined;
  if ('all' in column) return isValue(column.all) ? prefix + JSON.stringify(column.all) : undefined;
  if ('steps' in column) return decodeSteps(column.steps, count, prefix);
  if ('values' in column && 'at' in column) return decodeIndexed(column.values, column.at, count, prefix);
  return undefined;
}

function decodeSteps(steps: unknown, count: number, prefix: string): TextColumn | undefined {
  if (!Array.isArray(steps) || steps.length !== count) return undefined;
  if (!steps.every(Number.isSafeInteger)) return undefined;
  const values = new Float64Array(count);
  let value = 0;
  for (let row = 0; row < count; row++) values[row] = value += Number(steps[row]);
  return values.every(Number.isSafeInteger) ? (row) => prefix + String(values[row]) : undefined;
}

function decodeIndexed(values: unknown, at: unknown, count: number, prefix: string): TextColumn | undefined {
  if (!Array.isArray(values) || !values.every(isValue) || !Array.isArray(at) || at.length !== count) return undefined;
  const texts = values.map((value) => prefix + JSON.stringify(value));
  const isIndex = (index: unknown): boolean =>
    Number.isSafeInteger(index) && Number(index) >= 0 && Number(index) < texts.length;
  if (!at.every(isIndex)) return undefined;
  const indexes = Uint32Array.from(at, Number);
  return (row) => texts[indexes[row] ?? 0] ?? '';
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
