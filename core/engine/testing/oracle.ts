import type {
  Expression,
  Instant,
  IntervalEnd,
  NumberExpression,
  Nullable,
  Pattern,
  Scalar,
  SpatialExpression,
  TemporalExpression,
} from '../../cql2/expression.ts';
import type { DatasetRecord } from '../../datasets/dataset-description.ts';
import type { TimeBasis } from '../../datasets/recorded-time.ts';
import type { SiteRules } from '../../datasets/site.ts';
import { Clock } from '../../datasets/testing/clock.ts';
import { geodesicDistanceInMetres } from '../../geo/geodesic.ts';
import { type Collection, positionOf } from '../collections.ts';
import type { FeatureQuery } from '../feature-query.ts';
import { type Geometry, isWithinPoint, placementOf, type Point } from './placement.ts';

/*
 * The expected results of the engine, by brute force: every query interprets its filter for every record. Filters are as
 * in the CQL2 standard (OGC 21-065r2), with the logic and the nulls of SQL.
 */

export interface OracleData {
  readonly collection: Collection;
  /** All records, in the order of the list. */
  readonly records: readonly DatasetRecord[];
  readonly rules: SiteRules;
}

export const day = 86_400;
type Value = string | number | boolean | null;
/** Null is unknown. */
type Truth = boolean | null;

const all = (truths: readonly Truth[]): Truth => !truths.includes(false) && (truths.includes(null) ? null : true);
const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const some = (truths: readonly Truth[]): Truth => not(all(truths.map(not)));
export const compare = (a: Value, b: Value): number => (a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1);

interface RecordedTime {
  readonly basis: TimeBasis;
  /** On the clock, in seconds as if it were in UTC. */
  readonly local: number;
  /** The first and the last instant, in seconds since 1970-01-01T00:00:00Z. */
  readonly times: readonly [number, number];
}

/** Interprets expressions for one record. */
export class Interpreter {
  readonly #record: DatasetRecord;
  readonly #data: OracleData;
  readonly #clock: Clock;

  constructor(record: DatasetRecord, data: OracleData) {
    this.#record = record;
    this.#data = data;
    this.#clock = new Clock(data.rules.times);
  }

  get point(): Point {
    const { longitudeField, latitudeField } = positionOf(this.#data.collection);
    return [Number(this.#record[longitudeField]), Number(this.#record[latitudeField])];
  }

  truth(expression: Expression): Truth {
    if (typeof expression === 'boolean') return expression;
    const { op, args } = expression;
    switch (op) {
      case 'and':
        return all(args.map((each) => this.truth(each)));
      case 'or':
        return some(args.map((each) => this.truth(each)));
      case 'not':
        return not(this.truth(args[0]));
      case 'isNull':
        return this.#isNull(args[0]);
      case 'in':
        return some(args[1].map((each) => this.#compare('=', args[0], each)));
      case 'between':
        return all([this.#compare('>=', args[0], args[1]), this.#compare('<=', args[0], args[2])]);
      case 'like': {
        const text = this.#scalar(args[0]);
        return text === null ? null : regularExpression(patternOf(args[1])).test(String(text));
      }
      case 's_intersects':
      case 's_within':
        return this.#isRelated(op, args[0], args[1]);
      case 't_after':
      case 't_before':
      case 't_during':
      case 't_intersects': {
        const [one, other] = [this.#times(args[0]), this.#times(args[1])];
        if (one === null || other === null) return null;
        const [[begin, end], [otherBegin, otherEnd]] = [one, other];
        if (op === 't_after') return begin > otherEnd;
        if (op === 't_before') return end < otherBegin;
        if (op === 't_during') return begin > otherBegin && end < otherEnd;
        return !(begin > otherEnd || end < otherBegin);
      }
      default:
        return this.#compare(op, args[0], args[1]);
    }
  }

  #compare(op: '=' | '<>' | '<' | '>' | '<=' | '>=', a: Scalar, b: Scalar): Truth {
    const isDate = [a, b].some((each) => typeof each === 'object' && 'date' in each);
    const isTime = isDate || [a, b].some((each) => typeof each === 'object' && 'timestamp' in each);
    const [one, other] = [a, b].map((each) => {
      if (!isTime) return this.#scalar(each);
      if (!isDate) return this.#times(each as TemporalExpression)?.[0] ?? null;
      const local = this.#local(each as Instant | { readonly property: string });
      return local && Math.floor(local / day);
    });
    if (one === null || other === null || one === undefined || other === undefined) return null;
    const order = compare(one, other);
    return { '=': order === 0, '<>': order !== 0, '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[
      op
    ];
  }

  /** A time on the clock, in seconds as if it were in UTC. */
  #local(time: Instant | { readonly property: string }): number | null {
    if ('property' in time) return this.recorded(time.property)?.local ?? null;
    return 'date' in time ? secondsOf(`${time.date}T00:00:00`) : this.#clock.localOf(Date.parse(time.timestamp) / 1000);
  }

  #scalar(expression: Scalar): Value {
    if (typeof expression !== 'object') return expression;
    if ('property' in expression) return this.#record[expression.property] ?? null;
    if (!('op' in expression)) throw new RangeError('a date or time is no scalar');
    const { op, args } = expression;
    if (op === 'casei' || op === 'accenti') {
      const text = this.#scalar(args[0]);
      return text === null ? null : fold(op, String(text));
    }
    const [a, b] = (args as readonly NumberExpression[]).map((each) => this.#scalar(each));
    if (a === null || b === null) return null;
    const result = calculate(op, Number(a), Number(b));
    return Number.isFinite(result) ? result : null;
  }

  #isNull(expression: Nullable): boolean {
    if (typeof expression !== 'object') return false;
    if ('type' in expression || 'bbox' in expression) return false;
    if ('date' in expression || 'timestamp' in expression || 'interval' in expression) {
      return this.#times(expression) === null;
    }
    if ('property' in expression) return expression.property !== 'geometry' && this.#scalar(expression) === null;
    return isScalarOperator(expression.op)
      ? this.#scalar(expression as Scalar) === null
      : this.truth(expression as Expression) === null;
  }

  #isRelated(op: 's_intersects' | 's_within', a: SpatialExpression, b: SpatialExpression): boolean {
    if ('property' in a && 'property' in b) return true;
    if (op === 's_within' && 'property' in b) return isWithinPoint(a as Geometry, this.point);
    const placement = placementOf(this.point, ('property' in a ? b : a) as Geometry);
    return placement === 'interior' || (placement === 'boundary' && op === 's_intersects');
  }

  /** First and last instant, in seconds since 1970-01-01T00:00:00Z. */
  #times(expression: TemporalExpression): readonly [number, number] | null {
    if ('property' in expression) return this.recorded(expression.property)?.times ?? null;
    if (!('interval' in expression)) return this.#literalTimes(expression);
    const [begin, end] = expression.interval.map((each: IntervalEnd, side) => {
      if (each === '..') return side === 0 ? -Infinity : Infinity;
      if (typeof each !== 'string') return this.#times(each)?.[side] ?? null;
      return this.#literalTimes(each.includes('T') ? { timestamp: each } : { date: each })[side] ?? null;
    });
    return typeof begin === 'number' && typeof end === 'number' ? [begin, end] : null;
  }

  /** The time of a field, by the rule of `recorded-time.ts`; null where none was recorded. */
  recorded(field: string): RecordedTime | null {
    const recorded = this.#record[field];
    if (typeof recorded !== 'string') return null;
    const basis = this.#basisOf(recorded, field);
    const seconds = secondsOf(recorded);
    if (basis === 'UTC') return { basis, local: this.#clock.localOf(seconds), times: [seconds, seconds] };
    const begin = this.#clock.instantOf(seconds);
    return { basis, local: seconds, times: [begin, basis === 'date' ? this.#clock.endOfDay(begin) : begin] };
  }

  #basisOf(recorded: string, field: string): TimeBasis {
    const { records, rules } = this.#data;
    const { utcBefore = '', utcOwners = [] } = rules.times;
    const isDate = field === 'SightingDateTime' && recorded.endsWith('T00:00:00') && areMidnightsDates(records);
    const owner = String(this.#record['OwnerValue']).trim().toLowerCase();
    return isDate ? 'date' : utcOwners.includes(owner) || recorded < utcBefore ? 'UTC' : 'local';
  }

  #literalTimes(instant: Instant): readonly [number, number] {
    if ('timestamp' in instant) return [Date.parse(instant.timestamp) / 1000, Date.parse(instant.timestamp) / 1000];
    const begin = this.#clock.instantOf(secondsOf(`${instant.date}T00:00:00`));
    return [begin, this.#clock.endOfDay(begin)];
  }
}

const isScalarOperator = (op: string): boolean =>
  ['casei', 'accenti', '+', '-', '*', '/', '%', 'div', '^'].includes(op);

function areMidnightsDates(records: readonly DatasetRecord[]): boolean {
  return records.filter((each) => String(each['SightingDateTime']).endsWith('T00:00:00')).length > records.length * 0.2;
}

const secondsOf = (dateTime: string): number => Date.parse(`${dateTime}Z`) / 1000;

function calculate(op: '+' | '-' | '*' | '/' | '%' | 'div' | '^', a: number, b: number): number {
  return { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b, div: Math.trunc(a / b), '^': Math.pow(a, b) }[
    op
  ];
}

const fold = (op: 'casei' | 'accenti', text: string): string =>
  op === 'casei' ? text.toUpperCase().toLowerCase() : text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const patternOf = (pattern: Pattern): string =>
  typeof pattern === 'string' ? pattern : fold(pattern.op, patternOf(pattern.args[0]));

function regularExpression(pattern: string): RegExp {
  const source = pattern.replace(/\\([^])|([^])/gu, (_, escaped?: string, plain?: string) => {
    if (plain === '%') return '[^]*';
    if (plain === '_') return '[^]';
    return (escaped ?? plain ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'u');
}

/** A record of which the filter is true and that is near enough, with its index in the list. */
export interface Match {
  readonly record: DatasetRecord;
  readonly index: number;
  readonly distance: number | null;
  readonly interpreter: Interpreter;
}

export function matchesOf(data: OracleData, { filter, near }: Pick<FeatureQuery, 'filter' | 'near'>): Match[] {
  return data.records.flatMap((record, index): Match[] => {
    const interpreter = new Interpreter(record, data);
    if (filter !== undefined && interpreter.truth(filter) !== true) return [];
    if (!near) return [{ record, index, distance: null, interpreter }];
    const { longitude, latitude } = near.centre;
    const distance = geodesicDistanceInMetres(longitude, latitude, ...interpreter.point);
    return distance <= near.withinInMetres ? [{ record, index, distance, interpreter }] : [];
  });
}

export function select(data: OracleData, query: FeatureQuery) {
  const order =
    query.near && query.order.length === 0 ? [{ property: 'distance', direction: 'asc' as const }] : query.order;
  const found = matchesOf(data, query).sort((a, b) => {
    for (const { property, direction } of order) {
      const [one, other] = [a, b].map(({ record, distance }) =>
        property === 'distance' ? distance : (record[property] ?? null),
      );
      const isDescending = direction === 'desc' && one !== null && other !== null;
      const compared = compare(one ?? null, other ?? null) * (isDescending ? -1 : 1);
      if (compared !== 0) return compared;
    }
    return a.index - b.index;
  });
  const page = found.slice(query.start, query.start + query.count);
  return {
    numberMatched: found.length,
    indexes: page.map(({ index }) => index),
    distances: query.near && page.map(({ distance }) => distance),
  };
}
