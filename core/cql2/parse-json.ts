import type { Expression } from './expression.ts';
import { checkDepth, checkLength, ExpressionBuilder, isLiteralName, type Parsed } from './expression-builder.ts';
import { excerpt, FilterError } from './filter-error.ts';
import { isSimpleType } from './geometry.ts';
import { isOperator, unsupportedError } from './signatures.ts';

/**
 * Parses a filter in the JSON encoding of CQL2, such as `{"op":">","args":[{"property":"depth"},10]}`.
 *
 * @throws FilterError if it is not a filter, uses what filters do not support, or exceeds a limit
 */
export function parseFilterJson(filter: string): Expression {
  checkLength(filter);
  const builder = new ExpressionBuilder();
  return builder.expression(parseValue(builder, parseJson(filter), '$', 1));
}

function parseJson(filter: string): unknown {
  try {
    return JSON.parse(filter);
  } catch {
    throw new FilterError('expected JSON', '$');
  }
}

/** Checks the depth on the way down, so that the recursion is bounded. */
function parseValue(builder: ExpressionBuilder, value: unknown, position: string, depth: number): Parsed {
  checkDepth(depth, position);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return builder.literal(value, position);
  }
  const parseAll = (values: unknown, path: string): Parsed[] => {
    if (!Array.isArray(values)) throw new FilterError('expected an array', path);
    return values.map((item, index) => parseValue(builder, item, `${path}[${index}]`, depth + 1));
  };
  if (Array.isArray(value)) return builder.list(parseAll(value, position), position);
  if (typeof value !== 'object' || value === null) throw new FilterError('expected a value, found null', position);

  // An object must have exactly the members of its kind: to ignore others could change the meaning of the filter.
  const object = value as Readonly<Record<string, unknown>>;
  const { op, args, property, type, coordinates, geometries } = object;
  const members = Object.keys(object).sort().join();
  if (members === 'args,op' && typeof op === 'string') {
    if (!isOperator(op)) throw unsupportedError(op, `${position}.op`, 'json');
    return builder.operation(op, parseAll(args, `${position}.args`), position);
  }
  if (members === 'property' && typeof property === 'string') return builder.property(property, position);
  if (isLiteralName(members)) {
    const isInstant = members === 'date' || members === 'timestamp';
    const values = isInstant ? [object[members]] : object[members];
    return builder.literalOf(members, parseAll(values, `${position}.${members}`), position);
  }
  // GeoJSON allows a bounding box in a geometry, which adds no meaning.
  if ((members === 'coordinates,type' || members === 'bbox,coordinates,type') && isSimpleType(type)) {
    return builder.geometry(type, coordinates, position);
  }
  if (members === 'geometries,type' && type === 'GeometryCollection') {
    return builder.geometryCollection(parseAll(geometries, `${position}.geometries`), position);
  }
  const expected = 'an operation with op and args, a property, a date, a timestamp, an interval, a bbox or a geometry';
  throw new FilterError(`expected ${expected}, found an object with the members "${excerpt(members)}"`, position);
}
