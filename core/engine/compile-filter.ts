import type {
  ComparisonOperator,
  Expression,
  Instant,
  Nullable,
  Pattern,
  Property,
  Scalar,
  SpatialExpression,
  TemporalExpression,
} from '../cql2/expression.ts';
import { FilterError } from '../cql2/filter-error.ts';
import { dateTimeToSeconds, type RecordedTimes, secondsPerDay } from '../datasets/recorded-time.ts';
import type { Chunk, Column } from './chunk.ts';
import { type Collection, geometryName } from './collections.ts';
import { describe, isInstant, nameOf, type Type, ValueCompiler } from './compile-values.ts';
import { createLikeTest } from './like.ts';
import { arithmetic, at, comparisons, folds, relations, timesOf } from './operators.ts';
import { containsPoint, intersectsPoint, isWithinPoint } from './point-tests.ts';
import { combine, mapTruths, no, testCoded, testColumn, type Truths, truthOf, unknown, yes, zip } from './truth.ts';

/*
 * Compiles the conditions of a filter to functions on chunks. A condition on the values of a field is tested once for
 * each distinct value, not for each record. Property names and types are checked while compiling, so a filter either
 * compiles or throws FilterError, whatever the data is.
 */

/** A condition and what it needs. */
export interface Condition {
  readonly truthsIn: (chunk: Chunk) => Truths;
  /** Groups of details that chunks must have. */
  readonly detailGroups: ReadonlySet<number>;
  readonly needsPoints: boolean;
}

/** `times` are those of the collection, for the days of the filter. Throws FilterError. */
export function compileCondition(expression: Expression, collection: Collection, times: RecordedTimes): Condition {
  const compiler = new ConditionCompiler(collection, times);
  const truthsIn = compiler.condition(expression);
  return { truthsIn, detailGroups: compiler.detailGroups, needsPoints: compiler.needsPoints };
}

class ConditionCompiler extends ValueCompiler {
  condition(expression: Expression): (chunk: Chunk) => Truths {
    if (typeof expression === 'boolean') return (chunk) => testCoded(chunk.constant(expression), truthOf);
    switch (expression.op) {
      case 'and':
      case 'or': {
        const { op, args } = expression;
        const conditions = args.map((each) => this.condition(each));
        return (chunk) =>
          combine(
            op,
            conditions.map((truthsIn) => truthsIn(chunk)),
          );
      }
      case 'not': {
        const truthsIn = this.condition(expression.args[0]);
        return (chunk) => mapTruths(truthsIn(chunk), (truth) => yes - truth);
      }
      case '=':
      case '<>':
      case '<':
      case '>':
      case '<=':
      case '>=':
        return this.#comparison(expression.op, ...expression.args);
      case 'like': {
        const columnIn = this.text(expression.args[0]);
        const matches = createLikeTest(foldedPattern(expression.args[1]));
        return (chunk) => testColumn(columnIn(chunk), (value) => matches(String(value)));
      }
      case 'in': {
        const [value, list] = expression.args;
        const conditions = list.map((each) => this.#comparison('=', value, each));
        if (list.every((each) => typeof each !== 'object')) {
          const { columnIn } = this.scalar(value);
          const values = new Set<string | number>(
            list.map((each) => (typeof each === 'boolean' ? Number(each) : each)),
          );
          return (chunk) => testColumn(columnIn(chunk), (each) => values.has(each));
        }
        return (chunk) =>
          combine(
            'or',
            conditions.map((truthsIn) => truthsIn(chunk)),
          );
      }
      case 'between': {
        const [value, least, greatest] = expression.args;
        return this.condition({
          op: 'and',
          args: [
            { op: '>=', args: [value, least] },
            { op: '<=', args: [value, greatest] },
          ],
        });
      }
      case 'isNull':
        return this.#isNull(expression.args[0]);
      case 's_intersects':
      case 's_within':
        return this.#spatial(expression.op, ...expression.args);
      case 't_after':
      case 't_before':
      case 't_during':
      case 't_intersects':
        return this.#temporal(expression.op, ...expression.args);
    }
  }

  #comparison(op: ComparisonOperator, a: Scalar, b: Scalar): (chunk: Chunk) => Truths {
    const [one, other] = [this.scalar(a), this.scalar(b)];
    const types = [one.type, other.type];
    if (types.includes('a date or time')) return this.#timeComparison(op, a, b, types);
    // Times without an offset compare as the texts that they are.
    const [type, otherType] = types.map((each) => (each === 'dateTime' ? 'text' : each));
    if (type !== otherType) {
      throw new FilterError(`${describe(a)} is ${nameOf(one.type)}, but ${describe(b)} is ${nameOf(other.type)}`);
    }
    const test = comparisons[op];
    return (chunk) => compareColumns(one.columnIn(chunk), other.columnIn(chunk), test);
  }

  /** A time compares with a date by its local day, and with a timestamp by its instant, a date by the start of its day. */
  #timeComparison(op: ComparisonOperator, a: Scalar, b: Scalar, types: readonly Type[]): (chunk: Chunk) => Truths {
    if (!types.every((type) => type === 'dateTime' || type === 'a date or time')) {
      const what = types.find((type) => type !== 'a date or time') ?? 'text';
      throw new FilterError(`a date or time cannot be compared with ${nameOf(what)}`);
    }
    const literals = [a, b].filter(isInstant);
    const byDay = literals.some((literal) => 'date' in literal);
    const [one, other] = [a, b].map((each): ((chunk: Chunk) => Float64Array) => {
      if (isInstant(each)) {
        const value = byDay ? this.#localDayOf(each) : timesOf(each, this.recordedTimes)[0];
        return () => Float64Array.of(value);
      }
      const { property } = each as Property;
      return (chunk) => (byDay ? daysOf(chunk, property) : chunk.times(property).begins);
    }) as [(chunk: Chunk) => Float64Array, (chunk: Chunk) => Float64Array];
    const test = comparisons[op];
    return (chunk) => {
      const [x, y] = [one(chunk), other(chunk)];
      return {
        truthAt: (row) => {
          const [value, otherValue] = [at(x, row), at(y, row)];
          return Number.isNaN(value) || Number.isNaN(otherValue) ? unknown : test(value, otherValue) ? yes : no;
        },
      };
    };
  }

  #localDayOf(instant: Instant): number {
    const seconds =
      'date' in instant
        ? dateTimeToSeconds(`${instant.date}T00:00:00`)
        : this.recordedTimes.localOf(Date.parse(instant.timestamp) / 1000);
    return Math.floor(seconds / secondsPerDay);
  }

  #isNull(expression: Nullable): (chunk: Chunk) => Truths {
    if (typeof expression === 'object' && 'property' in expression && this.typeOf(expression) === 'geometry') {
      return (chunk) => testCoded(chunk.constant(false), truthOf);
    }
    if (isGeometry(expression) || isInstant(expression)) return (chunk) => testCoded(chunk.constant(false), truthOf);
    // An interval one of whose ends is null has no relation to any time.
    if (typeof expression === 'object' && 'interval' in expression) {
      return this.#isNull({ op: 't_intersects', args: [expression, expression] });
    }
    if (isCondition(expression)) {
      const truthsIn = this.condition(expression);
      return (chunk) => mapTruths(truthsIn(chunk), isUnknown);
    }
    const { columnIn } = this.scalar(expression as Scalar);
    return (chunk) =>
      mapTruths(
        testColumn(columnIn(chunk), () => false),
        isUnknown,
      );
  }

  #spatial(op: 's_intersects' | 's_within', a: SpatialExpression, b: SpatialExpression): (chunk: Chunk) => Truths {
    const [one, other] = [this.geometry(a), this.geometry(b)];
    if (one !== 'geometry' && other !== 'geometry') {
      throw new FilterError(`an argument of ${op.toUpperCase()} must be the property ${geometryName}`);
    }
    if (one === 'geometry' && other === 'geometry') return (chunk) => testCoded(chunk.constant(true), truthOf);
    const geometry = one === 'geometry' ? other : one;
    if (geometry === 'geometry') throw new RangeError('one of the two is not the point of the records');
    const test = op === 's_intersects' ? intersectsPoint : one === 'geometry' ? containsPoint : isWithinPoint;
    const { position } = this.collection;
    // Each point is tested once, because it can be in many chunks.
    let tested: Uint8Array | undefined;
    return (chunk) => {
      const { slots, locationOf, longitudes, latitudes } = chunk.points(position);
      const truthOfSlot = (tested ??= new Uint8Array(longitudes.length).fill(untested));
      const truths = new Uint8Array(slots.length);
      for (let location = 0; location < truths.length; location++) {
        const slot = slots[location];
        if (truthOfSlot[slot] === untested) {
          truthOfSlot[slot] = test(geometry, longitudes[slot], latitudes[slot]) ? yes : no;
        }
        truths[location] = truthOfSlot[slot];
      }
      return { truths, codes: locationOf };
    };
  }

  #temporal(
    op: 't_after' | 't_before' | 't_during' | 't_intersects',
    a: TemporalExpression,
    b: TemporalExpression,
  ): (chunk: Chunk) => Truths {
    const [one, other] = [this.times(a), this.times(b)];
    const test = relations[op];
    return (chunk) => {
      const [x, y] = [one(chunk), other(chunk)];
      return {
        truthAt: (row) => {
          const [begin, end] = [at(x.begins, row), at(x.ends, row)];
          const [otherBegin, otherEnd] = [at(y.begins, row), at(y.ends, row)];
          const isUnknown =
            Number.isNaN(begin) || Number.isNaN(end) || Number.isNaN(otherBegin) || Number.isNaN(otherEnd);
          return isUnknown ? unknown : test(begin, end, otherBegin, otherEnd) ? yes : no;
        },
      };
    };
  }
}

/** The local days of the times of a field; NaN where none was recorded. */
function daysOf(chunk: Chunk, property: string): Float64Array {
  const { localSecondsOf } = chunk.local(property);
  return Float64Array.from({ length: chunk.records }, (_, row) => Math.floor(localSecondsOf(row) / secondsPerDay));
}

function foldedPattern(pattern: Pattern): string {
  return typeof pattern === 'string' ? pattern : folds[pattern.op](foldedPattern(pattern.args[0]));
}

function compareColumns(a: Column, b: Column, test: (a: string | number, b: string | number) => boolean): Truths {
  if ('values' in b && b.values.length === 1 && b.values[0] !== null) {
    const [value] = b.values;
    return testColumn(a, (each) => test(each, value));
  }
  const result = zip(a, b, (x, y) => (test(x, y) ? yes : no), unknown);
  return 'codes' in result ? testCoded(result, (truth) => truth) : { truthAt: result.resultAt };
}

const untested = 3;

const isUnknown = (truth: number): number => (truth === unknown ? yes : no);

const isGeometry = (expression: Nullable): boolean =>
  typeof expression === 'object' && ('bbox' in expression || 'type' in expression);
const valueOperators = new Set([...Object.keys(arithmetic), ...Object.keys(folds)]);
const isCondition = (expression: Nullable): expression is Expression =>
  typeof expression === 'boolean' ||
  (typeof expression === 'object' && 'op' in expression && !valueOperators.has(expression.op));
