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
    const ends = endsOf(literal);
    const [lower, upper] = boundedBy[op] ?? [];
    if (lower !== undefined) earliest = Math.max(earliest, secondsOf(ends[lower], -Infinity));
    if (upper !== undefined) latest = Math.min(latest, secondsOf(ends[upper], Infinity));
  }
  return { earliest, latest };
}

const [begin, end, none] = [0, 1, undefined] as const;
/** Which end of a literal bounds a property from below, and which from above. The end of an interval may be before its begin. */
const boundedBy: Readonly<Record<string, readonly [lower: 0 | 1 | undefined, upper: 0 | 1 | undefined]>> = {
  '=': [begin, end],
  '>': [begin, none],
  '>=': [begin, none],
  '<': [none, end],
  '<=': [none, end],
  t_after: [end, none],
  t_before: [none, begin],
  t_during: [begin, end],
  t_intersects: [begin, end],
};

type TimeLiteral = Exclude<TemporalExpression, { readonly property: string }>;

function endsOf(literal: TimeLiteral): readonly [begin: unknown, end: unknown] {
  if ('interval' in literal) return literal.interval;
  const instant = 'timestamp' in literal ? literal.timestamp : literal.date;
  return [instant, instant];
}

/** A property and an open end have no bound. */
function secondsOf(end: unknown, unbounded: number): number {
  return typeof end === 'string' && end !== '..' ? Date.parse(end) / 1000 : unbounded;
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
