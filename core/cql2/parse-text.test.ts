import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseFilterText } from './parse-text.ts';
import { expressions, mutantsOf } from './testing/expressions.ts';
import { refusalOf } from './testing/refusal.ts';
import { writeFilterText } from './testing/write-text.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const op = (name: string, ...args: unknown[]): unknown => ({ op: name, args });
const a = { property: 'a' };
const b = { property: 'b' };
const aIs1 = op('=', a, 1);
const bIs2 = op('=', b, 2);

describe('a filter as text', () => {
  it.each([
    ['a=1', aIs1],
    ['A = 1', op('=', { property: 'A' }, 1)],
    ['TRUE', true],
    ['a = 1 Or a=1 aND b = 2', op('or', aIs1, op('and', aIs1, bIs2))],
    ['a = 1 AND b = 2 AND a = 1', op('and', aIs1, bIs2, aIs1)],
    ['NOT a = 1 AND b = 2', op('and', op('not', aIs1), bIs2)],
    ['NOT (a = 1 AND b = 2)', op('not', op('and', aIs1, bIs2))],
    ['NOT a IN (1)', op('not', op('in', a, [1]))],
    ["a NOT IN ('x', b, 2)", op('not', op('in', a, ['x', b, 2]))],
    ['a BETWEEN 1 AND 1 + 1 AND b = 2', op('and', op('between', a, 1, op('+', 1, 1)), bIs2)],
    ['a IS NULL', op('isNull', a)],
    ['a IS NOT NULL', op('not', op('isNull', a))],
    ["CASEI(a) NOT LIKE casei('X%')", op('not', op('like', op('casei', a), op('casei', 'X%')))],
    ['a = -1', op('=', a, -1)],
    ['a-1=+1', op('=', op('-', a, 1), 1)],
    ['a = - b * 2', op('=', a, op('*', op('*', -1, b), 2))],
    ['a = -(b)', op('=', a, op('*', -1, b))],
    ['a = 1 - 2 - 3', op('=', a, op('-', op('-', 1, 2), 3))],
    ['a = 1 + 2 * 3 ^ 4', op('=', a, op('+', 1, op('*', 2, op('^', 3, 4))))],
    ['a = b Div 2 % 3', op('=', a, op('%', op('div', b, 2), 3))],
    ['(((a))) >= .5e1', op('>=', a, 5)],
    ['a <> 1.', op('<>', a, 1)],
    ['a = -0.0', op('=', a, 0)],
    ["a = 'it''s \\'q\\' \\\\ \\%'", op('=', a, "it's 'q' \\ \\%")],
    ["a = '\\a\\b\\t\\n\\v\\f\\r'", op('=', a, '\x07\b\t\n\v\f\r')],
    ['"and" = \'"\'', op('=', { property: 'and' }, '"')],
    ['"say ""a b""" = 1', op('=', { property: 'say "a b"' }, 1)],
    ['eo:größe_1.𐐀\u00a0=\u30001', op('=', { property: 'eo:größe_1.𐐀' }, 1)],
    ['date = point', op('=', { property: 'date' }, { property: 'point' })],
    ["a >= date('2020-02-29')", op('>=', a, { date: '2020-02-29' })],
    ["a < TIMESTAMP('2020-01-01T23:59:59.5Z')", op('<', a, { timestamp: '2020-01-01T23:59:59.5Z' })],
    ["T_INTERSECTS(a, INTERVAL('2020-01-01', b))", op('t_intersects', a, { interval: ['2020-01-01', b] })],
    ['s_within(a, POINT Z (1 -2 -0))', op('s_within', a, { type: 'Point', coordinates: [1, -2, 0] })],
    [
      'S_WITHIN(a, MULTIPOINT((1 2),(3 4)))',
      op('s_within', a, {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    ['S_WITHIN(a, BBOX(179, -1, -179, 1))', op('s_within', a, { bbox: [179, -1, -179, 1] })],
  ])('is read by the rules of the standard: %s', (text, expression) => {
    expect(parseFilterText(text)).toEqual(expression);
  });
});

const functions = 'casei, accenti, s_intersects, s_within, t_after, t_before, t_during, t_intersects';
const time = "a time in UTC such as '2020-01-31T23:59:59Z'";
const interval = "two ends of an interval: each a date, a time in UTC, '..' or a property";
const box =
  'four or six numbers: west, south, east and north; with six, the lowest height is third and the highest is last';

describe('the error for a refused text', () => {
  it.each([
    ['', '1: expected a value, found the end of the filter'],
    ['a = AND b = 2', "5: expected a value after '=', found 'AND'"],
    ['a = 1 b', "7: expected an operator or the end of the filter after '1', found 'b'"],
    ['(a = 1', "7: expected ')' after '1', found the end of the filter"],
    ['point z = 1', "7: expected an operator or the end of the filter after 'point', found 'z'"],
    ['NOT NOT a = 1', "5: expected a value after 'NOT', found 'NOT'"],
    ['a NOT 5', "7: expected LIKE, IN or BETWEEN after 'NOT', found '5'"],
    ['a IN ()', "7: expected a value after '(', found ')'"],
    ['a = 2 ^ 3 ^ 4', "11: expected an operator or the end of the filter after '3', found '^'"],
    ['a = --1', "6: expected a value after '-', found '-'"],
    ["a = 'x", "5: expected a closing ', found the end of the filter"],
    ['"a = 1', '1: expected a closing ", found the end of the filter'],
    ['a = 1;', "6: expected a value or an operator, found ';'"],
    ['"" = 1', '1: expected the name of a property, found an empty name'],
    ["a = '\ud800'", '5: expected a text without control characters or lone surrogates'],
    ['a = 1e999', '5: expected a number that fits in 64 bits'],
    ['a', '1: expected a condition such as a = 1, found a property'],
    ["a = 1 OR 'x'", '10: expected a condition such as a = 1, found a text'],
    ["a = INTERVAL('..', '..')", '5: expected a value, found an interval'],
    ['a = (b = 2)', '6: expected a value, found a condition'],
    ["a + 'x' = 1", '5: expected a number, found a text'],
    ["a BETWEEN 'x' AND 2", '11: expected a number, found a text'],
    ['a LIKE CASEI(b)', "8: expected a pattern such as 'a%', found CASEI or ACCENTI"],
    ["T_AFTER(a, '2020-01-01')", '12: expected a date, a time, an interval or a property, found a text'],
    ['S_WITHIN(a, 5)', '13: expected a geometry or a property, found a number'],
    ['S_WITHIN(a)', '1: the number of arguments of s_within must be 2, not 1'],
    ["a = DATE('2021-02-29')", '5: expected a date such as \'2020-01-31\', found "2021-02-29"'],
    ["a = TIMESTAMP('2020-01-01T24:00:00Z')", `5: expected ${time}, found "2020-01-01T24:00:00Z"`],
    ["T_AFTER(a, INTERVAL('', '..'))", `12: expected ${interval}, found ["",".."]`],
    ['S_WITHIN(a, BBOX(1, 2, 3))', `13: expected ${box}, found [1,2,3]`],
    ['S_WITHIN(a, POLYGON((0 0, 1 0, 1 1, 0 1)))', '13: expected closed rings: the last position must equal the first'],
    ['S_WITHIN(a, POLYGON((0 0, 1 0, 0 0)))', '13: expected at least 4 positions in each list'],
    ['S_WITHIN(a, POINT(1 2 3 4))', '13: expected positions of two or three numbers, longitude first'],
    ['S_CROSSES(a, b)', '1: S_CROSSES is not supported; use S_INTERSECTS or S_WITHIN'],
    ['t_meets(a, b)', '1: t_meets is not supported; use t_after or t_before or t_during or t_intersects'],
    ['A_OVERLAPS(a, (1, 2))', `1: A_OVERLAPS is not supported; the functions are ${functions.toUpperCase()}`],
    ['a = 1 AND Buffer(b) = 1', `11: Buffer is not supported; the functions are ${functions}`],
    [`${'f'.repeat(99)}(a)`, `1: ${'f'.repeat(40)}… is not supported; the functions are ${functions}`],
  ])('names the position and what was expected: %s', (text, message) => {
    expect(refusalOf(() => parseFilterText(text))).toBe(`filter, character ${message}`);
  });
});

describe('the limits of a text', () => {
  it.each([
    [32, 'parentheses', (depth: number) => `${'('.repeat(depth)}a = 1${')'.repeat(depth)}`],
    [30, 'functions', (depth: number) => `${'casei('.repeat(depth)}a${')'.repeat(depth)} = 1`],
    [30, 'operators', (depth: number) => `a${' + 1'.repeat(depth)} = 1`],
  ])('allow %d %s in each other', (depth, _, filter) => {
    expect(refusalOf(() => parseFilterText(filter(depth)))).toBeUndefined();
    expect(refusalOf(() => parseFilterText(filter(depth + 1)))).toContain('it has more than 32 nested levels');
  });

  it('allow any number of parentheses next to each other', () => {
    expect(refusalOf(() => parseFilterText(`(a = 1)${' AND (a = 1)'.repeat(99)}`))).toBeUndefined();
  });

  it('allow 1,000 nodes, among which are the positions of geometries', () => {
    const inList = (count: number): string => `a IN (1${',1'.repeat(count - 1)})`;
    const alongLine = (count: number): string => `S_WITHIN(a, LINESTRING(1 1${',1 1'.repeat(count - 1)}))`;
    for (const filter of [inList, alongLine]) {
      expect(refusalOf(() => parseFilterText(filter(997)))).toBeUndefined();
      expect(refusalOf(() => parseFilterText(filter(998)))).toContain('it has more than 1000 operators');
    }
  });

  it('allow 8,000 characters', () => {
    const filter = (length: number): string => `a = '${'x'.repeat(length - 6)}'`;
    expect(parseFilterText(filter(8000))).toMatchObject({ op: '=' });
    expect(refusalOf(() => parseFilterText(filter(8001)))).toBe(
      'filter: it has 8001 characters; at most 8000 are allowed',
    );
    expect(refusalOf(() => parseFilterText('('.repeat(100_000)))).toContain('100000 characters');
  });
});

describe('any text', () => {
  const tokens = `a 1 -1 'x' "y" ( ( ) ) , = <> + - * ^ AND OR NOT IN LIKE BETWEEN IS NULL DIV TRUE CASEI( S_WITHIN(
    T_AFTER( DATE( INTERVAL( BBOX( POINT( POLYGON(( GEOMETRYCOLLECTION( '2020-01-01' '..' ' " \\ . 1e999 \ud800 foo(`;
  const soups = fc.array(fc.constantFrom(...tokens.split(/\s+/)), { maxLength: 30 }).map((parts) => parts.join(' '));
  const insertions = fc.oneof(soups, fc.string({ unit: 'binary', maxLength: 3 }));
  const mutants = mutantsOf(expressions.map(writeFilterText), insertions);

  it('is refused with a FilterError, or is read and written as one expression', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), soups, mutants), (text) => {
        const refusal = refusalOf(() => {
          const expression = parseFilterText(text);
          expect(parseFilterText(writeFilterText(expression))).toEqual(expression);
        });
        if (refusal !== undefined) expect(refusal).toMatch(/^filter(?:, character \d+)?: /);
      }),
      { numRuns: sizeOf(10_000) },
    );
  });
});
