import { type ByteReader, type ByteWriter, MalformedBytesError } from './bytes.ts';

/** More decimals than any position is published with: 1e-9 degrees are a tenth of a millimetre. */
export const mostDecimals = 9;
/** In place of a number of decimals: the values are doubles. */
const asDoubles = 255;

/**
 * A column of degrees, exact to the last bit. Numbers of few decimals are stored as whole multiples of 10^-d, each as the
 * difference from the one before. That loses nothing: the multiple is an integer below 2^53 and 10^d is a double, so
 * their correctly rounded quotient is the double nearest to the decimal number, which is what the number was read as.
 * The writer checks each value; where one is not restored exactly, the whole column is stored as doubles.
 */
export function writeDegrees(writer: ByteWriter, values: readonly number[]): void {
  const decimals = decimalsOf(values);
  writer.uint8(decimals ?? asDoubles);
  if (decimals === undefined) {
    for (const value of values) writer.float64(value);
    return;
  }
  const scale = 10 ** decimals;
  writeDifferences(
    writer,
    values.map((value) => Math.round(value * scale)),
  );
}

/** Throws MalformedBytesError. */
export function readDegrees(reader: ByteReader, count: number): Float64Array {
  const decimals = reader.uint8();
  const values = new Float64Array(count);
  if (decimals === asDoubles) {
    for (let index = 0; index < count; index++) values[index] = reader.float64();
    return values;
  }
  if (decimals > mostDecimals) throw new MalformedBytesError(`a column of ${decimals} decimals`);
  const scale = 10 ** decimals;
  let multiple = 0;
  for (let index = 0; index < count; index++) values[index] = (multiple += reader.signed()) / scale;
  return values;
}

/** The least number of decimals that brings back every value; undefined when there is none. */
export function decimalsOf(values: readonly number[]): number | undefined {
  let decimals = 0;
  for (const value of values) {
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value || Object.is(value, -0)) {
      if (++decimals > mostDecimals) return undefined;
    }
  }
  return decimals;
}

/** A column of integers as differences, each from the one before it, the first from 0. */
export function writeDifferences(writer: ByteWriter, values: Iterable<number>): void {
  let before = 0;
  for (const value of values) {
    writer.signed(value - before);
    before = value;
  }
}

/** Throws MalformedBytesError. */
export function readDifferences(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count);
  let value = 0;
  for (let index = 0; index < count; index++) values[index] = value += reader.signed();
  return values;
}

const largestSparse = 2 ** 32 - 1;

/** A column of numbers of which nearly all are zero: how many are not, how far each is from the last, and its value. */
export function writeSparse(writer: ByteWriter, values: readonly number[]): void {
  const indexes = [...values.keys()].filter((index) => values[index] !== 0);
  writer.unsigned(indexes.length);
  let before = 0;
  for (const index of indexes) {
    writer.unsigned(index - before);
    before = index;
  }
  for (const index of indexes) writer.unsigned(values[index] ?? 0);
}

/** Throws MalformedBytesError. */
export function readSparse(reader: ByteReader, length: number): Uint32Array {
  const values = new Uint32Array(length);
  const indexes = new Uint32Array(reader.count(2));
  let index = 0;
  for (let place = 0; place < indexes.length; place++) {
    index += reader.unsigned();
    if (index >= length) throw new MalformedBytesError(`a value at ${index} of a column of ${length}`);
    indexes[place] = index;
  }
  for (const place of indexes) {
    const value = reader.unsigned();
    if (value > largestSparse) throw new MalformedBytesError(`${value} is too large for its column`);
    values[place] = value;
  }
  return values;
}
