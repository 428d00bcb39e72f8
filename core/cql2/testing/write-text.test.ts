import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Expression } from '../expression.ts';
import { parseFilterJson } from '../parse-json.ts';
import { parseFilterText } from '../parse-text.ts';
import { expressions } from './expressions.ts';
import { writeFilterText } from './write-text.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

describe('a written filter', () => {
  it('is read as the same expression, in both encodings', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        fc.pre(JSON.stringify(expression).length <= 8000);
        expect(parseFilterText(writeFilterText(expression))).toEqual(expression);
        expect(parseFilterJson(JSON.stringify(expression))).toEqual(expression);
      }),
      { numRuns: sizeOf(5000) },
    );
  });

  it.each([
    'a = 1 AND (b = 2 OR c = 3) AND NOT (d = 4 OR e = 5)',
    '(a = 1 AND b = 2) AND c = 3',
    'NOT (NOT a = 1)',
    '(a ^ b) ^ c - (b - c) - d = (a + b) * c ^ (d ^ e)',
    '(a = 1) IS NULL',
    '"div" = "a b" DIV "say ""no"""',
    "name LIKE 'it''s 100\\% \\\\''s\\\\'",
    'S_WITHIN(geometry, BBOX(113, -36, 130, -13))',
    'S_INTERSECTS(geometry, GEOMETRYCOLLECTION(MULTIPOINT((1 2), (3 4 5)), LINESTRING(1 2, 3 4)))',
    "T_DURING(seen, INTERVAL('..', '2020-02-29'))",
  ])('has no more parentheses and quotation marks than it needs: %s', (text) => {
    expect(writeFilterText(parseFilterText(text))).toBe(text);
  });

  it('keeps the nesting that the expression has', () => {
    const a: Expression = { op: '=', args: [{ property: 'a' }, 1] };
    expect(
      writeFilterText({
        op: 'or',
        args: [
          { op: 'or', args: [a, a] },
          { op: 'and', args: [a, a] },
        ],
      }),
    ).toBe('(a = 1 OR a = 1) OR a = 1 AND a = 1');
  });
});
