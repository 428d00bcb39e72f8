import fc from 'fast-check';

import type { Expression, NumberExpression, Pattern, Position, Scalar, TextExpression } from '../expression.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.string({ unit: fc.constantFrom("'", '\\', '"', '%', '_', 'n', 't', '\n', '\b', 'é', '😀', ' '), maxLength: 5 }),
);
const numbers = fc
  .oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => value + 0);
const properties = fc.record({
  property: fc.oneof(
    fc.constantFrom('a', 'eo:cloud_cover', '_x.1', 'Οδος', 'and', 'True', 'div', 'date', 'point', 'Z', 'casei', '1a'),
    texts.filter((text) => text !== ''),
  ),
});

const [min, max] = [new Date('0000-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
const times = fc.date({ min, max, noInvalidDate: true });
const dates = times.map((time) => time.toISOString().slice(0, 10));
const timestamps = times.map((time) => time.toISOString());
const instants = fc.oneof(fc.record({ date: dates }), fc.record({ timestamp: timestamps }));
const intervalEnds = fc.oneof(dates, timestamps, fc.constant('..'), properties);
const temporals = fc.oneof(instants, properties, fc.record({ interval: fc.tuple(intervalEnds, intervalEnds) }));

const someOf = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> => fc.array(item, { minLength: 1, maxLength: 2 });
const positions: fc.Arbitrary<Position> = fc.oneof(fc.tuple(numbers, numbers), fc.tuple(numbers, numbers, numbers));
const lines: fc.Arbitrary<Position[]> = fc.array(positions, { minLength: 2, maxLength: 4 });
const rings = fc
  .tuple(positions, positions, positions)
  .map(([first, ...others]): Position[] => [first, ...others, first]);
const geometry = <Type extends string, Coordinates>(type: Type, coordinates: fc.Arbitrary<Coordinates>) =>
  fc.record({ type: fc.constant(type), coordinates });
const geometries = fc.oneof(
  geometry('Point', positions),
  geometry('MultiPoint', someOf(positions)),
  geometry('LineString', lines),
  geometry('MultiLineString', someOf(lines)),
  geometry('Polygon', someOf(rings)),
  geometry('MultiPolygon', someOf(someOf(rings))),
);
const spatials = fc.oneof(
  geometries,
  properties,
  fc.record({ type: fc.constant('GeometryCollection' as const), geometries: someOf(geometries) }),
  fc.record({ bbox: fc.tuple(numbers, numbers, numbers, numbers) }),
  fc.record({ bbox: fc.tuple(numbers, numbers, numbers, numbers, numbers, numbers) }),
);

const operation = <Op extends string, Arguments>(ops: readonly Op[], args: fc.Arbitrary<Arguments>) =>
  fc.record({ op: fc.constantFrom(...ops), args });
const patterns: fc.Arbitrary<Pattern> = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof({ maxDepth: 2 }, texts, operation(['casei', 'accenti'], fc.tuple(tie('pattern')))),
})).pattern;

/** Any expressions, small enough for all limits. */
export const expressions: fc.Arbitrary<Expression> = fc.letrec<{
  condition: Expression;
  number: NumberExpression;
  text: TextExpression;
  scalar: Scalar;
}>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    operation(['and', 'or'], fc.array(tie('condition'), { minLength: 2, maxLength: 3 })),
    operation(['not'], fc.tuple(tie('condition'))),
    operation(['=', '<>', '<', '>', '<=', '>='], fc.tuple(tie('scalar'), tie('scalar'))),
    operation(['like'], fc.tuple(tie('text'), patterns)),
    operation(['in'], fc.tuple(tie('scalar'), someOf(tie('scalar')))),
    operation(['between'], fc.tuple(tie('number'), tie('number'), tie('number'))),
    operation(['isNull'], fc.tuple(fc.oneof(tie('condition'), tie('scalar'), spatials, temporals))),
    operation(['s_intersects', 's_within'], fc.tuple(spatials, spatials)),
    operation(['t_after', 't_before', 't_during', 't_intersects'], fc.tuple(temporals, temporals)),
  ),
  number: fc.oneof(
    { maxDepth: 3 },
    numbers,
    properties,
    operation(['+', '-', '*', '/', '%', 'div', '^'], fc.tuple(tie('number'), tie('number'))),
  ),
  text: fc.oneof({ maxDepth: 2 }, texts, properties, operation(['casei', 'accenti'], fc.tuple(tie('text')))),
  scalar: fc.oneof(fc.boolean(), instants, tie('number'), tie('text')),
})).condition;

/** Texts of which a few characters are replaced. */
export const mutantsOf = (texts: fc.Arbitrary<string>, insertions: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(texts, fc.nat(), fc.nat({ max: 3 }), insertions).map(([text, at, removed, inserted]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + removed);
  });
