import { expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { filtersInWords } from './filter-texts.ts';
import { plainText } from './text.ts';

it('plain text has no characters that change the text direction, and is otherwise unchanged', () => {
  expect(plainText('\u202ekrahs\u202c, \u2067caf\u00e9\u2069 \u0645')).toBe('krahs, caf\u00e9 \u0645');
});

it('plain text has no embeddings, overrides or isolates of either direction', () => {
  for (const mark of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    expect(plainText(`a${mark}b`)).toBe('ab');
});

it('texts about filters are plain text', () => {
  expect(filtersInWords({ ...noFilters, species: ['\u202ekrahs', 'white'] })).toBe('krahs or White shark');
});
