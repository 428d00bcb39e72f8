import type { Expression, Part, Position, SimpleGeometry } from './expression.ts';
import { quoteName, quoteText } from './tokens.ts';

/** Writes an expression in the text encoding of CQL2, with no more parentheses than it needs. */
export function writeFilterText(expression: Expression): string {
  return write(expression);
}

/** How tightly each operator binds: the levels of the grammar in `parse-text.ts`. Anything else is primary. */
const primary = 8;
const levels: Readonly<Record<string, number>> = {
  ...{ or: 1, and: 2, not: 3 },
  ...{ '=': 4, '<>': 4, '<': 4, '>': 4, '<=': 4, '>=': 4, like: 4, in: 4, between: 4, isNull: 4 },
  ...{ '+': 5, '-': 5, '*': 6, '/': 6, '%': 6, div: 6, '^': 7 },
};
const levelOf = (part: Part): number =>
  typeof part === 'object' && 'op' in part ? (levels[part.op] ?? primary) : primary;

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
  switch (part.op) {
    case 'and':
    case 'or':
      return part.args.map((arg) => argument(arg, 1 + levelOf(part))).join(` ${part.op.toUpperCase()} `);
    case 'not':
      return `NOT ${argument(part.args[0], 4)}`;
    case 'isNull':
      return `${argument(part.args[0], 5)} IS NULL`;
    case 'in':
      return `${argument(part.args[0], 5)} IN ${write(part.args[1])}`;
    case 'between':
      return `${argument(part.args[0], 5)} BETWEEN ${argument(part.args[1], 5)} AND ${argument(part.args[2], 5)}`;
    case 'casei':
    case 'accenti':
    case 's_intersects':
    case 's_within':
    case 't_after':
    case 't_before':
    case 't_during':
    case 't_intersects':
      return `${part.op.toUpperCase()}(${part.args.map(write).join(', ')})`;
    default: {
      // All operators associate to the left, except ^, which does not associate, and comparisons.
      const level = levelOf(part);
      const isLeftAssociative = level === 5 || level === 6;
      const [left, right] = part.args;
      const op = part.op.toUpperCase();
      return `${argument(left, isLeftAssociative ? level : level + 1)} ${op} ${argument(right, level + 1)}`;
    }
  }
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
