import { MalformedBytesError } from '../format/bytes.ts';
import { isObject } from '../format/envelope.ts';
import { decimalsOf, mostDecimals } from '../format/number-columns.ts';

/*
 * The columns of a column chunk as JSON. Every reader throws MalformedBytesError with a message that begins with the
 * column's name.
 */

export type Axis = 'longitudes' | 'latitudes';

/** The largest absolute values of degrees. */
const degreeLimits: Readonly<Record<Axis, number>> = { longitudes: 180, latitudes: 90 };

/** An array of safe integers, `count` of them when that is known. */
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

/** Each value as its difference from the one before, the first from 0. */
export function stepsOf(values: ArrayLike<number>): number[] {
  return Array.from(values, (value, index) => value - (index === 0 ? 0 : (values[index - 1] ?? 0)));
}

/** The values that `stepsOf` was given. */
export function readSteps(column: unknown, name: string, count: number): Float64Array {
  const steps = readIntegers(column, name, count);
  const sums = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += steps[index] ?? 0;
    if (!Number.isSafeInteger(sum)) throw new MalformedBytesError(`${name}: too large a sum`);
    sums[index] = sum;
  }
  return sums;
}

/**
 * Degrees as differences from ones that the reader has, in units of as many decimals as restore every value exactly.
 * Where no number of decimals does, the degrees themselves.
 */
export function writeDegreesFrom(base: readonly number[], values: readonly number[]): unknown {
  const decimals = decimalsOf(values);
  if (decimals === undefined) return values;
  const unit = 10 ** decimals;
  const differences = values.map((value, index) => Math.round(value * unit) - Math.round((base[index] ?? 0) * unit));
  return { decimals, differences };
}

/** `baseOf` returns the degrees from which those at an index may be a difference. */
export function readDegrees(
  column: unknown,
  name: Axis,
  count: number,
  baseOf: (index: number) => number,
): Float64Array {
  const valueOf = degreeReader(column, name, count, baseOf);
  return Float64Array.from({ length: count }, (_, index) => {
    const value = valueOf(index);
    // Written so that what is not a number fails too.
    if (!(Math.abs(value) <= degreeLimits[name])) throw new MalformedBytesError(`${name}: ${value} is out of range`);
    return value;
  });
}

function degreeReader(
  column: unknown,
  name: string,
  count: number,
  baseOf: (index: number) => number,
): (index: number) => number {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    requireCount(values, name, count);
    return (index) => (typeof values[index] === 'number' ? values[index] : Number.NaN);
  }
  if (!isObject(column)) throw new MalformedBytesError(`${name}: not a column`);
  const differences = readIntegers(column['differences'], name, count);
  const unit = 10 ** readDecimals(column['decimals'], name);
  return (index) => (Math.round(baseOf(index) * unit) + (differences[index] ?? 0)) / unit;
}

export function readDecimals(value: unknown, name: string): number {
  const [decimals = 0] = readIntegers([value], name);
  if (decimals < 0 || decimals > mostDecimals) throw new MalformedBytesError(`${name}: ${decimals} decimals`);
  return decimals;
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
