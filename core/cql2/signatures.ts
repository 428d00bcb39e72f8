import type {
  ArithmeticOperator,
  ComparisonOperator,
  LogicalOperator,
  Part,
  SpatialOperator,
  TemporalOperator,
  TextFunction,
} from './expression.ts';
import { excerpt, FilterError } from './filter-error.ts';

/** What a part of an expression is, in the words of messages. */
export type Kind =
  | ('a text' | 'CASEI or ACCENTI' | 'a number' | 'an arithmetic expression' | 'true or false' | 'a property')
  | ('a date or time' | 'an interval' | 'a geometry' | 'a list' | 'a condition');

/** What an operator accepts as one of its arguments. */
export interface Role {
  readonly expected: string;
  readonly kinds: readonly Kind[];
}

type Signature = readonly Role[];
type InfixOperator =
  ComparisonOperator | ArithmeticOperator | LogicalOperator | 'not' | 'like' | 'in' | 'between' | 'isNull';
type FunctionOperator = TextFunction | SpatialOperator | TemporalOperator;
export type Operator = InfixOperator | FunctionOperator;

export const condition: Role = { expected: 'a condition such as a = 1', kinds: ['a condition', 'true or false'] };
const number: Role = { expected: 'a number', kinds: ['a number', 'an arithmetic expression', 'a property'] };
const text: Role = { expected: 'a text', kinds: ['a text', 'CASEI or ACCENTI', 'a property'] };
const pattern: Role = { expected: "a pattern such as 'a%'", kinds: ['a text', 'CASEI or ACCENTI'] };
export const scalar: Role = {
  expected: 'a value',
  kinds: [...number.kinds, ...text.kinds, 'true or false', 'a date or time'],
};
const list: Role = { expected: 'a list of values', kinds: ['a list'] };
const spatial: Role = { expected: 'a geometry or a property', kinds: ['a geometry', 'a property'] };
const temporal: Role = {
  expected: 'a date, a time, an interval or a property',
  kinds: ['a date or time', 'an interval', 'a property'],
};
const nullable: Role = {
  expected: 'a value',
  kinds: [...scalar.kinds, ...spatial.kinds, ...temporal.kinds, ...condition.kinds],
};

const comparison: Signature = [scalar, scalar];
const arithmetic: Signature = [number, number];
const infix: Readonly<Record<InfixOperator, Signature>> = {
  ...{ and: [condition, condition], or: [condition, condition], not: [condition] },
  ...{ '=': comparison, '<>': comparison, '<': comparison, '>': comparison, '<=': comparison, '>=': comparison },
  ...{ like: [text, pattern], in: [scalar, list], between: [number, number, number], isNull: [nullable] },
  ...{ '+': arithmetic, '-': arithmetic, '*': arithmetic, '/': arithmetic },
  ...{ '%': arithmetic, div: arithmetic, '^': arithmetic },
};
const functions: Readonly<Record<FunctionOperator, Signature>> = {
  ...{ casei: [text], accenti: [text] },
  ...{ s_intersects: [spatial, spatial], s_within: [spatial, spatial] },
  ...{ t_after: [temporal, temporal], t_before: [temporal, temporal] },
  ...{ t_during: [temporal, temporal], t_intersects: [temporal, temporal] },
};
/** The arguments of each operator. Those of AND and OR are the first two of any number. */
export const signatures: Readonly<Record<Operator, Signature>> = { ...infix, ...functions };

export const isOperator = (name: string): name is Operator => Object.hasOwn(signatures, name);
/** Whether the text encoding writes the operator as a function. */
export const isFunction = (name: string): name is FunctionOperator => Object.hasOwn(functions, name);

export function kindOf(part: Part): Kind {
  if (typeof part === 'string') return 'a text';
  if (typeof part === 'number') return 'a number';
  if (typeof part === 'boolean') return 'true or false';
  if ('length' in part) return 'a list';
  if ('property' in part) return 'a property';
  if ('interval' in part) return 'an interval';
  if ('date' in part || 'timestamp' in part) return 'a date or time';
  if ('type' in part || 'bbox' in part) return 'a geometry';
  if (part.op === 'casei' || part.op === 'accenti') return 'CASEI or ACCENTI';
  return signatures[part.op] === arithmetic ? 'an arithmetic expression' : 'a condition';
}

/** Whether a part is a pattern of `like`: only texts are, since a property in CASEI or ACCENTI is no pattern. */
const isPattern = (part: Part): boolean =>
  typeof part === 'string' ||
  (typeof part === 'object' && 'op' in part && part.args.length === 1 && isPattern(part.args[0]));

export const accepts = (role: Role, part: Part): boolean =>
  role.kinds.includes(kindOf(part)) && (role !== pattern || isPattern(part));

/** The error for an operator or a function that filters do not have. It names those of the same family. */
export function unsupportedError(name: string, position: string, encoding: 'text' | 'json'): FilterError {
  const family = /^[st]_/i.exec(name)?.[0].toLowerCase();
  const known = Object.keys(encoding === 'json' ? signatures : functions);
  const names = known.filter((each) => each.startsWith(family ?? ''));
  const isUpperCase = encoding === 'text' && name === name.toUpperCase();
  const spelled = isUpperCase ? names.map((each) => each.toUpperCase()) : names;
  const what = encoding === 'json' ? 'operators' : 'functions';
  const advice = family === undefined ? `the ${what} are ${spelled.join(', ')}` : `use ${spelled.join(' or ')}`;
  return new FilterError(`${excerpt(name)} is not supported; ${advice}`, position);
}
