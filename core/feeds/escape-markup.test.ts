import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { escapeMarkup } from './escape-markup.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#13;': '\r',
};
/** The text as a parser of either language reads it. */
const readBack = (escaped: string): string => escaped.replace(/&[^;]*;/g, (entity) => entities[entity] ?? '?');

describe.each(['html', 'xml'] as const)('escaped text in %s', (language) => {
  it('never ends an element or an attribute, and contains no characters that the language forbids', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeMarkup(text, language);
        // eslint-disable-next-line no-control-regex -- these characters are tested
        expect(escaped).not.toMatch(/[<>"'\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/u);
        expect(escaped.replace(/&(?:amp|lt|gt|quot|#39|#13);/g, '')).not.toContain('&');
        expect(readBack(escaped)).toHaveLength(text.length);
      }),
    );
  });
});

it('keeps control characters in XML that HTML forbids', () => {
  expect(escapeMarkup('\u007f\u0085', 'xml')).toBe('\u007f\u0085');
  expect(escapeMarkup('\u007f\u0085', 'html')).toBe('\ufffd\ufffd');
});
