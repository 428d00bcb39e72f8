import { distinct } from '../../core/collections/arrays.ts';
import type { FieldDescription } from '../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds, secondsToDateTime } from '../../core/datasets/recorded-time.ts';
import type { CodedValues, Value } from '../../core/storage/format/tile-records.ts';
import { hashOfNumber } from './chunking.ts';

/** The values of one field, by row. */
export interface Column {
  /** Adds the value of the next row. Returns the length of its JSON in bytes of UTF-8. */
  add(value: Value): number;
  /** Frees what only `add` needs. */
  complete(): void;
  value(row: number): Value;
  /** The name of the field and the value in the JSON of a record. */
  json(row: number): string;
  /** Equal values have equal hashes. */
  hash(row: number): number;
  distinct(rows: Uint32Array): CodedValues;
  /** The values of these rows in parts, for `restore` of another column of the field. */
  stored(rows: Uint32Array): Iterable<unknown>;
  /** Adds stored values to an empty column. `next` resolves with the parts in their order. */
  restore(next: () => Promise<unknown>): Promise<void>;
}

/** `label` is the name of the field in the JSON of a record. */
export function columnOf({ type }: FieldDescription, label: string): Column {
  if (type === 'text') return new TextColumn(label);
  return type === 'dateTime' ? new DateTimeColumn(label) : new NumberColumn(label);
}

const rowsPerBlock = 2 ** 16;

/** A list of numbers that grows without being copied: a copy would double the memory of ten million numbers for a moment. */
export class Numbers {
  readonly #Block: Float64ArrayConstructor | Uint32ArrayConstructor;
  readonly #blocks: (Float64Array | Uint32Array)[] = [];
  length = 0;

  constructor(Block: Float64ArrayConstructor | Uint32ArrayConstructor) {
    this.#Block = Block;
  }

  push(number: number): void {
    const row = this.length % rowsPerBlock;
    const block = this.length >>> 16;
    if (block === this.#blocks.length) this.#blocks.push(new this.#Block(rowsPerBlock));
    this.#blocks[block][row] = number;
    this.length++;
  }

  at(row: number): number {
    return this.#blocks[row >>> 16][row & (rowsPerBlock - 1)];
  }

  /** Adds numbers to an empty list. */
  restore(numbers: Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): void {
    for (let start = 0; start < numbers.length; start += rowsPerBlock) {
      const block = numbers.subarray(start, start + rowsPerBlock);
      this.#blocks.push(block);
      if (block.length < rowsPerBlock) {
        // Room for the numbers that follow.
        const whole = new this.#Block(rowsPerBlock);
        whole.set(block);
        this.#blocks[this.#blocks.length - 1] = whole;
      }
    }
    this.length = numbers.length;
  }
}

/** Numbers, or nulls as NaN: no record has a NaN. */
export class NumberColumn implements Column {
  readonly numbers = new Numbers(Float64Array);
  readonly #label: string;

  /** Field names are ASCII, so that the lengths of texts and of their UTF-8 are the same. */
  constructor(label: string) {
    this.#label = label;
  }

  add(value: Value): number {
    if (value === null) return this.addNumber(Number.NaN, 'null');
    // JSON has no -0.
    return this.addNumber(Number(value) + 0, String(value));
  }

  complete(): void {
    // Numbers need nothing more.
  }

  value(row: number): Value {
    const number = this.numbers.at(row);
    return Number.isNaN(number) ? null : number;
  }

  json(row: number): string {
    const value = this.value(row);
    return typeof value === 'string' ? `${this.#label}"${value}"` : this.#label + String(value);
  }

  hash(row: number): number {
    return hashOfNumber(this.numbers.at(row));
  }

  distinct(rows: Uint32Array): CodedValues {
    const { first, at } = distinct(Float64Array.from(rows, (row) => this.numbers.at(row)));
    return { values: first.map((index) => this.value(rows[index])), codes: at };
  }

  stored(rows: Uint32Array): Iterable<unknown> {
    return [Float64Array.from(rows, (row) => this.numbers.at(row))];
  }

  async restore(next: () => Promise<unknown>): Promise<void> {
    this.numbers.restore((await next()) as Float64Array<ArrayBuffer>);
  }

  protected addNumber(number: number, json: string): number {
    this.numbers.push(number);
    return this.#label.length + json.length;
  }
}

/** Dates and times, as seconds since 1970. */
class DateTimeColumn extends NumberColumn {
  override add(value: Value): number {
    if (value === null) return super.add(null);
    const text = String(value);
    const seconds = dateTimeToSeconds(text);
    if (Number.isNaN(seconds) || text.length !== 19) throw new RangeError(`"${text}" is not a date and time`);
    return this.addNumber(seconds, `"${text}"`);
  }

  override value(row: number): Value {
    const seconds = this.numbers.at(row);
    return Number.isNaN(seconds) ? null : secondsToDateTime(seconds);
  }
}

const valuesPerPart = 2 ** 16;
/** The JSON of the first values is kept: most of these are frequent, and most of those that are found later occur once. */
const keptJson = 2 ** 16;

/** A Map holds at most 16,777,216 entries. */
const textsPerMap = 2 ** 23;

/** Texts and nulls: the distinct ones, and the index of each row's. */
class TextColumn implements Column {
  readonly #label: string;
  readonly #codes = new Numbers(Uint32Array);
  #codeOf: Map<Value, number>[] = [new Map()];
  readonly #values: Value[] = [];
  /** By code, once they were needed: the JSON of the first, and the length of that of each. */
  readonly #json: string[] = [];
  readonly #bytes: number[] = [];
  /** Of `distinct`: by code, the number of the value from 1, or 0. All are 0 otherwise. */
  #numbers = new Uint32Array(0);

  constructor(label: string) {
    this.#label = label;
  }

  add(value: Value): number {
    const code = this.#find(value) ?? this.#addDistinct(value);
    this.#codes.push(code);
    return (this.#bytes[code] ??= Buffer.byteLength(this.#jsonOf(code)));
  }

  complete(): void {
    this.#codeOf = [];
    this.#bytes.length = 0;
  }

  value(row: number): Value {
    return this.#values[this.#codes.at(row)];
  }

  json(row: number): string {
    return this.#jsonOf(this.#codes.at(row));
  }

  hash(row: number): number {
    return hashOfNumber(this.#codes.at(row));
  }

  distinct(rows: Uint32Array): CodedValues {
    if (this.#numbers.length < this.#values.length) this.#numbers = new Uint32Array(this.#values.length * 2);
    const numbers = this.#numbers;
    const found: number[] = [];
    const codes = rows.map((row) => {
      const code = this.#codes.at(row);
      if (numbers[code] === 0) numbers[code] = found.push(code);
      return numbers[code] - 1;
    });
    for (const code of found) numbers[code] = 0;
    return { values: found.map((code) => this.#values[code]), codes };
  }

  /** The indexes of the values, and then the distinct values in parts, the last of which is empty. */
  *stored(rows: Uint32Array): Generator<unknown> {
    const { values, codes } = this.distinct(rows);
    yield codes;
    for (let start = 0; start < values.length; start += valuesPerPart) yield values.slice(start, start + valuesPerPart);
    yield [];
  }

  async restore(next: () => Promise<unknown>): Promise<void> {
    this.#codes.restore((await next()) as Uint32Array<ArrayBuffer>);
    for (let values = await next(); Array.isArray(values) && values.length > 0; values = await next())
      for (const value of values as Value[]) this.#addDistinct(value);
  }

  #jsonOf(code: number): string {
    if (code >= keptJson) return this.#label + JSON.stringify(this.#values[code]);
    return (this.#json[code] ??= this.#label + JSON.stringify(this.#values[code]));
  }

  #find(value: Value): number | undefined {
    for (const codes of this.#codeOf) {
      const code = codes.get(value);
      if (code !== undefined) return code;
    }
    return undefined;
  }

  #addDistinct(value: Value): number {
    const code = this.#values.length;
    if (code > 0 && code % textsPerMap === 0) this.#codeOf.push(new Map());
    this.#codeOf.at(-1)?.set(value, code);
    this.#values.push(value);
    return code;
  }
}
