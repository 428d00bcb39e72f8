import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromExportedText, beginsLikeFormula, toExportedText } from './csv.ts';

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', '\t', '\n', '\r', '1', '.', 'a', ' ') }),
  fc.string({ unit: 'binary' }),
);

describe('texts in exported CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["''@x", "'''@x"],
    ['', "'"],
    ["'", "''"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ['-5', '-5'],
    ['+61 8 9000 0000', "'+61 8 9000 0000"],
    ["'-5", "''-5"],
    ['＝1', "'＝1"],
    ['\tx', "'\tx"],
    ['Back Beach', 'Back Beach'],
  ])('%j is written as %j', (text, exported) => {
    expect(toExportedText(text)).toBe(exported);
    expect(fromExportedText(exported)).toBe(text);
  });

  it('never begin like a formula and can be restored, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const exported = toExportedText(text);
        expect(fromExportedText(exported)).toBe(text);
        expect(exported).not.toBe('');
        if (!exported.startsWith("'")) expect(beginsLikeFormula(exported)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
