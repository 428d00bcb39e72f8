import type { DatasetDescription, DatasetRecord } from '../datasets/dataset-description.ts';
import { dateTimeOfSeconds } from '../datasets/date-time-key.ts';
import { fieldSources, type FieldSource } from '../datasets/field-sources.ts';
import { MalformedBytesError } from './bytes.ts';
import { formatVersion } from './format-version.ts';
import { isObject, parseObject } from './json-values.ts';
import { decodeColumn, encodeColumn, type TextColumn } from './text-column.ts';

/**
 * The records of a run of a place tile, column by column: all that the tile itself does not tell of them. Columns of
 * neighbours repeat themselves, so they are a third of the size of the same records one by one, and they are JSON,
 * which every host compresses.
 */
export interface RecordColumns {
  readonly records: number;
  /** What a record's JSON is put together from, in turn; neighbouring texts that never change are one. */
  readonly pieces: readonly (TextColumn | StandingPiece)[];
}

/** A value that the tile tells, and what stands before it. */
interface StandingPiece {
  readonly prefix: string;
  readonly source: Exclude<FieldSource, 'column'>;
}

/** What the tile tells of one record: see `fieldSources`. */
export interface RecordStanding {
  readonly key: number;
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  /** Where in the two arrays the record's points begin. */
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
  const content = parseObject(bytes);
  if (content['format'] !== format) throw new MalformedBytesError('not a file of record columns');
  if (content['version'] !== formatVersion) {
    const found = JSON.stringify(content['version']);
    throw new MalformedBytesError(
      `record columns of version ${found}, while this reader knows version ${formatVersion}`,
    );
  }
  const { records, columns } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0 || !isObject(columns)) {
    throw new MalformedBytesError('its number of records or its columns are missing');
  }
  return { records, pieces: piecesOf(dataset, columns, records) };
}

function piecesOf(dataset: DatasetDescription, columns: Record<string, unknown>, records: number) {
  const sources = fieldSources(dataset);
  const pieces: (TextColumn | StandingPiece)[] = [];
  for (const [index, { name }] of dataset.fields.entries()) {
    const prefix = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const source = sources[index] ?? 'column';
    if (source !== 'column') {
      pieces.push({ prefix, source });
      continue;
    }
    const column = decodeColumn(columns[name], records, prefix);
    if (column === undefined) throw new MalformedBytesError(`its column ${name} does not hold ${records} values`);
    const last = pieces.at(-1);
    if (typeof column === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + column;
    else pieces.push(column);
  }
  return pieces;
}

/** The compact JSON of a record, to the byte as the list's shards have it. */
export function textOfRecord({ pieces }: RecordColumns, row: number, standing: RecordStanding): string {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if (typeof piece === 'function') text += piece(row);
    else text += piece.prefix + textOfStanding(piece.source, standing);
  }
  return `${text}}`;
}

function textOfStanding(source: StandingPiece['source'], standing: RecordStanding): string {
  const { key, longitudes, latitudes, firstPoint } = standing;
  if (source === 'sortKey') return `"${dateTimeOfSeconds(key)}"`;
  if ('longitudeOf' in source) return String(longitudes[firstPoint + source.longitudeOf]);
  return String(latitudes[firstPoint + source.latitudeOf]);
}
