import { expect, it } from 'vitest';

import { filtersInFileName } from './file-names.ts';
import { filtersInWords, type Filters } from './filter-texts.ts';

const none: Filters = {
  ...{ kinds: [], species: [], sources: [], featureTypes: [] },
  ...{ from: null, to: null, months: [], size: null, offshore: null, remark: '', tag: null },
};
const some: Filters = { ...none, species: ['white'], kinds: ['Detected'], from: '2020-01-01', to: '2021-07-31' };

it('describes the filters', () => {
  expect(filtersInWords(none)).toBe('');
  expect(filtersInWords(some)).toBe('White shark; detected; 1 Jan 2020 to 31 Jul 2021');
  expect(filtersInWords({ ...none, species: ['white', 'tiger'], featureTypes: ['reef'] })).toBe(
    'White shark or Tiger shark; Reef',
  );
});

it('contains a name only once if several values share it', () => {
  expect(filtersInWords({ ...none, sources: ['sls westpac heli', 'sls westpac heli report'] })).toBe(
    'Surf lifesaving helicopter',
  );
});

it('creates a file name from the filters', () => {
  expect(filtersInFileName(none)).toBe('');
  expect(filtersInFileName(some)).toBe('white-shark_detected_2020-01-01_to_2021-07-31');
  expect(filtersInFileName({ ...none, from: '2020-01-01' })).toBe('from_2020-01-01');
  expect(filtersInFileName({ ...none, species: ['white', 'tiger', 'bull', 'mako'] })).toBe('4-species');
  expect(filtersInFileName({ ...none, sources: ['dbca officers report'], featureTypes: ['surf break'] })).toBe(
    'parks-officers-dbca_surf-break',
  );
});
