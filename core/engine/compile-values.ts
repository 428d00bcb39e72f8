import type {
  Arithmetic,
  Instant,
  NumberExpression,
  Property,
  Scalar,
  SpatialExpression,
  TemporalExpression,
  TextExpression,
} from '../cql2/expression.ts';
import { FilterError } from '../cql2/filter-error.ts';
import type { RecordedTimes } from '../datasets/recorded-time.ts';
import { type Chunk, type Column, detailGroupOf, type TimeColumn } from './chunk.ts';
import { type Collection, geometryName, queryablesOf } from './collections.ts';
import { arithmetic, endOf, finite, folds, timesOf } from './operators.ts';
import type { Geometry } from './point-tests.ts';
import { zip } from './truth.ts';

export type Type = 'text' | 'number' | 'dateTime' | 'true or false' | 'a date or time';
interface TypedColumn {
  readonly type: Type;
  readonly columnIn: (chunk: Chunk) => Column;
}

/** Compiles the values that conditions compare. */
export class ValueCompiler {
  readonly detailGroups = new Set<number>();
  needsPoints = false;
  protected readonly collection: Collection;
  /** For the days of the filter. */
  protected readonly recordedTimes: RecordedTimes;

  constructor(collection: Collection, recordedTimes: RecordedTimes) {
    this.collection = collection;
    this.recordedTimes = recordedTimes;
  }

  scalar(expression: Scalar): TypedColumn {
    if (typeof expression === 'boolean') {
      return { type: 'true or false', columnIn: (chunk) => chunk.constant(expression ? 1 : 0) };
    }
    if (typeof expression === 'number') return { type: 'number', columnIn: (chunk) => chunk.constant(expression) };
    if (typeof expression === 'string') return { type: 'text', columnIn: (chunk) => chunk.constant(expression) };
    if ('property' in expression) {
      const type = this.typeOf(expression);
      if (type === 'geometry')
        throw new FilterError(`${geometryName} can be used only in S_INTERSECTS, S_WITHIN and IS NULL`);
      return { type, columnIn: (chunk) => chunk.column(expression.property) };
    }
    if (!('op' in expression)) return { type: 'a date or time', columnIn: (chunk) => chunk.constant(null) };
    if (expression.op === 'casei' || expression.op === 'accenti') {
      return { type: 'text', columnIn: this.text(expression) };
    }
    return { type: 'number', columnIn: this.number(expression as Arithmetic) };
  }

  text(expression: TextExpression): (chunk: Chunk) => Column {
    if (typeof expression === 'object' && 'op' in expression) {
      const fold = folds[expression.op];
      const columnIn = this.text(expression.args[0]);
      return (chunk) => mapTexts(columnIn(chunk), fold);
    }
    const { type, columnIn } = this.scalar(expression);
    if (type !== 'text' && type !== 'dateTime') throw new FilterError(`${describe(expression)} is not a text`);
    return columnIn;
  }

  number(expression: NumberExpression): (chunk: Chunk) => Column {
    if (typeof expression !== 'object' || !('op' in expression)) {
      const { type, columnIn } = this.scalar(expression);
      if (type !== 'number') throw new FilterError(`${describe(expression)} is not a number`);
      return columnIn;
    }
    const [one, other] = expression.args.map((each) => this.number(each)) as [
      (chunk: Chunk) => Column,
      (chunk: Chunk) => Column,
    ];
    const compute = arithmetic[expression.op];
    return (chunk) => {
      // What is not a number, such as the result of a division by zero, is unknown.
      const apply = (a: string | number, b: string | number): number | null => finite(compute(Number(a), Number(b)));
      const result = zip(one(chunk), other(chunk), apply, null);
      if ('codes' in result) return result;
      return { numbers: Float64Array.from({ length: chunk.records }, (_, row) => result.resultAt(row) ?? Number.NaN) };
    };
  }

  geometry(expression: SpatialExpression): 'geometry' | Geometry {
    if (!('property' in expression)) return expression;
    const type = this.typeOf(expression);
    if (type !== 'geometry') throw new FilterError(`${expression.property} is not a geometry; use ${geometryName}`);
    return type;
  }

  /** One time for all records, or one for each. */
  times(expression: TemporalExpression): (chunk: Chunk) => TimeColumn {
    if ('property' in expression) {
      if (this.typeOf(expression) !== 'dateTime') throw new FilterError(`${expression.property} is not a time`);
      return (chunk) => chunk.times(expression.property);
    }
    if ('interval' in expression) {
      const [begin, end] = expression.interval.map((each) => {
        if (typeof each !== 'string') return this.times(each);
        return each;
      });
      return (chunk) => ({
        begins:
          typeof begin === 'function' ? begin(chunk).begins : Float64Array.of(endOf(begin, 0, this.recordedTimes)),
        ends: typeof end === 'function' ? end(chunk).ends : Float64Array.of(endOf(end, 1, this.recordedTimes)),
      });
    }
    const [begin, end] = timesOf(expression, this.recordedTimes);
    return () => ({ begins: Float64Array.of(begin), ends: Float64Array.of(end) });
  }

  typeOf({ property }: Property): 'text' | 'number' | 'dateTime' | 'geometry' {
    const queryables = queryablesOf(this.collection);
    const queryable = queryables.find(({ name }) => name === property);
    if (!queryable) {
      const names = queryables.map(({ name }) => name).join(', ');
      throw new FilterError(`there is no property ${JSON.stringify(property)}; the properties are ${names}`);
    }
    if (queryable.type === 'geometry') {
      this.needsPoints = true;
      return 'geometry';
    }
    const { dataset } = this.collection;
    const group = detailGroupOf(dataset, property);
    if (group !== undefined) this.detailGroups.add(group);
    if (dataset.positions.some((each) => property === each.longitudeField || property === each.latitudeField)) {
      this.needsPoints = true;
    }
    return queryable.type === 'integer' ? 'number' : queryable.type;
  }
}

function mapTexts(column: Column, map: (text: string) => string): Column {
  if ('numbers' in column) throw new RangeError('a column of numbers has no texts');
  return { values: column.values.map((value) => (value === null ? null : map(String(value)))), codes: column.codes };
}

export function nameOf(type: Type): string {
  if (type === 'dateTime') return 'a time without an offset';
  if (type === 'true or false') return 'a Boolean';
  return type === 'text' || type === 'number' ? `a ${type}` : type;
}

export function describe(expression: Scalar): string {
  if (typeof expression !== 'object') return JSON.stringify(expression);
  return 'property' in expression ? expression.property : 'the value';
}

export const isInstant = (expression: unknown): expression is Instant =>
  typeof expression === 'object' && expression !== null && ('date' in expression || 'timestamp' in expression);
