import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matchingParts } from './suggestions.tsx';

const marked = (text: string, typed: string): readonly string[] =>
  matchingParts(text, typed).flatMap((part) => (part.isMatch ? [part.text] : []));

describe('the parts of a name that match', () => {
  it('are the starts of its words, without regard to letter case', () => {
    expect(marked('North Cottesloe Beach', 'cott bea')).toEqual(['Cott', 'Bea']);
  });

  it('are not in the middle of words', () => {
    expect(marked('Scotts Reef', 'cott')).toEqual([]);
  });

  it('take the longest of several words', () => {
    expect(marked('Cottesloe', 'co cotte')).toEqual(['Cotte']);
  });

  it('joined with the rest give the text again, whatever it holds', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (name, typed) => {
        const parts = matchingParts(name, typed);
        expect(parts.map((part) => part.text).join('')).toBe(name);
      }),
    );
  });
});
