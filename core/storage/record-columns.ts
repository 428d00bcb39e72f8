import type { DatasetDescription, DatasetRecord } from '../datasets/dataset-description.ts';
import { dateTimeOfSeconds } from '../datasets/date-time-key.ts';
import { fieldSources } from '../datasets/field-sources.ts';
import { MalformedBytesError } from './bytes.ts';
import { decodeColumn, encodeColumn, type TextColumn } from './text-column.ts';

/**
 * The records of a run of a place tile, column by column: all that the tile itself does not tell of them. Columns of
 * neighbours repeat themselves, so they are a third of the size of the same records one by one, and they are JSON,
 * which every host compresses.
 */
export interface RecordColumns {
  readonly records: number;
  /** For each field of the dataset its column; undefined for a field that the tile tells. */
  readonly columns: readonly (TextColumn | undefined)[];
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
const version = 2;

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
  return new TextEncoder().encode(JSON.stringify({ format, version, records: records.length, columns }));
}

/** Throws MalformedBytesError. */
export function decodeRecordColumns(dataset: DatasetDescription, bytes: Uint8Array<ArrayBuffer>): RecordColumns {
  const content = parse(bytes);
  if (content['format'] !== format) throw new MalformedBytesError('not a file of record columns');
  if (content['version'] !== version) {
    const found = JSON.stringify(content['version']);
    throw new MalformedBytesError(`record columns of version ${found}, while this reader knows version ${version}`);
  }
  const { records, columns } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0 || !isObject(columns)) {
    throw new MalformedBytesError('its number of records or its columns are missing');
  }
  const sources = fieldSources(dataset);
  return {
    records,
    columns: dataset.fields.map(({ name }, index) => {
      if (sources[index] !== 'column') return undefined;
      const column = decodeColumn(columns[name], records);
      if (!column) throw new MalformedBytesError(`its column ${name} does not hold ${records} values`);
      return column;
    }),
  };
}

/** The compact JSON of a record, to the byte as the list's shards have it. */
export function textOfRecord(
  dataset: DatasetDescription,
  columns: RecordColumns,
  row: number,
  standing: RecordStanding,
): string {
  const form = formOf(dataset);
  let text = '';
  for (let field = 0; field < form.length; field++) {
    const { prefix, source } = form[field] ?? unknownField;
    text += prefix;
    if (source === 'column') text += columns.columns[field]?.(row) ?? 'null';
    else if (source === 'sortKey') text += `"${dateTimeOfSeconds(standing.key)}"`;
    else if ('longitudeOf' in source) {
      text += JSON.stringify(standing.longitudes[standing.firstPoint + source.longitudeOf]);
    } else text += JSON.stringify(standing.latitudes[standing.firstPoint + source.latitudeOf]);
  }
  return `${text}}`;
}

type Form = readonly { readonly prefix: string; readonly source: ReturnType<typeof fieldSources>[number] }[];
const forms = new WeakMap<DatasetDescription, Form>();
const unknownField: Form[number] = { prefix: '', source: 'column' };

/** What stands before each value: the brace or comma, and the key. */
function formOf(dataset: DatasetDescription): Form {
  let form = forms.get(dataset);
  if (!form) {
    const sources = fieldSources(dataset);
    form = dataset.fields.map(({ name }, index) => ({
      prefix: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
      source: sources[index] ?? 'column',
    }));
    forms.set(dataset, form);
  }
  return form;
}

function parse(bytes: Uint8Array<ArrayBuffer>): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new MalformedBytesError('not JSON in UTF-8');
  }
  if (!isObject(content)) throw new MalformedBytesError('not a JSON object');
  return content;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
