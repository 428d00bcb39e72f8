import type { Expression, Part, Scalar, SimpleGeometry } from './expression.ts';
import { excerpt, FilterError } from './filter-error.ts';
import { checkedGeometry, isSimpleType } from './geometry.ts';
import { accepts, condition, kindOf, type Operator, type Role, scalar, signatures } from './signatures.ts';

const maximumLengthInCodeUnits = 8000;
const maximumDepth = 32;
const maximumNodes = 1000;

/** @throws FilterError if a filter is too long to be parsed */
export function checkLength(filter: string): void {
  if (filter.length > maximumLengthInCodeUnits) {
    throw new FilterError(`it has ${filter.length} characters; at most ${maximumLengthInCodeUnits} are allowed`);
  }
}

/** @throws FilterError if the depth is more than expressions may have */
export function checkDepth(depth: number, position: string): void {
  if (depth > maximumDepth) throw new FilterError(`it has more than ${maximumDepth} nested levels`, position);
}

/** A checked part of an expression. */
export interface Parsed {
  readonly part: Part;
  /** The number of nodes from this one to the deepest in it. */
  readonly depth: number;
  /** Where it starts in the filter, in the words of `FilterError`. */
  readonly position: string;
}

/**
 * Builds one expression from its innermost parts outwards, and checks each part: the operator, the number and kinds of
 * its arguments, literals, and the limits of depth and size. Methods throw `FilterError`.
 */
export class ExpressionBuilder {
  #nodes = 0;

  literal(value: string | number | boolean, position: string): Parsed {
    if (typeof value === 'string') checkCharacters(value, position);
    if (typeof value !== 'number') return this.#node(value, [], position);
    if (!Number.isFinite(value)) throw new FilterError('expected a number that fits in 64 bits', position);
    return this.#node(value === 0 ? 0 : value, [], position); // never minus zero
  }

  property(name: string, position: string): Parsed {
    if (name === '') throw new FilterError('expected the name of a property, found an empty name', position);
    checkCharacters(name, position);
    return this.#node({ property: name }, [], position);
  }

  /** The list of values of `in`. */
  list(items: readonly Parsed[], position: string): Parsed {
    if (items.length === 0) throw new FilterError('expected at least one value in the list', position);
    for (const item of items) checkRole(scalar, item);
    return this.#node(partsOf(items) as readonly Scalar[], items, position);
  }

  /** A date, a time, an interval or a bounding box: the literals that both encodings write as a name with values. */
  literalOf(name: LiteralName, values: readonly Parsed[], position: string): Parsed {
    const parts = partsOf(values);
    const { expected, isValid } = literals[name];
    const value = name === 'date' || name === 'timestamp' ? parts[0] : parts;
    if (!isValid(parts))
      throw new FilterError(`expected ${expected}, found ${excerpt(JSON.stringify(value))}`, position);
    // The value is of the type that belongs to the name, as isValid has checked.
    return this.#node({ [name]: value } as unknown as Part, values, position);
  }

  geometry(type: SimpleGeometry['type'], coordinates: unknown, position: string): Parsed {
    const fail = (expected: string): never => {
      throw new FilterError(expected, position);
    };
    const geometry = checkedGeometry(type, coordinates, fail, () => this.#countNode(position));
    return this.#node(geometry, [], position);
  }

  geometryCollection(members: readonly Parsed[], position: string): Parsed {
    const geometries = partsOf(members).filter(isSimpleGeometry);
    if (geometries.length === 0 || geometries.length < members.length) {
      throw new FilterError('expected one or more geometries, none of which is a collection', position);
    }
    return this.#node({ type: 'GeometryCollection', geometries }, members, position);
  }

  operation(op: Operator, args: readonly Parsed[], position: string): Parsed {
    const roles = signatures[op];
    const isOpenEnded = op === 'and' || op === 'or';
    if (args.length < roles.length || (args.length > roles.length && !isOpenEnded)) {
      const allowed = `${roles.length}${isOpenEnded ? ' or more' : ''}`;
      throw new FilterError(`the number of arguments of ${op} must be ${allowed}, not ${args.length}`, position);
    }
    args.forEach((argument, index) => checkRole(roles[index] ?? condition, argument));
    // The arguments have the types that belong to the operator, as their roles have checked.
    return this.#node({ op, args: partsOf(args) } as unknown as Part, args, position);
  }

  /** The complete expression. */
  expression(parsed: Parsed): Expression {
    checkRole(condition, parsed);
    return parsed.part as Expression;
  }

  #node(part: Part, children: readonly Parsed[], position: string): Parsed {
    this.#countNode(position);
    const depth = 1 + Math.max(0, ...children.map((child) => child.depth));
    checkDepth(depth, position);
    return { part, depth, position };
  }

  #countNode(position: string): void {
    if (++this.#nodes > maximumNodes) {
      const counted = 'operators, properties, values and positions';
      throw new FilterError(`it has more than ${maximumNodes} ${counted}`, position);
    }
  }
}

const partsOf = (parsed: readonly Parsed[]): readonly Part[] => parsed.map(({ part }) => part);

function checkRole(role: Role, { part, position }: Parsed): void {
  if (!accepts(role, part)) throw new FilterError(`expected ${role.expected}, found ${kindOf(part)}`, position);
}

const isSimpleGeometry = (part: Part): part is SimpleGeometry =>
  typeof part === 'object' && 'type' in part && isSimpleType(part.type);

/** Those that the grammar of CQL2 excludes from texts: controls, lone surrogates and noncharacters. */
// eslint-disable-next-line no-control-regex -- these characters are refused
const forbiddenCharacter = /[\0-\u0006\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

function checkCharacters(text: string, position: string): void {
  if (forbiddenCharacter.test(text))
    throw new FilterError('expected a text without control characters or lone surrogates', position);
}

const time = /T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Whether a part is a day of the calendar, `YYYY-MM-DD`. */
export function isDate(part: Part | undefined): boolean {
  if (typeof part !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(part)) return false;
  const milliseconds = Date.parse(`${part}T00:00:00Z`);
  // Some engines read 31 February as 3 March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(part);
}

const isTimestamp = (part: Part | undefined): boolean =>
  typeof part === 'string' && time.test(part) && isDate(part.replace(time, ''));

const isIntervalEnd = (part: Part): boolean =>
  part === '..' || isDate(part) || isTimestamp(part) || kindOf(part) === 'a property';

const literals = {
  date: {
    expected: "a date such as '2020-01-31'",
    isValid: (parts: readonly Part[]) => parts.length === 1 && isDate(parts[0]),
  },
  timestamp: {
    expected: "a time in UTC such as '2020-01-31T23:59:59Z'",
    isValid: (parts: readonly Part[]) => parts.length === 1 && isTimestamp(parts[0]),
  },
  interval: {
    expected: "two ends of an interval: each a date, a time in UTC, '..' or a property",
    isValid: (parts: readonly Part[]) => parts.length === 2 && parts.every(isIntervalEnd),
  },
  bbox: {
    expected:
      'four or six numbers: west, south, east and north; with six, the lowest height is third and the highest is last',
    isValid: (parts: readonly Part[]) =>
      (parts.length === 4 || parts.length === 6) && parts.every((part) => typeof part === 'number'),
  },
};
export type LiteralName = keyof typeof literals;
export const isLiteralName = (name: string): name is LiteralName => Object.hasOwn(literals, name);
