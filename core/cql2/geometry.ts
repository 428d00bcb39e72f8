import type { Position, SimpleGeometry } from './expression.ts';

/** How the coordinates of a type are nested, and the fewest positions in each of their innermost lists. */
interface Shape {
  readonly levels: number;
  readonly fewestPositions: number;
  readonly isRing: boolean;
}

const shapes: Readonly<Record<SimpleGeometry['type'], Shape>> = {
  Point: { levels: 0, fewestPositions: 1, isRing: false },
  MultiPoint: { levels: 1, fewestPositions: 1, isRing: false },
  LineString: { levels: 1, fewestPositions: 2, isRing: false },
  MultiLineString: { levels: 2, fewestPositions: 2, isRing: false },
  Polygon: { levels: 2, fewestPositions: 4, isRing: true },
  MultiPolygon: { levels: 3, fewestPositions: 4, isRing: true },
};

export const isSimpleType = (type: unknown): type is SimpleGeometry['type'] =>
  typeof type === 'string' && Object.hasOwn(shapes, type);

const types = [...(Object.keys(shapes) as SimpleGeometry['type'][]), 'GeometryCollection'] as const;
/** The type of geometry with a name of well-known text, in lower case. */
export const typeNamed = (name: string): (typeof types)[number] | undefined =>
  types.find((type) => type.toLowerCase() === name);

/** How deep the lists of positions are nested: 0 for a point, 3 for a multipolygon. */
export const nestingOf = (type: SimpleGeometry['type']): number => shapes[type].levels;

/**
 * Checks the coordinates of a geometry: their nesting, finite numbers, and closed rings.
 *
 * @param fail throws the error for what was expected
 * @param onPosition is called for each position
 */
export function checkedGeometry(
  type: SimpleGeometry['type'],
  coordinates: unknown,
  fail: (expected: string) => never,
  onPosition: () => void,
): SimpleGeometry {
  const { levels, fewestPositions, isRing } = shapes[type];
  const checked = (value: unknown, level: number): unknown => {
    if (level === 0) {
      onPosition();
      return checkedPosition(value) ?? fail('expected positions of two or three numbers, longitude first');
    }
    if (!Array.isArray(value) || value.length === 0) return fail(`expected lists of positions, as in a ${type}`);
    const items = value.map((item: unknown) => checked(item, level - 1));
    if (level === 1) {
      if (items.length < fewestPositions) return fail(`expected at least ${fewestPositions} positions in each list`);
      if (isRing && !arePositionsEqual(items[0] as Position, items.at(-1) as Position)) {
        return fail('expected closed rings: the last position must equal the first');
      }
    }
    return items;
  };
  // The nesting is that of the type, which TypeScript cannot see.
  return { type, coordinates: checked(coordinates, levels) } as SimpleGeometry;
}

function checkedPosition(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined;
  const numbers = value.filter((number): number is number => Number.isFinite(number));
  return numbers.length === value.length ? numbers.map((number) => (number === 0 ? 0 : number)) : undefined;
}

function arePositionsEqual(a: Position, b: Position): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
