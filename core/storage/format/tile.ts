import type { DatasetDescription, DatasetRecord, FieldType } from '../../datasets/dataset-description.ts';
import { secondsToDateTime } from '../../datasets/recorded-time.ts';
import {
  type ByteReader,
  MalformedBytesError,
  readDegrees,
  readDifferences,
  readSparse,
  writeDegrees,
  writeDifferences,
  writeSparse,
} from './bytes.ts';
import { formatVersion, isObject, parseVersioned, readEnvelope, readEnvelopeStart, writeEnvelope } from './envelope.ts';
import { type FileReference, readReferences, writeReferences } from './file-reference.ts';
import type { ListPosition } from './tables.ts';

/** A file with the values of some of a tile's records, except those in the tile itself: see `RecordColumns`. */
export interface TileShardReference extends FileReference {
  /** The index of the shard's first record in the tile. */
  readonly firstRecord: number;
  readonly records: number;
}

/**
 * The points of records near each other: everything that a search needs to count them. Records at the same points are
 * adjacent, in list order, and form one *location*. These are the first bytes of a tile.
 */
export interface TilePositions {
  /** The number of points of each location: one in RawData; two in CoastalFeatures, inshore and offshore. */
  readonly pointsPerLocation: number;
  /** In degrees, as published. The points of location i begin at index i * pointsPerLocation. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** The records of location i are recordStarts[i] up to, not including, recordStarts[i + 1]. */
  readonly recordStarts: Uint32Array;
  /** In the order of the tile's records. */
  readonly shards: readonly TileShardReference[];
}

/** The points and list positions of records near each other: everything that a search needs before it reads records. */
export interface Tile extends TilePositions {
  /** For each record, the key and the ordinal of its position in the list. */
  readonly keys: Float64Array;
  readonly ordinals: Uint32Array;
}

/** A tile as it is stored. */
export interface EncodedTile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many of the bytes, from the first, are those of its `TilePositions`. */
  readonly positionsBytes: number;
}

/** The input of `encodeTile`. */
export interface TileContent {
  readonly pointsPerLocation: number;
  /** The coordinates of the points of each location, and its records in list order. */
  readonly locations: readonly {
    readonly longitudes: readonly number[];
    readonly latitudes: readonly number[];
    readonly records: readonly ListPosition[];
  }[];
  readonly shards: readonly Omit<TileShardReference, 'firstRecord'>[];
}

export function encodeTile(content: TileContent): EncodedTile {
  const { pointsPerLocation, locations, shards } = content;
  let positionsBytes = 0;
  const bytes = writeEnvelope('placeTile', (writer) => {
    writeReferences(writer, shards);
    for (const shard of shards) writer.unsigned(shard.records);
    writer.unsigned(locations.length);
    writer.unsigned(pointsPerLocation);
    for (const { records } of locations) writer.unsigned(records.length);
    for (let point = 0; point < pointsPerLocation; point++) {
      writeDegrees(
        writer,
        locations.map(({ longitudes }) => longitudes[point] ?? 0),
      );
      writeDegrees(
        writer,
        locations.map(({ latitudes }) => latitudes[point] ?? 0),
      );
    }
    positionsBytes = writer.length;
    const records = locations.flatMap((location) => location.records);
    // The keys descend within each location, so their differences are small and compress best as a column.
    writeDifferences(
      writer,
      records.map(({ key }) => key),
    );
    writeSparse(
      writer,
      records.map(({ ordinal }) => ordinal),
    );
  });
  return { bytes, positionsBytes };
}

/** Throws MalformedBytesError. */
export function decodeTile(bytes: Uint8Array<ArrayBuffer>): Tile {
  return readEnvelope('placeTile', bytes, (reader) => {
    const positions = readPositions(reader);
    const records = positions.recordStarts.at(-1) ?? 0;
    if (records > reader.remaining) throw new MalformedBytesError(`${records} records exceed the data`);
    const keys = readDifferences(reader, records);
    const ordinals = readSparse(reader, records);
    return { ...positions, keys, ordinals };
  });
}

/** Decodes the positions alone, from the first bytes of a tile with `tileBytes` bytes. Throws MalformedBytesError. */
export function decodeTilePositions(bytes: Uint8Array<ArrayBuffer>, tileBytes: number): TilePositions {
  return readEnvelopeStart('placeTile', bytes, tileBytes, readPositions);
}

function readPositions(reader: ByteReader): TilePositions {
  let firstRecord = 0;
  const shards = readReferences(reader).map((file) => {
    const records = reader.unsigned();
    firstRecord += records;
    return { ...file, records, firstRecord: firstRecord - records };
  });
  const locations = reader.count(1);
  const pointsPerLocation = reader.unsigned();
  if (locations * pointsPerLocation > reader.remaining) throw new MalformedBytesError('too many points for its data');
  const recordStarts = new Uint32Array(locations + 1);
  let records = 0;
  for (let location = 0; location < locations; location++) {
    records += reader.unsigned();
    recordStarts[location + 1] = records;
  }
  if (records !== firstRecord) {
    throw new MalformedBytesError(`its shards hold ${firstRecord} records, its locations ${records}`);
  }
  const longitudes = new Float64Array(locations * pointsPerLocation);
  const latitudes = new Float64Array(locations * pointsPerLocation);
  for (let point = 0; point < pointsPerLocation; point++) {
    for (const target of [longitudes, latitudes]) {
      const column = readDegrees(reader, locations);
      const limit = target === longitudes ? 180 : 90;
      for (let location = 0; location < locations; location++) {
        const degrees = column[location] ?? 0;
        // The condition is negated so that NaN is refused too.
        if (!(Math.abs(degrees) <= limit)) throw new MalformedBytesError(`a point at ${degrees} degrees`);
        target[location * pointsPerLocation + point] = degrees;
      }
    }
  }
  return { pointsPerLocation, longitudes, latitudes, recordStarts, shards };
}

/**
 * A run of a tile's records, column by column, without the values that are in the tile itself. Neighbouring records
 * share many values, so the columns are a third of the size of the same records one by one. They are JSON, which every
 * host compresses.
 */
export interface RecordColumns {
  readonly records: number;
  /** The parts of a record's JSON, in order; adjacent constant texts are joined. */
  readonly segments: readonly (TextColumn | TileField)[];
}

/** A value that is in the tile, and the JSON before the value. */
interface TileField {
  readonly prefix: string;
  readonly source: Exclude<FieldSource, 'column'>;
}

/** The values of one record that are in the tile: see `fieldSources`. */
export interface RecordLocation {
  readonly key: number;
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  /** The index of the record's first point in both arrays. */
  readonly firstPoint: number;
}

const format = 'coastwatch-columns';

export function encodeRecordColumns(
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
export function decodeRecordColumns(dataset: DatasetDescription, bytes: Uint8Array<ArrayBuffer>): RecordColumns {
  const content = parseVersioned(bytes, format, 'record columns');
  const { records, columns } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0 || !isObject(columns)) {
    throw new MalformedBytesError('its number of records or its columns are missing');
  }
  return { records, segments: createSegments(dataset, columns, records) };
}

function createSegments(dataset: DatasetDescription, columns: Record<string, unknown>, records: number) {
  const sources = fieldSources(dataset);
  const segments: (TextColumn | TileField)[] = [];
  for (const [index, { name }] of dataset.fields.entries()) {
    const prefix = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const source = sources[index] ?? 'column';
    if (source !== 'column') {
      segments.push({ prefix, source });
      continue;
    }
    const column = decodeColumn(columns[name], records, prefix);
    if (column === undefined) throw new MalformedBytesError(`its column ${name} does not hold ${records} values`);
    const last = segments.at(-1);
    if (typeof column === 'string' && typeof last === 'string') segments[segments.length - 1] = last + column;
    else segments.push(column);
  }
  return segments;
}

/** The compact JSON of a record, byte for byte as in the shards of the list. */
export function recordText({ segments }: RecordColumns, row: number, location: RecordLocation): string {
  let text = '';
  for (const segment of segments) {
    if (typeof segment === 'string') text += segment;
    else if (typeof segment === 'function') text += segment(row);
    else text += segment.prefix + tileFieldText(segment.source, location);
  }
  return `${text}}`;
}

function tileFieldText(source: TileField['source'], location: RecordLocation): string {
  const { key, longitudes, latitudes, firstPoint } = location;
  if (source === 'sortKey') return `"${secondsToDateTime(key)}"`;
  if ('longitudeOf' in source) return String(longitudes[firstPoint + source.longitudeOf]);
  return String(latitudes[firstPoint + source.latitudeOf]);
}

type Value = string | number | null;
/** The compact JSON of each row's value, after a prefix. It is one text if all rows have the same value. */
export type TextColumn = string | ((row: number) => string);

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

/** Reverses `encodeColumn`. Returns undefined unless the column has one of the four forms and `count` rows. */
export function decodeColumn(column: unknown, count: number, prefix: string): TextColumn | undefined {
  if (Array.isArray(column)) {
    const values: readonly unknown[] = column;
    if (values.length !== count || !values.every(isValue)) return undefined;
    return (row) => prefix + JSON.stringify(values[row]);
  }
  if (typeof column !== 'object' || column === null) return undefined;
  if ('all' in column) return isValue(column.all) ? prefix + JSON.stringify(column.all) : undefined;
  if ('steps' in column) return decodeSteps(column.steps, count, prefix);
  if ('values' in column && 'at' in column) return decodeIndexed(column.values, column.at, count, prefix);
  return undefined;
}

function decodeSteps(steps: unknown, count: number, prefix: string): TextColumn | undefined {
  if (!Array.isArray(steps) || steps.length !== count) return undefined;
  const values = new Float64Array(count);
  let value = 0;
  for (let row = 0; row < count; row++) {
    const step: unknown = steps[row];
    if (typeof step !== 'number' || !Number.isSafeInteger(step)) return undefined;
    value += step;
    if (!Number.isSafeInteger(value)) return undefined;
    values[row] = value;
  }
  return (row) => prefix + String(values[row]);
}

function decodeIndexed(values: unknown, at: unknown, count: number, prefix: string): TextColumn | undefined {
  if (!Array.isArray(values) || !values.every(isValue) || !Array.isArray(at) || at.length !== count) return undefined;
  const texts = values.map((value) => prefix + JSON.stringify(value));
  const indexes = new Uint32Array(count);
  // A loop, because this is most of the time of a search that reads a shard for one record.
  for (let row = 0; row < count; row++) {
    const index: unknown = at[row];
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts.length) return undefined;
    indexes[row] = index;
  }
  return (row) => texts[indexes[row] ?? 0] ?? '';
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Where a field of a record is stored: in its own column, or in the tile. */
export type FieldSource = 'column' | 'sortKey' | { readonly longitudeOf: number } | { readonly latitudeOf: number };

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
