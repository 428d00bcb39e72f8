import fc from 'fast-check';
import { expect, it } from 'vitest';

import { shortened } from './lettering.ts';

const tenEach = (text: string): number => [...text].length * 10;

it('does not change a text that fits', () => {
  expect(shortened('Cape Leeuwin', 120, tenEach)).toBe('Cape Leeuwin');
});

it('cuts a longer text, without a space before the ellipsis', () => {
  expect(shortened('Cape Leeuwin', 110, tenEach)).toBe('Cape Leeuw…');
  expect(shortened('Cape Leeuwin', 60, tenEach)).toBe('Cape…');
});

it('returns as much text as fits, and never more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (text, maxLetters) => {
      const cut = shortened(text, maxLetters * 10, tenEach);
      expect(tenEach(cut)).toBeLessThanOrEqual(maxLetters * 10);
      if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
