import { asInt32IfExact, createUnsignedIntegers, type UnsignedIntegers } from '../../collections/arrays.ts';
import type { DatasetDescription, DatasetRecord, FieldType } from '../../datasets/dataset-description.ts';
import { secondsToDateTime } from '../../datasets/recorded-time.ts';
import { ByteBuffer, bytesReadBeyondParts } from './byte-buffer.ts';
import { MalformedBytesError } from './bytes.ts';
import { formatVersion, isObject, parseVersioned } from './envelope.ts';

/**
 * A run of a tile's records, column by column, without the values that are in the tile itself. Neighbouring records
 * share many values, so the columns are a third of the size of the same records one by one. They are JSON, which every
 * host compresses.
 */
export interface TileRecords {
  readonly records: number;
  /** The parts of a record's JSON, in order. */
  readonly segments: readonly Segment[];
  /**
   * The texts of the segments in UTF-8, one after the other, and `bytesReadBeyondParts` more bytes. An array for each
   * text would take several times the memory.
   */
  readonly texts: DataView<ArrayBuffer>;
  /** Text i is texts[textStarts[i]] up to, not including, texts[textStarts[i + 1]]. */
  readonly textStarts: Uint32Array;
  /**
   * For each record, one after the other, the offset of its text in each segment with such texts. Together, because
   * records are read in no particular order, and each array would have to be fetched from the main memory.
   */
  readonly offsets: UnsignedIntegers;
  readonly offsetsPerRecord: number;
}

/** A part of a record's JSON: one of the stored texts, then at most one value. */
interface Segment {
  /** The index of the text; with `ownText`, of the first record's; with offsets, of the text at offset 0. */
  readonly text: number;
  /** Which of a record's offsets this is, or `sameText` or `ownText`. */
  readonly offset: number;
  readonly integers: Int32Array | Float64Array | undefined;
  readonly source: TileSource | undefined;
}

/** All records have the same text. */
const sameText = -1;
/** Each record has its own text. */
const ownText = -2;

type Value = string | number | null;

/** The values of one record that are in the tile: see `fieldSources`. */
export interface RecordLocation {
  readonly key: number;
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  /** The index of the record's first point in both arrays. */
  readonly firstPoint: number;
}

const format = 'coastwatch-tile-records';

export function encodeTileRecords(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
): Uint8Array<ArrayBuffer> {
  const sources = fieldSources(dataset);
  const columns: Record<string, unknown> = {};
  for (const [index, { name, type }] of dataset.fields.entries()) {
    if (sources[index] !== 'column') continue;
    columns[name] = encodeColumn(
      records.map((record) => record[name] ?? null),
      type,
    );
  }
  return new TextEncoder().encode(JSON.stringify({ format, version: formatVersion, records: records.length, columns }));
}

/** Throws MalformedBytesError. */
export function decodeTileRecords(dataset: DatasetDescription, bytes: Uint8Array<ArrayBuffer>): TileRecords {
  const { records, columns } = parseVersioned(bytes, format, 'tile records');
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0 || !isObject(columns)) {
    throw new MalformedBytesError('its number of records or its columns are missing');
  }
  const sources = fieldSources(dataset);
  const segments: Segment[] = [];
  const texts = new TextList();
  const indexed: Indexed[] = [];
  /** The JSON since the last value that differs between records. */
  let prefix = '';
  for (const [index, { name }] of dataset.fields.entries()) {
    const label = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const source = sources[index];
    const column = source === 'column' ? decodeColumn(columns[name], records) : { ...noValue, source };
    if (column === undefined) throw new MalformedBytesError(`its column ${name} does not hold ${records} values`);
    if ('all' in column) {
      prefix += label + JSON.stringify(column.all);
      continue;
    }
    if ('distinct' in column) {
      // Not in front of each value, because a long constant value would then be stored many times.
      if (prefix !== '') segments.push({ text: texts.add([prefix]), offset: sameText, ...noValue });
      const text = texts.add(column.distinct.map((value) => label + JSON.stringify(value)));
      segments.push({ text, offset: indexed.length, ...noValue });
      indexed.push(column);
    } else if ('each' in column) {
      segments.push({ text: texts.add([prefix + label]), offset: sameText, ...noValue });
      const text = texts.add(column.each.map((value) => JSON.stringify(value)));
      segments.push({ text, offset: ownText, ...noValue });
    } else {
      segments.push({ text: texts.add([prefix + label]), offset: sameText, ...column });
    }
    prefix = '';
  }
  segments.push({ text: texts.add([`${prefix}}`]), offset: sameText, ...noValue });
  const offsetsPerRecord = indexed.length;
  return { records, segments, ...texts.finish(), offsets: interleave(indexed, records), offsetsPerRecord };
}

const noValue = { integers: undefined, source: undefined };

function interleave(columns: readonly Indexed[], records: number): TileRecords['offsets'] {
  const most = columns.reduce((most, { distinct }) => Math.max(most, distinct.length - 1), 0);
  const offsets = createUnsignedIntegers(columns.length * records, most);
  for (const [offset, { at }] of columns.entries()) {
    for (let record = 0; record < records; record++) offsets[record * columns.length + offset] = at[record];
  }
  return offsets;
}

class TextList {
  readonly #buffer = new ByteBuffer();
  readonly #starts = [0];

  /** Adds texts, and returns the index of the first. */
  add(texts: readonly string[]): number {
    const first = this.#starts.length - 1;
    for (const text of texts) {
      this.#buffer.text(text);
      this.#starts.push(this.#buffer.length);
    }
    return first;
  }

  finish(): Pick<TileRecords, 'texts' | 'textStarts'> {
    this.#buffer.bytes(new Uint8Array(bytesReadBeyondParts));
    return { texts: new DataView(this.#buffer.finish().buffer), textStarts: Uint32Array.from(this.#starts) };
  }
}

/** Writes the compact JSON of a record, byte for byte as in the shards of the list. */
export function writeRecord(
  { segments, texts, textStarts, offsets, offsetsPerRecord }: TileRecords,
  row: number,
  location: RecordLocation,
  buffer: ByteBuffer,
): void {
  const firstOffset = row * offsetsPerRecord;
  for (const { text, offset, integers, source } of segments) {
    let index = text;
    if (offset >= 0) index += offsets[firstOffset + offset];
    else if (offset === ownText) index += row;
    buffer.part(texts, textStarts[index], textStarts[index + 1]);
    if (integers) buffer.ascii(String(integers[row]));
    else if (source) buffer.ascii(tileFieldText(source, location));
  }
}

function tileFieldText(source: TileSource, location: RecordLocation): string {
  const { key, longitudes, latitudes, firstPoint } = location;
  if (source === 'sortKey') return `"${secondsToDateTime(key)}"`;
  if ('longitudeOf' in source) return String(longitudes[firstPoint + source.longitudeOf]);
  return String(latitudes[firstPoint + source.latitudeOf]);
}

/**
 * A column as JSON, in one of four forms: `{"all": value}` if every row has the same value; `{"steps": […]}` for
 * integers, each as its difference from the previous one; `{"values": […], "at": […]}`, with the distinct values and
 * the index of each row's value, if values repeat; otherwise the values themselves, `[…]`.
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

/** The differences between successive integers, the first from 0. Every partial sum is a safe integer. */
function steps(values: readonly Value[]): number[] {
  let before = 0;
  return values.map((value) => {
    const step = Number(value) - before;
    before = Number(value);
    return step;
  });
}

/** The distinct values of a column, and the index of each record's value. */
interface Indexed {
  readonly distinct: readonly Value[];
  readonly at: readonly number[];
}

type DecodedColumn =
  { readonly all: Value } | { readonly each: readonly Value[] } | Indexed | Pick<Segment, 'integers' | 'source'>;

/** Reverses `encodeColumn`. Returns undefined unless the column has one of the four forms and `count` rows. */
function decodeColumn(column: unknown, count: number): DecodedColumn | undefined {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    return values.length === count && values.every(isValue) ? { each: values } : undefined;
  }
  if (typeof column !== 'object' || column === null) return undefined;
  if ('all' in column) return isValue(column.all) ? { all: column.all } : undefined;
  if ('steps' in column) return decodeSteps(column.steps, count);
  if ('values' in column && 'at' in column) return decodeIndexed(column.values, column.at, count);
  return undefined;
}

function decodeSteps(steps: unknown, count: number): DecodedColumn | undefined {
  if (!Array.isArray(steps) || steps.length !== count) return undefined;
  const integers = new Float64Array(count);
  let value = 0;
  for (let row = 0; row < count; row++) {
    const step: unknown = steps[row];
    if (typeof step !== 'number' || !Number.isSafeInteger(step)) return undefined;
    value += step;
    if (!Number.isSafeInteger(value)) return undefined;
    integers[row] = value;
  }
  return { ...noValue, integers: asInt32IfExact(integers) };
}

function decodeIndexed(values: unknown, at: unknown, count: number): Indexed | undefined {
  if (!Array.isArray(values) || !values.every(isValue) || !Array.isArray(at) || at.length !== count) return undefined;
  const isIndex = (index: unknown): index is number =>
    typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < values.length;
  return at.every(isIndex) ? { distinct: values, at } : undefined;
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Where a field of a record is stored: in its own column, or in the tile. */
export type FieldSource = 'column' | TileSource;

/** Which value of the tile. */
type TileSource = 'sortKey' | { readonly longitudeOf: number } | { readonly latitudeOf: number };

/**
 * Where the value of each field is stored, in the order of the fields. The points of a record, and a sort key that is a
 * time, are in the tile, so they have no column.
 */
export function fieldSources(dataset: DatasetDescription): readonly FieldSource[] {
  return dataset.fields.map(({ name, type }) => {
    if (name === dataset.sortKey.field && type === 'dateTime') return 'sortKey';
    const longitudeOf = dataset.positions.findIndex(({ longitudeField }) => longitudeField === name);
    if (longitudeOf >= 0) return { longitudeOf };
    const latitudeOf = dataset.positions.findIndex(({ latitudeField }) => latitudeField === name);
    return latitudeOf >= 0 ? { latitudeOf } : 'column';
  });
}
