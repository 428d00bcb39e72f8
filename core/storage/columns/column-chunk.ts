import { countAtMost, distinct, distinctRows } from '../../collections/arrays.ts';
import type { DatasetOutline } from '../../datasets/dataset-description.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { formatVersion, isObject, parseVersioned } from '../format/envelope.ts';
import {
  decodeMoveToFront,
  encodeMoveToFront,
  type MoveToFrontColumn,
  readIntegers,
  readSteps,
  readTexts,
  writeIntegers,
  writeSteps,
} from './json-columns.ts';

/**
 * Part of a dataset's columns: the values that filters, counts and maps need from each record in a run of the
 * list, in list order. All chunks together are less than a tenth of the size of the records.
 */
export interface ColumnChunk {
  readonly records: number;
  readonly identifiers: Float64Array;
  /** The sort key in seconds (see `dateTimeToSeconds`) if it is a time; otherwise undefined. */
  readonly seconds: Float64Array | undefined;
  readonly locations: Locations;
  readonly locationOf: Uint32Array;
  /** By field name. */
  readonly texts: Readonly<Record<string, CodedTexts>>;
}

/** One text field of all records: its distinct values and, for each record, the index of its value. */
export interface CodedTexts {
  readonly values: readonly (string | null)[];
  readonly codes: Uint32Array;
}

const format = 'coastwatch-columns';
/** Of the files that hold groups of detail columns. */
export const detailFormat = 'coastwatch-details';
const beginnings = [format, detailFormat].map((each) => `{"format":"${each}",`);

/**
 * The location and the texts of a record depend on each other: for example, all detections of one animal at one
 * receiver share them. Each combination that occurs is therefore written once, and each record refers to its
 * combination by number. Locations and texts are renumbered in the order in which they occur by ascending identifier.
 * Throws RangeError when records with times are not in list order, because readers derive the order from the times.
 */
export function encodeColumnChunk(chunk: ColumnChunk): Uint8Array<ArrayBuffer> {
  const { records, identifiers, seconds, locations, locationOf, texts } = chunk;
  const listRows = rowsByIdentifier(identifiers);
  const codes = [locationOf, ...Object.values(texts).map((text) => text.codes)];
  const columns = codes.map((column) => listRows.map((row) => column[row]));
  const { first, at } = distinctRows(columns);
  const [locationColumn, ...textColumns] = columns.map((column) => encodeCombinations(first, column));
  const renumbered = pickLocations(locations, locationColumn.numbers);
  const byIdentifier = (column: Float64Array): Float64Array => Float64Array.from(listRows, (row) => column[row]);
  if (seconds && rowsByTime(byIdentifier(seconds)).some((row, index) => row !== listRows[index])) {
    throw new RangeError('the records are not in list order');
  }
  const namesOfRecords = (): (string | null)[] =>
    Array.from(listRows, (row) => locations.names[locationOf[row]] ?? null);
  const content = {
    format,
    version: formatVersion,
    records,
    identifiers: writeSteps(byIdentifier(identifiers)),
    ...(seconds ? { times: writeTimes(byIdentifier(seconds)) } : { rows: writeRows(listRows, namesOfRecords()) }),
    combinations: writeIntegers(encodeMoveToFront(at)),
    locations: { at: locationColumn.at, ...writeLocations(renumbered) },
    texts: writeTexts(texts, textColumns),
  };
  return new TextEncoder().encode(JSON.stringify(content));
}

export function writeTexts(texts: ColumnChunk['texts'], columns: readonly EncodedCombinations[]): unknown {
  const entries = Object.entries(texts).map(([field, { values }], index) => {
    const { numbers, at } = columns[index];
    return [field, { values: numbers.map((number) => values[number] ?? null), at }];
  });
  return Object.fromEntries(entries);
}

interface EncodedCombinations {
  readonly numbers: readonly number[];
  readonly at: string;
}

/**
 * Encodes one column of the combinations: its distinct numbers, in order of first occurrence, and the index of each
 * combination's number, as a move-to-front column.
 */
export function encodeCombinations(firstRows: readonly number[], column: Uint32Array): EncodedCombinations {
  const numbers = firstRows.map((row) => column[row]);
  const { first, at } = distinct(numbers);
  return { numbers: first.map((combination) => numbers[combination]), at: writeIntegers(encodeMoveToFront(at)) };
}

/** Whether a file is a column chunk or a detail chunk, judged by its first bytes. */
export function isColumnChunk(bytes: Uint8Array): boolean {
  return beginnings.some((beginning) => new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning);
}

/** Throws MalformedBytesError. */
export function decodeColumnChunk(dataset: DatasetOutline, bytes: Uint8Array<ArrayBuffer>): ColumnChunk {
  const content = parseVersioned(bytes, format, 'a column chunk');
  const { combinations, locations: storedLocations } = content;
  const records = readRecords(content);
  const identifiers = readIdentifiers(content['identifiers'], records);
  const combinationColumn = readMoveToFront(combinations, 'combinations', records);
  if (!isObject(storedLocations)) throw new MalformedBytesError('locations: missing');
  const locationOfCombination = readMoveToFront(storedLocations['at'], 'locations', combinationColumn.count);
  const locations = readLocations(storedLocations, locationOfCombination.count, dataset.positions.length);

  // All columns so far are in ascending order of identifiers.
  const times = dataset.sortKey.comparison === 'text' ? readTimes(content['times'], records) : undefined;
  const namesOfRecords = (): (string | null)[] =>
    Array.from(
      spread(locationOfCombination, combinationColumn.indexes),
      (location) => locations.names[location] ?? null,
    );
  const rows = times ? rowsByTime(times) : readRows(content['rows'], namesOfRecords());
  const inListOrder = <Column extends Float64Array | Uint32Array>(column: Column): Column => {
    const list = column.slice() as Column;
    for (let index = 0; index < records; index++) list[rows[index]] = column[index];
    return list;
  };
  const combinationOf = inListOrder(combinationColumn.indexes);
  const fields = dataset.columns.texts.map(({ field }) => field);
  return {
    records,
    identifiers: inListOrder(identifiers),
    seconds: times && inListOrder(times),
    locations,
    locationOf: spread(locationOfCombination, combinationOf),
    texts: readTextColumns(content['texts'], fields, combinationColumn.count, combinationOf),
  };
}

export function readRecords({ records }: Readonly<Record<string, unknown>>): number {
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0) {
    throw new MalformedBytesError('its number of records is missing or invalid');
  }
  return records;
}

/** The texts of each record. `combinationOf` has the combination of each record, in list order. */
export function readTextColumns(
  texts: unknown,
  fields: readonly string[],
  combinations: number,
  combinationOf: Uint32Array,
): ColumnChunk['texts'] {
  const columns = fields.map((field) => {
    const { values, column } = readText(isObject(texts) ? texts[field] : undefined, field, combinations);
    return [field, { values, codes: spread(column, combinationOf) }];
  });
  return Object.fromEntries(columns) as ColumnChunk['texts'];
}

function readText(
  content: unknown,
  field: string,
  combinations: number,
): { readonly values: CodedTexts['values']; readonly column: MoveToFrontColumn } {
  if (!isObject(content)) throw new MalformedBytesError(`${field}: missing`);
  const column = readMoveToFront(content['at'], field, combinations);
  return { values: readTexts(content['values'], field, column.count), column };
}

export function readMoveToFront(column: unknown, name: string, count: number): MoveToFrontColumn {
  return decodeMoveToFront(readIntegers(column, name, count), name);
}

function spread({ indexes }: MoveToFrontColumn, combinationOf: Uint32Array): Uint32Array {
  return combinationOf.map((combination) => indexes[combination]);
}

/*
 * The records of a column chunk are written in ascending order of identifiers, which are assigned as reports arrive. In
 * this order, the reports of one source and the features of one stretch of coast are neighbours, whereas the list mixes
 * them. The chunk therefore also contains the list row of each record. Readers throw MalformedBytesError.
 */

/** The rows of the list in ascending order of their identifiers. */
export function rowsByIdentifier(identifiers: Float64Array): Uint32Array {
  return Uint32Array.from(identifiers.keys()).sort((a, b) => identifiers[a] - identifiers[b]);
}

/** Reads identifiers, which must be in ascending order, from their steps. */
export function readIdentifiers(column: unknown, records: number): Float64Array {
  const identifiers = readSteps(column, 'identifiers', records);
  for (let index = 0; index < records; index++) {
    if (identifiers[index] > (index === 0 ? -1 : identifiers[index - 1])) continue;
    throw new MalformedBytesError('identifiers: not in ascending order');
  }
  return identifiers;
}

const secondsPerMinute = 60;
const earliest = dateTimeToSeconds('0000-01-01T00:00:00');
const latest = dateTimeToSeconds('9999-12-31T23:59:59');

/** Minutes since 1970, each as its difference from the previous one, and the remaining seconds. */
export function writeTimes(seconds: Float64Array): unknown {
  const minutes = seconds.map((time) => Math.floor(time / secondsPerMinute));
  return {
    minutes: writeSteps(minutes),
    seconds: writeIntegers(seconds.map((time, index) => time - minutes[index] * secondsPerMinute)),
  };
}

export function readTimes(columns: unknown, records: number): Float64Array {
  if (!isObject(columns)) throw new MalformedBytesError('times: missing');
  const minutes = readSteps(columns['minutes'], 'minutes', records);
  const remainders = readIntegers(columns['seconds'], 'seconds', records);
  const times = new Float64Array(records);
  for (let index = 0; index < records; index++) {
    const minute = minutes[index];
    const remainder = remainders[index];
    if (remainder < 0 || remainder >= secondsPerMinute) {
      throw new MalformedBytesError(`seconds: ${remainder} is not from 0 to 59`);
    }
    const time = minute * secondsPerMinute + remainder;
    if (!(time >= earliest && time <= latest))
      throw new MalformedBytesError(`minutes: ${minute} is not in the years 0 to 9999`);
    times[index] = time;
  }
  return times;
}

/** The row of each record in a list by time: the latest first, records of the same time in the given order. */
export function rowsByTime(times: Float64Array): Uint32Array {
  const ascending = times.slice().sort();
  const rows = new Uint32Array(times.length);
  const rowsTaken = new Uint32Array(times.length);
  for (let index = 0; index < times.length; index++) {
    const firstRow = times.length - countAtMost(ascending, times[index]);
    const before = rowsTaken[firstRow];
    rows[index] = firstRow + before;
    rowsTaken[firstRow] = before + 1;
  }
  return rows;
}

/**
 * Writes the row of each record in a list that is not in order of time. Such a list is most likely in order of names,
 * so the steps from row to row are small if the records are visited in order of names.
 */
export function writeRows(rows: Uint32Array, names: readonly (string | null)[]): unknown {
  return writeSteps(Array.from(indexesByName(names), (index) => rows[index]));
}

export function readRows(column: unknown, names: readonly (string | null)[]): Uint32Array {
  const records = names.length;
  const rowsByName = readSteps(column, 'rows', records);
  const rows = new Uint32Array(records);
  const isTaken = new Uint8Array(records);
  for (const [turn, index] of indexesByName(names).entries()) {
    const row = rowsByName[turn];
    if (isTaken[row] !== 0) throw new MalformedBytesError(`rows: ${row} does not exist or occurs twice`);
    isTaken[row] = 1;
    rows[index] = row;
  }
  return rows;
}

/** The indexes of names in descending order of UTF-16 code units. The indexes of equal names are ascending. */
function indexesByName(names: readonly (string | null)[]): Uint32Array {
  const getName = (index: number): string => names[index] ?? '';
  return Uint32Array.from(names.keys()).sort((a, b) => {
    const [one, other] = [getName(a), getName(b)];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}

/** Numbered locations, each with its name as published and its points. */
export interface Locations {
  readonly names: readonly (string | null)[];
  /** The number of points of each location: one; or two, inshore and offshore. */
  readonly pointsPerLocation: number;
  /** The points' numbers in the dataset's Flatbush index. Those of location i begin at index i * pointsPerLocation. */
  readonly points: Uint32Array;
}

function pickLocations({ names, pointsPerLocation, points }: Locations, numbers: readonly number[]): Locations {
  const picked = numbers.flatMap((number) =>
    Array.from(points.subarray(number * pointsPerLocation, (number + 1) * pointsPerLocation)),
  );
  return { names: numbers.map((number) => names[number] ?? null), pointsPerLocation, points: Uint32Array.from(picked) };
}

/**
 * The columns of the locations in a file. Both the points of a dataset and the locations of a chunk are numbered in the
 * order in which they occur by ascending identifier, so the differences between successive point numbers are small.
 */
function writeLocations({ names, points }: Locations): Record<string, unknown> {
  return { names, points: writeSteps(points) };
}

/** Throws MalformedBytesError. */
function readLocations(column: Readonly<Record<string, unknown>>, count: number, pointsPerLocation: number): Locations {
  const points = readSteps(column['points'], 'points', count * pointsPerLocation);
  for (const point of points) {
    if (point < 0 || point >= 2 ** 32) throw new MalformedBytesError(`points: ${point} is not the number of a point`);
  }
  return { names: readTexts(column['names'], 'locations', count), pointsPerLocation, points: Uint32Array.from(points) };
}
