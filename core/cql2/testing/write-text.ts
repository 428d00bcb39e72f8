import type { Expression, Part, Position, SimpleGeometry } from '../expression.ts';
import { isFunction } from '../signatures.ts';
import { quoteName, quoteText } from '../tokens.ts';

/** Writes an expression in the text encoding of CQL2, with no more parentheses than it needs. */
export function writeFilterText(expression: Expression): string {
  return write(expression);
}

/** How tightly each operator binds: the levels of the grammar in `parse-text.ts`. */
const levels = {
  ...{ or: 1, and: 2, not: 3 },
  ...{ '=': 4, '<>': 4, '<': 4, '>': 4, '<=': 4, '>=': 4, like: 4, in: 4, between: 4, isNull: 4 },
  ...{ '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, div: 6, '^': 7 },
};
const primaryLevel = 8;

function levelOf(part: Part): number {
  return typeof part === 'object' && 'op' in part && !isFunction(part.op) ? levels[part.op] : primaryLevel;
}

/** Writes an argument, in parentheses if it binds less tightly than it must. */
function argument(part: Part, level: number): string {
  return levelOf(part) < level ? `(${write(part)})` : write(part);
}

function write(part: Part): string {
  if (typeof part === 'string') return quoteText(part);
  if (typeof part === 'number') return String(part);
  if (typeof part === 'boolean') return part ? 'TRUE' : 'FALSE';
  if ('length' in part) return `(${part.map(write).join(', ')})`;
  if ('property' in part) return quoteName(part.property);
  if ('date' in part) return `DATE(${quoteText(part.date)})`;
  if ('timestamp' in part) return `TIMESTAMP(${quoteText(part.timestamp)})`;
  if ('interval' in part) return `INTERVAL(${part.interval.map(write).join(', ')})`;
  if ('bbox' in part) return `BBOX(${part.bbox.join(', ')})`;
  if ('geometries' in part) return `GEOMETRYCOLLECTION(${part.geometries.map(write).join(', ')})`;
  if ('coordinates' in part) return writeGeometry(part);
  if (part.op === 'not') return `NOT ${argument(part.args[0], levels['='])}`;
  if (part.op === 'isNull') return `${argument(part.args[0], levels['+'])} IS NULL`;
  if (part.op === 'between') {
    const [value, lowest, highest] = part.args;
    return `${argument(value, levels['+'])} BETWEEN ${argument(lowest, levels['+'])} AND ${argument(highest, levels['+'])}`;
  }
  const name = part.op.toUpperCase();
  const args: readonly Part[] = part.args;
  if (isFunction(part.op)) return `${name}(${args.map(write).join(', ')})`;
  const level = levelOf(part);
  const isLeftAssociative = level === levels['+'] || level === levels['*'];
  return args
    .map((arg, index) => argument(arg, index === 0 && isLeftAssociative ? level : level + 1))
    .join(` ${name} `);
}

/** Writes a geometry as well-known text. */
function writeGeometry({ type, coordinates }: SimpleGeometry): string {
  const isOfPoints = type === 'Point' || type === 'MultiPoint';
  const writeNested = (nested: Nested): string => {
    if (!isPosition(nested)) return `(${nested.map(writeNested).join(', ')})`;
    const position = nested.join(' ');
    return isOfPoints ? `(${position})` : position;
  };
  return `${type.toUpperCase()}${writeNested(coordinates)}`;
}

type Nested = Position | readonly Nested[];
const isPosition = (nested: Nested): nested is Position => typeof nested[0] === 'number';
