import type { ArithmeticOperator, ComparisonOperator, Instant, TemporalOperator } from '../cql2/expression.ts';
import { dateTimeToSeconds } from '../datasets/recorded-time.ts';
import { dayInSeconds } from './chunk.ts';
import { withoutAccents, withoutCase } from './like.ts';
import { secondsAheadOfUtc, secondsPerDay } from './local-time.ts';

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
export function timesOf(instant: Instant): [begin: number, end: number] {
  if ('timestamp' in instant) {
    const seconds = Date.parse(instant.timestamp) / 1000;
    return [seconds, seconds];
  }
  const begin = dateTimeToSeconds(`${instant.date}T00:00:00`) - secondsAheadOfUtc;
  return [begin, begin + dayInSeconds];
}

export function endOf(text: string, side: 0 | 1): number {
  if (text === '..') return side === 0 ? -Infinity : Infinity;
  return timesOf(text.includes('T') ? { timestamp: text } : { date: text })[side];
}

export const localDayOf = (seconds: number): number => Math.floor((seconds + secondsAheadOfUtc) / secondsPerDay);
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
