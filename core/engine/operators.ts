import type { ArithmeticOperator, ComparisonOperator, Instant, TemporalOperator } from '../cql2/expression.ts';
import type { RecordedTimes } from '../datasets/recorded-time.ts';
import { withoutAccents, withoutCase } from './like.ts';

/* The operators of filters on values that are not null. */

export const comparisons: Readonly<Record<ComparisonOperator, (a: string | number, b: string | number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

export const arithmetic: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  div: (a, b) => Math.trunc(a / b),
  '^': (a, b) => a ** b,
};

/** Of two intervals, as the CQL2 standard defines them for times that may be instants. */
export const relations: Readonly<
  Record<TemporalOperator, (begin: number, end: number, otherBegin: number, otherEnd: number) => boolean>
> = {
  t_after: (begin, _, __, otherEnd) => begin > otherEnd,
  t_before: (_, end, otherBegin) => end < otherBegin,
  t_during: (begin, end, otherBegin, otherEnd) => begin > otherBegin && end < otherEnd,
  t_intersects: (begin, end, otherBegin, otherEnd) => begin <= otherEnd && end >= otherBegin,
};

export const folds = { casei: withoutCase, accenti: withoutAccents } as const;

/** The number of a record in an array that has one for each record, or one for all. */
export const at = (numbers: Float64Array, row: number): number => numbers[numbers.length === 1 ? 0 : row];

/** The first and the last second of an instant or of a local day. */
export function timesOf(instant: Instant, times: RecordedTimes): [begin: number, end: number] {
  if ('timestamp' in instant) {
    const seconds = Date.parse(instant.timestamp) / 1000;
    return [seconds, seconds];
  }
  const begin = times.instantOf(`${instant.date}T00:00:00`, 'local');
  return [begin, times.endOfDay(begin)];
}

export function endOf(text: string, side: 0 | 1, times: RecordedTimes): number {
  if (text === '..') return side === 0 ? -Infinity : Infinity;
  return timesOf(text.includes('T') ? { timestamp: text } : { date: text }, times)[side];
}

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
