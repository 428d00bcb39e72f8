import type { Expression, TemporalExpression } from '../cql2/expression.ts';

/** In seconds since 1970-01-01T00:00:00Z, both inclusive. */
export interface TimeBounds {
  readonly earliest: number;
  readonly latest: number;
}

/** Bounds for the times of a field in all records of which the conditions are true; those of dates may be a day too wide. */
export function timeBoundsOf(conditions: readonly Expression[], field: string): TimeBounds {
  let [earliest, latest] = [-Infinity, Infinity];
  for (const condition of conditions) {
    if (typeof condition === 'boolean') continue;
    const { op, args } = condition;
    const [property, literal] = args as readonly unknown[];
    if (!isProperty(property, field) || !isTime(literal)) continue;
    const [begin, end] = boundsOf(literal);
    const [hasEarliest, hasLatest] = boundedBy[op] ?? [false, false];
    // Of a time after a certain one, the beginning of that one is a bound, too.
    if (hasEarliest) earliest = Math.max(earliest, begin);
    if (hasLatest) latest = Math.min(latest, end);
  }
  return { earliest, latest };
}

/** Whether a condition on a property and a literal bounds the property from below and from above. */
const boundedBy: Readonly<Record<string, readonly [earliest: boolean, latest: boolean]>> = {
  '=': [true, true],
  '>': [true, false],
  '>=': [true, false],
  '<': [false, true],
  '<=': [false, true],
  t_after: [true, false],
  t_before: [false, true],
  t_during: [true, true],
  t_intersects: [true, true],
};

type TimeLiteral = Exclude<TemporalExpression, { readonly property: string }>;

function boundsOf(literal: TimeLiteral): [begin: number, end: number] {
  if ('timestamp' in literal) return [secondsOf(literal.timestamp, -Infinity), secondsOf(literal.timestamp, Infinity)];
  if ('date' in literal) return [secondsOf(literal.date, -Infinity), secondsOf(literal.date, Infinity)];
  const [begin, end] = literal.interval;
  return [secondsOf(begin, -Infinity), secondsOf(end, Infinity)];
}

/** A property and an open end have no bound. */
function secondsOf(end: unknown, open: number): number {
  return typeof end === 'string' && end !== '..' ? Date.parse(end) / 1000 : open;
}

function isProperty(expression: unknown, field: string): boolean {
  return (
    typeof expression === 'object' && expression !== null && 'property' in expression && expression.property === field
  );
}

function isTime(expression: unknown): expression is TimeLiteral {
  return (
    typeof expression === 'object' &&
    expression !== null &&
    ('date' in expression || 'timestamp' in expression || 'interval' in expression)
  );
}
