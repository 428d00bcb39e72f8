import { MalformedBytesError } from './bytes.ts';
import { isObject } from './json-values.ts';
import { decimalsOf, mostDecimals } from './number-columns.ts';

/*
 * The columns of an overview piece as JSON. Every reader throws MalformedBytesError, in words that begin with the
 * column's name.
 */

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
  let sum = 0;
  const sums = Float64Array.from(readIntegers(column, name, count), (step) => (sum += step));
  if (!sums.every(Number.isSafeInteger)) throw new MalformedBytesError(`${name}: too large a sum`);
  return sums;
}

/**
 * The degrees of the points of each place, point by point: the first points as they are, each of the others by how far
 * it lies from the first, in units of so many decimals that every value comes back exactly. Where there is no such
 * number, as they are too.
 */
export function writeDegreesOfPoints(degrees: Float64Array, pointsPerPlace: number): unknown[] {
  const ofPoint = (point: number): number[] =>
    Array.from(degrees).filter((_, index) => index % pointsPerPlace === point);
  const first = ofPoint(0);
  return Array.from({ length: pointsPerPlace }, (_, point) => {
    if (point === 0) return first;
    const values = ofPoint(point);
    const decimals = decimalsOf([...first, ...values]);
    if (decimals === undefined) return values;
    const unit = 10 ** decimals;
    return {
      decimals,
      differences: values.map((value, place) => Math.round(value * unit) - Math.round((first[place] ?? 0) * unit)),
    };
  });
}

export function readDegreesOfPoints(
  columns: unknown,
  name: string,
  pointsPerPlace: number,
  places: number,
  limit: number,
): Float64Array {
  if (!Array.isArray(columns) || columns.length !== pointsPerPlace) {
    throw new MalformedBytesError(`${name}: not a column for each of ${pointsPerPlace} points`);
  }
  const degrees = new Float64Array(places * pointsPerPlace);
  for (const [point, column] of (columns as readonly unknown[]).entries()) {
    const valueOf = readPoint(column, name, places, (place) => degrees[place * pointsPerPlace] ?? 0);
    for (let place = 0; place < places; place++) {
      const value = valueOf(place);
      // Written so that what is not a number fails too.
      if (!(Math.abs(value) <= limit)) throw new MalformedBytesError(`${name}: ${value} is nowhere on earth`);
      degrees[place * pointsPerPlace + point] = value;
    }
  }
  return degrees;
}

function readPoint(
  column: unknown,
  name: string,
  places: number,
  firstOf: (place: number) => number,
): (place: number) => number {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    requireCount(values, name, places);
    return (place) => (typeof values[place] === 'number' ? values[place] : Number.NaN);
  }
  if (!isObject(column)) throw new MalformedBytesError(`${name}: not a column`);
  const differences = readIntegers(column['differences'], name, places);
  const [decimals = 0] = readIntegers([column['decimals']], name);
  if (decimals < 0 || decimals > mostDecimals) throw new MalformedBytesError(`${name}: ${decimals} decimals`);
  const unit = 10 ** decimals;
  return (place) => (Math.round(firstOf(place) * unit) + (differences[place] ?? 0)) / unit;
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
