/** The bytes of a file are truncated or invalid. */
export class MalformedBytesError extends Error {
  override readonly name = 'MalformedBytesError';
}

/** Appends numbers, little-endian, and runs of bytes to a growing buffer. */
export class ByteWriter {
  #buffer = new Uint8Array(1024);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  bytes(run: Uint8Array): void {
    const at = this.#advance(run.length);
    this.#buffer.set(run, at);
  }

  uint8(value: number): void {
    const at = this.#advance(1);
    this.#buffer[at] = value;
  }

  uint32(value: number): void {
    const at = this.#advance(4);
    this.#view.setUint32(at, value, true);
  }

  float64(value: number): void {
    const at = this.#advance(8);
    this.#view.setFloat64(at, value, true);
  }

  /**
   * Writes an integer from 0 to 2^53 - 1 in groups of seven bits, the lowest group first. The eighth bit is set in all
   * bytes but the last.
   */
  unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not an unsigned safe integer`);
    let rest = value;
    while (rest >= 128) {
      this.uint8((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.uint8(rest);
  }

  /**
   * Writes an integer from -(2^53 - 1) to 2^53 - 1. The lowest bit of the first byte is the sign, and the next six bits
   * are the lowest bits of the magnitude. If the eighth bit is set, the rest of the magnitude follows as an unsigned
   * integer.
   */
  signed(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
    const magnitude = Math.abs(value);
    const first = (magnitude % 64) * 2 + (value < 0 ? 1 : 0);
    const rest = Math.floor(magnitude / 64);
    this.uint8(rest > 0 ? first + 128 : first);
    if (rest > 0) this.unsigned(rest);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length);
  }

  /** Makes room for the next `count` bytes, and returns the index of the first. */
  #advance(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length));
      grown.set(this.#buffer);
      this.#buffer = grown;
      this.#view = new DataView(grown.buffer);
    }
    return start;
  }
}

/** Reads what ByteWriter wrote. Every read throws MalformedBytesError when the data ends too early. */
export class ByteReader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #offset: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, offsetBytes = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#offset = offsetBytes;
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  uint8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  uint32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.uint8();
      value += (byte % 128) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new MalformedBytesError('an integer is too large');
      if (byte < 128) return value;
      factor *= 128;
      if (factor > Number.MAX_SAFE_INTEGER) throw new MalformedBytesError('an integer is too long');
    }
  }

  signed(): number {
    const first = this.uint8();
    const low = (first % 128) >>> 1;
    const magnitude = first < 128 ? low : low + this.unsigned() * 64;
    if (magnitude > Number.MAX_SAFE_INTEGER) throw new MalformedBytesError('an integer is too large');
    return first % 2 === 1 ? 0 - magnitude : magnitude;
  }

  /** Reads a count of items, each of at least `bytesEach` bytes. Throws if fewer bytes follow than the items need. */
  count(bytesEach: number): number {
    const count = this.unsigned();
    if (count * bytesEach > this.remaining) throw new MalformedBytesError(`a count of ${count} exceeds the data`);
    return count;
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    const offset = this.#take(count);
    return this.#bytes.subarray(offset, offset + count);
  }

  #take(count: number): number {
    const offset = this.#offset;
    if (offset + count > this.#bytes.length) throw new MalformedBytesError('the data ends too early');
    this.#offset += count;
    return offset;
  }
}

/** More decimals than any position is published with: 1e-9 degrees are a tenth of a millimetre. */
const maximumDecimals = 9;
/** Stored in place of the number of decimals if the values are doubles. */
const asDoubles = 255;

/**
 * Writes a column of degrees, exact to the last bit. Numbers with few decimals are stored as integer multiples of
 * 10^-d, each as the difference from the previous one. This is lossless: the multiple is an integer below 2^53 and 10^d
 * is a double, so their correctly rounded quotient is the double nearest to the decimal number, which is also the
 * result of parsing it. The writer checks each value. If one is not restored exactly, the whole column is stored as
 * doubles.
 */
export function writeDegrees(writer: ByteWriter, values: readonly number[]): void {
  const decimals = countDecimals(values);
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
  if (decimals > maximumDecimals)
    throw new MalformedBytesError(`${decimals} decimals are more than ${maximumDecimals}`);
  const scale = 10 ** decimals;
  let multiple = 0;
  for (let index = 0; index < count; index++) values[index] = (multiple += reader.signed()) / scale;
  return values;
}

/** The least number of decimals that restores every value; undefined when there is none. */
function countDecimals(values: readonly number[]): number | undefined {
  let decimals = 0;
  for (const value of values) {
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value || Object.is(value, -0)) {
      if (++decimals > maximumDecimals) return undefined;
    }
  }
  return decimals;
}

/** Writes a column of integers as differences, each from the previous integer, the first from 0. */
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

/** Writes a column of ascending integers as differences, each from the previous integer, the first from 0. */
export function writeAscending(writer: ByteWriter, values: Iterable<number>): void {
  let before = 0;
  for (const value of values) {
    writer.unsigned(value - before);
    before = value;
  }
}

/** Throws MalformedBytesError. */
export function readAscending(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count);
  let value = 0;
  for (let index = 0; index < count; index++) values[index] = value += reader.unsigned();
  return values;
}

const largestSparse = 2 ** 32 - 1;

/**
 * Writes a column that is nearly all zeros: the number of other values, the distance of each from the previous one, and
 * then these values.
 */
export function writeSparse(writer: ByteWriter, values: readonly number[]): void {
  const indexes = [...values.keys()].filter((index) => values[index] !== 0);
  writer.unsigned(indexes.length);
  writeAscending(writer, indexes);
  for (const index of indexes) writer.unsigned(values[index]);
}

/** Throws MalformedBytesError. */
export function readSparse(reader: ByteReader, length: number): Uint32Array {
  const values = new Uint32Array(length);
  const indexes = new Uint32Array(reader.count(2));
  let index = 0;
  for (let entry = 0; entry < indexes.length; entry++) {
    index += reader.unsigned();
    if (index >= length) throw new MalformedBytesError(`index ${index} is beyond the ${length} values of a column`);
    indexes[entry] = index;
  }
  for (const index of indexes) {
    const value = reader.unsigned();
    if (value > largestSparse) throw new MalformedBytesError(`${value} is too large for its column`);
    values[index] = value;
  }
  return values;
}

/** CRC-32 (ISO-HDLC, as in zip and PNG) of each byte. */
const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** The lower 16 bits of the CRC-32 of a part of a file: only a whole file can be compared with its hash. */
export function checksumOfPart(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcOfByte[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) & 0xffff;
}
