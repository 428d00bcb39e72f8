import { MalformedBytesError } from './bytes.ts';
import { isObject } from './json-values.ts';
import { decimalsOf, mostDecimals } from './number-columns.ts';

/*
 * The columns of an overview piece as JSON. Every reader throws MalformedBytesError, in words that begin with the
 * column's name.
 */

export type Axis = 'longitudes' | 'latitudes';

/** How far from zero degrees may be. */
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

/** Each as its difference from the one before, the first from 0. */
export function stepsOf(values: ArrayLike<number>): number[] {
  return Array.from(values, (value, index) => value - (index === 0 ? 0 : (values[index - 1] ?? 0)));
}

/** The sums of steps: integers that are safe. */
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
 * Degrees by how far each lies from one that the reader has, in units of so many decimals that every value comes back
 * exactly. Where there is no such number, as they are.
 */
export function writeDegreesFrom(base: readonly number[], values: readonly number[]): unknown {
  const decimals = decimalsOf(values);
  if (decimals === undefined) return values;
  const unit = 10 ** decimals;
  const differences = values.map((value, index) => Math.round(value * unit) - Math.round((base[index] ?? 0) * unit));
  return { decimals, differences };
}

/** `baseOf` gives the degree from which the one at an index may be told. */
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
    if (!(Math.abs(value) <= degreeLimits[name]))
      throw new MalformedBytesError(`${name}: ${value} is nowhere on earth`);
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
