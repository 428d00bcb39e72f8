import { secondsOfDateTime } from '../datasets/date-time-key.ts';
import { MalformedBytesError } from './bytes.ts';
import { isObject } from './json-values.ts';
import { readIntegers, readSteps, stepsOf } from './overview-columns.ts';

/*
 * A piece is written in ascending order of its identifiers, which are given as reports come in: those of one source,
 * and features of one stretch of coast, lie side by side there, while the order of the list mixes them. This file tells
 * which record stands in which row of the list. Throws MalformedBytesError where reading.
 */

/** The rows of the list in ascending order of their identifiers. */
export function rowsByIdentifier(identifiers: Float64Array): Uint32Array {
  return Uint32Array.from(identifiers.keys()).sort((a, b) => (identifiers[a] ?? 0) - (identifiers[b] ?? 0));
}

/** Identifiers in ascending order, from steps. */
export function readIdentifiers(column: unknown, records: number): Float64Array {
  const identifiers = readSteps(column, 'identifiers', records);
  for (let index = 0; index < records; index++) {
    if ((identifiers[index] ?? -1) > (identifiers[index - 1] ?? -1)) continue;
    throw new MalformedBytesError('identifiers: not in ascending order');
  }
  return identifiers;
}

const secondsPerMinute = 60;
const earliest = secondsOfDateTime('0000-01-01T00:00:00');
const latest = secondsOfDateTime('9999-12-31T23:59:59');

/** Whole minutes, each by how many it is after the one before, the first after 1970; and the seconds that are left. */
export function writeTimes(seconds: Float64Array): unknown {
  const minutes = seconds.map((time) => Math.floor(time / secondsPerMinute));
  return {
    minutes: stepsOf(minutes),
    seconds: Array.from(seconds, (time, index) => time - (minutes[index] ?? 0) * secondsPerMinute),
  };
}

export function readTimes(columns: unknown, records: number): Float64Array {
  if (!isObject(columns)) throw new MalformedBytesError('times: missing');
  const minutes = readSteps(columns['minutes'], 'minutes', records);
  const rests = readIntegers(columns['seconds'], 'seconds', records);
  const times = new Float64Array(records);
  for (let index = 0; index < records; index++) {
    const minute = minutes[index] ?? 0;
    const rest = rests[index] ?? 0;
    if (rest < 0 || rest >= secondsPerMinute) throw new MalformedBytesError(`seconds: ${rest} of a minute`);
    const time = minute * secondsPerMinute + rest;
    if (!(time >= earliest && time <= latest)) throw new MalformedBytesError(`minutes: ${minute} are in no year`);
    times[index] = time;
  }
  return times;
}

/** The row of each record where the list goes by time, the latest first, those of one time in ascending order. */
export function rowsByTime(times: Float64Array): Uint32Array {
  const ascending = times.slice().sort();
  const rows = new Uint32Array(times.length);
  const alreadyThere = new Uint32Array(times.length);
  for (let index = 0; index < times.length; index++) {
    const firstRow = countAbove(times[index] ?? 0, ascending);
    const before = alreadyThere[firstRow] ?? 0;
    rows[index] = firstRow + before;
    alreadyThere[firstRow] = before + 1;
  }
  return rows;
}

/** How many of ascending values are above one. */
function countAbove(value: number, ascending: Float64Array): number {
  let start = 0;
  let end = ascending.length;
  while (start < end) {
    const middle = (start + end) >>> 1;
    if ((ascending[middle] ?? 0) <= value) start = middle + 1;
    else end = middle;
  }
  return ascending.length - start;
}

/**
 * The row of each record where the list goes by something else: by name, most likely, so that little is left to say
 * when the records are gone through by name.
 */
export function writeRows(rows: Uint32Array, names: readonly (string | null)[]): unknown {
  return stepsOf(Array.from(indexesByName(names), (index) => rows[index] ?? 0));
}

export function readRows(column: unknown, names: readonly (string | null)[]): Uint32Array {
  const records = names.length;
  const rowsInTurn = readSteps(column, 'rows', records);
  const rows = new Uint32Array(records);
  const isTaken = new Uint8Array(records);
  for (const [turn, index] of indexesByName(names).entries()) {
    const row = rowsInTurn[turn] ?? -1;
    if (isTaken[row] !== 0) throw new MalformedBytesError(`rows: ${row} is none, or not free`);
    isTaken[row] = 1;
    rows[index] = row;
  }
  return rows;
}

/** Descending, as code units compare; those of one name in ascending order. */
function indexesByName(names: readonly (string | null)[]): Uint32Array {
  const nameOf = (index: number): string => names[index] ?? '';
  return Uint32Array.from(names.keys()).sort((a, b) => {
    const [one, other] = [nameOf(a), nameOf(b)];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}
