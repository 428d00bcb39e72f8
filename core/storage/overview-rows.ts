import { secondsOfDateTime } from '../datasets/date-time-key.ts';
import { MalformedBytesError } from './bytes.ts';
import { isObject } from './json-values.ts';
import { readIntegers, readSteps, stepsOf } from './overview-columns.ts';

/*
 * What is another in every record of an overview piece: its identifier and its time. Throws MalformedBytesError where
 * reading.
 */

/**
 * In ascending order, by steps, with the row of each. Identifiers are given as reports come in, those of one source in
 * turn, so that their rows lie close together, while in the order of the list they jump from source to source.
 */
export function writeIdentifiers(identifiers: Float64Array): unknown {
  const rows = Array.from(identifiers.keys()).sort((a, b) => (identifiers[a] ?? 0) - (identifiers[b] ?? 0));
  return { steps: stepsOf(rows.map((row) => identifiers[row] ?? 0)), rows: stepsOf(rows) };
}

export function readIdentifiers(columns: unknown, records: number): Float64Array {
  if (!isObject(columns)) throw new MalformedBytesError('identifiers: missing');
  const ascending = readSteps(columns['steps'], 'identifiers', records);
  const rows = readSteps(columns['rows'], 'rows of identifiers', records);
  const identifiers = new Float64Array(records).fill(-1);
  for (const [index, row] of rows.entries()) {
    const identifier = ascending[index] ?? -1;
    if (identifier <= (ascending[index - 1] ?? -1))
      throw new MalformedBytesError('identifiers: not in ascending order');
    if (identifiers[row] !== -1) throw new MalformedBytesError(`rows of identifiers: ${row} is none, or not free`);
    identifiers[row] = identifier;
  }
  return identifiers;
}

const secondsPerMinute = 60;
const earliest = secondsOfDateTime('0000-01-01T00:00:00');
const latest = secondsOfDateTime('9999-12-31T23:59:59');

/** Whole minutes, each by how many it is before the one before, the first after 1970; and the seconds that are left. */
export function writeTimes(seconds: Float64Array): unknown {
  const minutes = seconds.map((time) => Math.floor(time / secondsPerMinute));
  return {
    minutes: stepsOf(minutes).map((step, index) => (index === 0 ? step : 0 - step)),
    seconds: Array.from(seconds, (time, index) => time - (minutes[index] ?? 0) * secondsPerMinute),
  };
}

export function readTimes(columns: unknown, records: number): Float64Array {
  if (!isObject(columns)) throw new MalformedBytesError('times: missing');
  const steps = readIntegers(columns['minutes'], 'minutes', records);
  const rests = readIntegers(columns['seconds'], 'seconds', records);
  const times = new Float64Array(records);
  let minutes = 0;
  for (let row = 0; row < records; row++) {
    const rest = rests[row] ?? 0;
    if (rest < 0 || rest >= secondsPerMinute) throw new MalformedBytesError(`seconds: ${rest} of a minute`);
    minutes += (steps[row] ?? 0) * (row === 0 ? 1 : -1);
    const time = minutes * secondsPerMinute + rest;
    if (!(time >= earliest && time <= latest)) throw new MalformedBytesError(`minutes: ${minutes} are in no year`);
    if (time > (times[row - 1] ?? latest)) throw new MalformedBytesError('minutes: not in the order of the list');
    times[row] = time;
  }
  return times;
}
