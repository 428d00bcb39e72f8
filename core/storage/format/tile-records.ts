import type { DatasetDescription, FieldType } from '../../datasets/dataset-description.ts';
import { secondsToDateTime } from '../../datasets/recorded-time.ts';
import { MalformedBytesError } from './bytes.ts';
import { formatVersion, isObject, parseVersioned } from './envelope.ts';

/**
 * A run of a tile's records, column by column, without the values that are in the tile itself. Neighbouring records
 * share many values, so the columns are a third of the size of the same records one by one. They are JSON, which every
 * host compresses.
 */
export interface TileRecords {
  readonly records: number;
  /** The columns whose values differ between records, in the order of the fields. */
  readonly columns: readonly LabelledColumn[];
  /** The JSON of a record after its last value that differs. */
  readonly end: string;
}

interface LabelledColumn {
  /** The JSON of a record from its previous value that differs to this value. */
  readonly label: string;
  readonly values: Values;
}

/** Texts in JSON, the distinct ones with the index of each record's; integers; or a value of the tile. */
type Values =
  | { readonly texts: readonly string[]; readonly at: Uint32Array | undefined }
  | { readonly integers: Float64Array }
  | { readonly source: TileSource };

export type Value = string | number | null;

/** The values of one record that are in the tile: see `fieldSources`. */
export interface RecordLocation {
  readonly key: number;
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  /** The index of the record's first point in both arrays. */
  readonly firstPoint: number;
}

const format = 'coastwatch-tile-records';

/** The distinct values of a field, in the order in which they first occur, and the index of each record's value. */
export interface CodedValues {
  readonly values: readonly Value[];
  readonly codes: Uint32Array;
}

export function encodeTileRecords(
  dataset: DatasetDescription,
  records: number,
  distinctOf: (field: string) => CodedValues,
): Uint8Array<ArrayBuffer> {
  const sources = fieldSources(dataset);
  const columns: Record<string, unknown> = {};
  for (const [index, { name, type }] of dataset.fields.entries()) {
    if (sources[index] === 'column') columns[name] = encodeColumn(distinctOf(name), type);
  }
  return new TextEncoder().encode(JSON.stringify({ format, version: formatVersion, records, columns }));
}

/** Throws MalformedBytesError. */
export function decodeTileRecords(dataset: DatasetDescription, bytes: Uint8Array<ArrayBuffer>): TileRecords {
  const { records, columns } = parseVersioned(bytes, format, 'tile records');
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0 || !isObject(columns)) {
    throw new MalformedBytesError('its number of records or its columns are missing');
  }
  const sources = fieldSources(dataset);
  const differing: LabelledColumn[] = [];
  let label = '';
  for (const [index, { name }] of dataset.fields.entries()) {
    label += `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const source = sources[index];
    const values = source === 'column' ? decodeColumn(columns[name], records) : { source };
    if (values === undefined) throw new MalformedBytesError(`its column ${name} does not hold ${records} values`);
    if ('all' in values) {
      label += JSON.stringify(values.all);
      continue;
    }
    differing.push({ label, values });
    label = '';
  }
  return { records, columns: differing, end: `${label}}` };
}

/** The compact JSON of a record, as in the shards of the list. */
export function recordText({ columns, end }: TileRecords, row: number, location: RecordLocation): string {
  let json = '';
  for (const { label, values } of columns) {
    json += label;
    if ('texts' in values) json += values.texts[values.at ? values.at[row] : row];
    else json += 'integers' in values ? String(values.integers[row]) : tileFieldText(values.source, location);
  }
  return json + end;
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
function encodeColumn({ values, codes }: CodedValues, type: FieldType): unknown {
  if (values.length <= 1) return { all: values[0] ?? null };
  const each = (): Value[] => Array.from(codes, (code) => values[code]);
  if (type === 'integer') return { steps: steps(each()) };
  if (values.length > codes.length / 2) return each();
  return { values, at: Array.from(codes) };
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

/** Reverses `encodeColumn`. Returns undefined unless the column has one of the four forms and `count` rows. */
function decodeColumn(column: unknown, count: number): Values | { readonly all: Value } | undefined {
  if (Array.isArray(column)) {
    const texts = textsOf(column);
    return texts?.length === count ? { texts, at: undefined } : undefined;
  }
  if (typeof column !== 'object' || column === null) return undefined;
  if ('all' in column) return isValue(column.all) ? { all: column.all } : undefined;
  if ('steps' in column) return decodeSteps(column.steps, count);
  if ('values' in column && 'at' in column) return decodeIndexed(column.values, column.at, count);
  return undefined;
}

function decodeSteps(steps: unknown, count: number): Values | undefined {
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
  return { integers };
}

function decodeIndexed(values: unknown, indexes: unknown, count: number): Values | undefined {
  const texts = textsOf(values);
  if (!texts || !Array.isArray(indexes) || indexes.length !== count) return undefined;
  const at = new Uint32Array(count);
  for (const [row, index] of (indexes as readonly unknown[]).entries()) {
    if (typeof index !== 'number' || !(index in texts)) return undefined;
    at[row] = index;
  }
  return { texts, at };
}

/** The JSON of each value; undefined unless `values` is an array of values. */
function textsOf(values: unknown): string[] | undefined {
  return Array.isArray(values) && values.every(isValue) ? values.map((value) => JSON.stringify(value)) : undefined;
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Where a field of a record is stored: in its own column, or in the tile. */
export type FieldSource = 'column' | TileSource;

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
