import { distinct, distinctRows } from '../../collections/grouping.ts';
import type { DatasetOutline } from '../../datasets/dataset-description.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { formatVersion, isObject, parseVersioned } from '../format/envelope.ts';
import { type FeatureMatcher, readRelativeLocations, writeRelativeLocations } from './feature-relative-locations.ts';
import { readIntegers, readTexts, stepsOf } from './json-columns.ts';
import { type Locations, pickLocations, readLocations, writeLocations } from './locations.ts';
import { decodeMoveToFront, encodeMoveToFront, type MoveToFrontColumn } from './move-to-front-column.ts';
import {
  readIdentifiers,
  readRows,
  readTimes,
  rowsByIdentifier,
  rowsByTime,
  writeRows,
  writeTimes,
} from './row-order.ts';

/**
 * Part of a dataset's column snapshot: for each record in a run of the list, in list order, what filters, counts and
 * maps need, and no more. All chunks together take less than a tenth of what the records do.
 */
export interface ColumnChunk {
  readonly records: number;
  readonly identifiers: Float64Array;
  /** The sort key in seconds, see `dateTimeToSeconds`, where it is a time; undefined where the order says it all. */
  readonly seconds: Float64Array | undefined;
  /** The distinct locations. */
  readonly locations: Locations;
  /** For each record the index of its location. */
  readonly locationOf: Uint32Array;
  /** By field name. */
  readonly texts: Readonly<Record<string, CodedTexts>>;
}

/** A text of each record, by its index among the distinct values. */
export interface CodedTexts {
  readonly values: readonly (string | null)[];
  readonly codes: Uint32Array;
}

/** Part of the published format: its documentation calls a column snapshot an overview. */
const format = 'coastwatch-overview';
const beginning = `{"format":"${format}",`;

/**
 * The location and the texts of a record depend on each other: the detections of one animal at one receiver are the same
 * in all of them. So each combination that occurs is written once, and each record has the number of its combination.
 * Locations and texts are renumbered in the order in which they occur by ascending identifier. Throws RangeError when
 * records with times are not in list order, which the reader derives.
 *
 * With `features`, those of the dataset that the description names, locations are written relative to them: then a
 * reader needs the same features to decode the chunk.
 */
export function encodeColumnChunk(chunk: ColumnChunk, features?: FeatureMatcher): Uint8Array<ArrayBuffer> {
  const { records, identifiers, seconds, locations, locationOf, texts } = chunk;
  const listRows = rowsByIdentifier(identifiers);
  const codes = [locationOf, ...Object.values(texts).map((text) => text.codes)];
  const columns = codes.map((column) => listRows.map((row) => column[row] ?? 0));
  const { first, at } = distinctRows(columns);
  const [ofLocations, ...ofTexts] = columns.map((column) => columnOfCombinations(first, column));
  const renumbered = pickLocations(locations, ofLocations?.numbers ?? []);
  const byIdentifier = (column: Float64Array): Float64Array => Float64Array.from(listRows, (row) => column[row] ?? 0);
  if (seconds && rowsByTime(byIdentifier(seconds)).some((row, index) => row !== listRows[index])) {
    throw new RangeError('the records are not in list order');
  }
  const namesOfRecords = (): (string | null)[] =>
    Array.from(listRows, (row) => locations.names[locationOf[row] ?? 0] ?? null);
  const textColumns = Object.entries(texts).map(([field, { values }], index) => {
    const { numbers = [], at: ofCombinations } = ofTexts[index] ?? {};
    return [field, { values: numbers.map((number) => values[number] ?? null), at: ofCombinations }];
  });
  const content = {
    format,
    version: formatVersion,
    records,
    identifiers: stepsOf(byIdentifier(identifiers)),
    ...(seconds ? { times: writeTimes(byIdentifier(seconds)) } : { rows: writeRows(listRows, namesOfRecords()) }),
    combinations: encodeMoveToFront(at),
    places: {
      at: ofLocations?.at,
      ...(features ? writeRelativeLocations(renumbered, features) : writeLocations(renumbered)),
    },
    texts: Object.fromEntries(textColumns) as unknown,
  };
  return new TextEncoder().encode(JSON.stringify(content));
}

/** The numbers that occur in the combinations, in order of first occurrence, and which of them each combination has. */
function columnOfCombinations(
  firstRows: readonly number[],
  column: Uint32Array,
): { readonly numbers: readonly number[]; readonly at: readonly number[] } {
  const ofCombinations = firstRows.map((row) => column[row] ?? 0);
  const { first, at } = distinct(ofCombinations);
  return { numbers: first.map((combination) => ofCombinations[combination] ?? 0), at: encodeMoveToFront(at) };
}

/** Whether a file is a column chunk, judged by how its bytes begin. */
export function isColumnChunk(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning;
}

/** `features` are needed for chunks that were encoded relative to them. Throws MalformedBytesError. */
export function decodeColumnChunk(
  dataset: DatasetOutline,
  bytes: Uint8Array<ArrayBuffer>,
  features?: Locations,
): ColumnChunk {
  const content = parseVersioned(bytes, format, 'a column chunk');
  const { records, combinations, places, texts } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0) {
    throw new MalformedBytesError('its number of records is missing');
  }
  const identifiers = readIdentifiers(content['identifiers'], records);
  const ofRecords = readMoveToFront(combinations, 'combinations', records);
  if (!isObject(places)) throw new MalformedBytesError('places: missing');
  const locationOfCombination = readMoveToFront(places['at'], 'places', ofRecords.count);
  const locations =
    places['known'] === undefined
      ? readLocations(places, locationOfCombination.count, dataset.positions.length)
      : readRelativeLocations(places, locationOfCombination.count, features);

  // Everything is in ascending order of the identifiers so far.
  const times = dataset.sortKey.comparison === 'text' ? readTimes(content['times'], records) : undefined;
  const namesOfRecords = (): (string | null)[] =>
    Array.from(spread(locationOfCombination, ofRecords.at), (location) => locations.names[location] ?? null);
  const rows = times ? rowsByTime(times) : readRows(content['rows'], namesOfRecords());
  const inListOrder = <Column extends Float64Array | Uint32Array>(column: Column): Column => {
    const list = column.slice() as Column;
    for (let index = 0; index < records; index++) list[rows[index] ?? 0] = column[index] ?? 0;
    return list;
  };
  const combinationOf = inListOrder(ofRecords.at);
  const textColumns = dataset.columnSnapshot.texts.map(({ field }) => {
    const { values, at } = readText(isObject(texts) ? texts[field] : undefined, field, ofRecords.count);
    return [field, { values, codes: spread(at, combinationOf) }];
  });
  return {
    records,
    identifiers: inListOrder(identifiers),
    seconds: times && inListOrder(times),
    locations,
    locationOf: spread(locationOfCombination, combinationOf),
    texts: Object.fromEntries(textColumns) as ColumnChunk['texts'],
  };
}

function readText(
  column: unknown,
  field: string,
  combinations: number,
): { readonly values: CodedTexts['values']; readonly at: MoveToFrontColumn } {
  if (!isObject(column)) throw new MalformedBytesError(`${field}: missing`);
  const at = readMoveToFront(column['at'], field, combinations);
  return { values: readTexts(column['values'], field, at.count), at };
}

function readMoveToFront(column: unknown, name: string, count: number): MoveToFrontColumn {
  return decodeMoveToFront(readIntegers(column, name, count), name);
}

/** A column of combinations as a column of records. */
function spread(ofCombinations: MoveToFrontColumn, combinationOf: Uint32Array): Uint32Array {
  const { at } = ofCombinations;
  return combinationOf.map((combination) => at[combination] ?? 0);
}
