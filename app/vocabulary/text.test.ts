import { expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { filtersInWords } from './filter-texts.ts';
import { plainText } from './text.ts';

it('plain text has no characters that change the text direction, and is otherwise unchanged', () => {
  expect(plainText('\u202ekrahs\u202c, \u2067caf\u00e9\u2069 \u0645')).toBe('krahs, caf\u00e9 \u0645');
});

it('texts about filters are plain text', () => {
  expect(filtersInWords({ ...noFilters, species: ['\u202ekrahs', 'white'] })).toBe('krahs or White shark');
});
