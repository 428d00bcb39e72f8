import type { FieldType } from '../datasets/dataset-description.ts';

type Value = string | number | null;
/** The compact JSON of the value in a row. */
export type TextColumn = (row: number) => string;

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
export function decodeColumn(column: unknown, count: number): TextColumn | undefined {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    return values.length === count && values.every(isValue) ? (row) => JSON.stringify(values[row]) : undefined;
  }
  if (typeof column !== 'object' || column === null) return undefined;
  if ('all' in column) {
    if (!isValue(column.all)) return undefined;
    const text = JSON.stringify(column.all);
    return () => text;
  }
  if ('steps' in column) return decodeSteps(column.steps, count);
  if ('values' in column && 'at' in column) return decodeIndexed(column.values, column.at, count);
  return undefined;
}

function decodeSteps(steps: unknown, count: number): TextColumn | undefined {
  if (!Array.isArray(steps) || steps.length !== count) return undefined;
  const values = new Float64Array(count);
  let value = 0;
  for (let row = 0; row < count; row++) values[row] = value += Number(steps[row]);
  return values.every(Number.isSafeInteger) ? (row) => String(values[row]) : undefined;
}

function decodeIndexed(values: unknown, at: unknown, count: number): TextColumn | undefined {
  if (!Array.isArray(values) || !values.every(isValue) || !Array.isArray(at) || at.length !== count) return undefined;
  const texts = values.map((value) => JSON.stringify(value));
  const indexes = Uint32Array.from(at, Number);
  return indexes.every((index) => index < texts.length) ? (row) => texts[indexes[row] ?? 0] ?? 'null' : undefined;
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
