import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseFilterJson } from './parse-json.ts';
import { expressions, mutantsOf } from './testing/expressions.ts';
import { refusalOf } from './testing/refusal.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const kinds =
  'an operation with op and args, a property, a date, a timestamp, an interval, a bbox or a geometry, ' +
  'found an object with the members';
/** An expression that compares a property with a value. */
const withValue = (value: string): string => `{"op":"=","args":[{"property":"a"},${value}]}`;

/** An expression that tests whether a value is null. */
const withNull = (value: string): string => `{"op":"isNull","args":[${value}]}`;
const positions = 'expected positions of two or three numbers, longitude first';
const collection = 'expected one or more geometries, none of which is a collection';

describe('a filter as JSON', () => {
  it('is read with minus zero as zero', () => {
    expect(parseFilterJson(withValue('-0'))).toEqual(JSON.parse(withValue('0')));
  });

  it('is read with geometries without their bounding boxes', () => {
    const point = '{"type":"Point","coordinates":[1,2]}';
    const withBox = point.replace('"coordinates"', '"bbox":[1,2,1,2],"coordinates"');
    expect(parseFilterJson(withNull(withBox))).toEqual(JSON.parse(withNull(point)));
  });
});

describe('the error for refused JSON', () => {
  it.each([
    ['', '$: expected JSON'],
    [withValue('NaN'), '$: expected JSON'],
    ['null', '$: expected a value, found null'],
    ['"a = 1"', '$: expected a condition such as a = 1, found a text'],
    ['{"op":"=","args":[1]}', '$: the number of arguments of = must be 2, not 1'],
    ['{"op":"or","args":[true]}', '$: the number of arguments of or must be 2 or more, not 1'],
    ['{"op":"not","args":{"length":1}}', '$.args: expected an array'],
    ['{"op":"and","args":[true,{"property":"a"}]}', '$.args[1]: expected a condition such as a = 1, found a property'],
    ['{"op":"in","args":[1,[]]}', '$.args[1]: expected at least one value in the list'],
    ['{"op":"in","args":[1,[2,[3]]]}', '$.args[1][1]: expected a value, found a list'],
    ['{"op":"in","args":[1,2]}', '$.args[1]: expected a list of values, found a number'],
    ['{"op":"s_equals","args":[]}', '$.op: s_equals is not supported; use s_intersects or s_within'],
    [withValue('1e999'), '$.args[1]: expected a number that fits in 64 bits'],
    [withValue('{"property":"\\ud800"}'), '$.args[1]: expected a text without control characters or lone surrogates'],
    [withValue('{"property":1}'), `$.args[1]: expected ${kinds} "property"`],
    [withValue('{"__proto__":{"property":"a"}}'), `$.args[1]: expected ${kinds} "__proto__"`],
    [withValue('{"property":"b","__proto__":{}}'), `$.args[1]: expected ${kinds} "__proto__,property"`],
    [withValue('{"args,op":1}'), `$.args[1]: expected ${kinds} "args,op"`],
    [withValue('{"date":"2020-13-01"}'), '$.args[1]: expected a date such as \'2020-01-31\', found "2020-13-01"'],
    [withNull('{"type":"Point","coordinates":[1,null]}'), `$.args[0]: ${positions}`],
    [withNull('{"type":"Polygon","coordinates":[[1,2]]}'), `$.args[0]: ${positions}`],
    [withNull('{"type":"MultiPoint","coordinates":[]}'), '$.args[0]: expected lists of positions, as in a MultiPoint'],
    [withNull('{"type":"GeometryCollection","geometries":[{"property":"a"}]}'), `$.args[0]: ${collection}`],
  ])('names the position and what was expected: %s', (json, message) => {
    expect(refusalOf(() => parseFilterJson(json))).toBe(`filter, ${message}`);
  });

  it.each(['__proto__', 'constructor', 'toString', 'AND', 'Buffer', 's_crosses', 'a_equals'])(
    'names the operator %s, which filters do not have',
    (op) => {
      expect(refusalOf(() => parseFilterJson(JSON.stringify({ op, args: [] })))).toMatch(`filter, $.op: ${op} is not`);
    },
  );
});

describe('the limits of JSON', () => {
  it('allow a depth of 32', () => {
    const nested = (depth: number): string =>
      `${'{"op":"not","args":['.repeat(depth - 1)}true${']}'.repeat(depth - 1)}`;
    expect(refusalOf(() => parseFilterJson(nested(32)))).toBeUndefined();
    for (const json of [nested(33), `${'['.repeat(3999)}1${']'.repeat(3999)}`]) {
      expect(refusalOf(() => parseFilterJson(json))).toContain('it has more than 32 nested levels');
    }
  });

  it('allow 8,000 characters', () => {
    expect(refusalOf(() => parseFilterJson(' '.repeat(8001)))).toContain('8001 characters');
    expect(parseFilterJson('true'.padEnd(8000))).toBe(true);
  });
});

describe('any JSON', () => {
  const members = 'op args property date interval bbox type coordinates geometries __proto__'.split(' ');
  const atoms = [...'and not = in isNull s_within + casei Point a 2020-01-01'.split(' '), 1, true, null];
  const values = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      fc.constantFrom(...atoms),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.record({ op: fc.constantFrom('and', '=', 'in', 'like'), args: fc.array(tie('value'), { maxLength: 3 }) }),
      fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const jsonOf = (value: unknown): string => JSON.stringify(value);
  const mutants = mutantsOf(expressions.map(jsonOf), fc.constantFrom('', '"', '[', ',1', '{}', 'null', '1e999'));

  it('is refused with a FilterError, or is an expression already', () => {
    fc.assert(
      fc.property(fc.oneof(values.map(jsonOf), mutants), (json) => {
        const refusal = refusalOf(() => {
          expect(jsonOf(parseFilterJson(json))).toBe(jsonOf(JSON.parse(json)));
        });
        if (refusal !== undefined) expect(refusal).toMatch(/^filter(?:, \$[^:]*)?: /);
      }),
      { numRuns: sizeOf(10_000) },
    );
  });
});
