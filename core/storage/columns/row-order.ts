import { countAtMost } from '../../collections/binary-search.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { isObject } from '../format/envelope.ts';
import { readIntegers, readSteps, stepsOf } from './json-columns.ts';

/*
 * A column chunk is written in ascending order of its identifiers, which are assigned as reports come in: those of one
 * source, and features of one stretch of coast, are neighbours there, while the order of the list mixes them. This module
 * encodes which record is in which row of the list. Readers throw MalformedBytesError.
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
const earliest = dateTimeToSeconds('0000-01-01T00:00:00');
const latest = dateTimeToSeconds('9999-12-31T23:59:59');

/** Whole minutes since 1970, each as its difference from the one before; and the remaining seconds. */
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
  const remainders = readIntegers(columns['seconds'], 'seconds', records);
  const times = new Float64Array(records);
  for (let index = 0; index < records; index++) {
    const minute = minutes[index] ?? 0;
    const remainder = remainders[index] ?? 0;
    if (remainder < 0 || remainder >= secondsPerMinute) {
      throw new MalformedBytesError(`seconds: ${remainder} of a minute`);
    }
    const time = minute * secondsPerMinute + remainder;
    if (!(time >= earliest && time <= latest)) throw new MalformedBytesError(`minutes: ${minute} are in no year`);
    times[index] = time;
  }
  return times;
}

/** The row of each record in a list by time, the latest first, records of the same time in ascending order. */
export function rowsByTime(times: Float64Array): Uint32Array {
  const ascending = times.slice().sort();
  const rows = new Uint32Array(times.length);
  const rowsTaken = new Uint32Array(times.length);
  for (let index = 0; index < times.length; index++) {
    const firstRow = times.length - countAtMost(ascending, times[index] ?? 0);
    const before = rowsTaken[firstRow] ?? 0;
    rows[index] = firstRow + before;
    rowsTaken[firstRow] = before + 1;
  }
  return rows;
}

/**
 * The row of each record in a list by something else. That is most likely the name, so the steps are small when the
 * records are visited by name.
 */
export function writeRows(rows: Uint32Array, names: readonly (string | null)[]): unknown {
  return stepsOf(Array.from(indexesByName(names), (index) => rows[index] ?? 0));
}

export function readRows(column: unknown, names: readonly (string | null)[]): Uint32Array {
  const records = names.length;
  const rowsByName = readSteps(column, 'rows', records);
  const rows = new Uint32Array(records);
  const isTaken = new Uint8Array(records);
  for (const [turn, index] of indexesByName(names).entries()) {
    const row = rowsByName[turn] ?? -1;
    if (isTaken[row] !== 0) throw new MalformedBytesError(`rows: ${row} does not exist or occurs twice`);
    isTaken[row] = 1;
    rows[index] = row;
  }
  return rows;
}

/** Descending by UTF-16 code units; records of the same name in ascending order. */
function indexesByName(names: readonly (string | null)[]): Uint32Array {
  const nameOf = (index: number): string => names[index] ?? '';
  return Uint32Array.from(names.keys()).sort((a, b) => {
    const [one, other] = [nameOf(a), nameOf(b)];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}
