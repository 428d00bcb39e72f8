import { expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { filtersWithChoice } from './filters-with-choice.ts';

const one = [{ key: 'x', count: 1 }];
const two = [...one, { key: 'y', count: 0 }];

it('filters by fields that no record has, or that have one value, are shown only while they are set', () => {
  const emptyFields = new Set(['SightingSizeValue', 'Distance', 'LocationDetail']);
  const facets = { sources: one, featureTypes: one };
  expect(filtersWithChoice('records', noFilters, facets, emptyFields)).toEqual(['species', 'kinds', 'dates']);
  expect(filtersWithChoice('places', noFilters, facets, emptyFields)).toEqual([]);
  const filters = { ...noFilters, remark: 'calf', sources: ['x'] };
  expect(filtersWithChoice('records', filters, facets, emptyFields)).toEqual([
    ...['species', 'kinds', 'dates', 'sources', 'remark'],
  ]);
  const all = { sources: two, featureTypes: two };
  expect(filtersWithChoice('records', noFilters, all, new Set())).toHaveLength(7);
  expect(filtersWithChoice('places', noFilters, all, new Set())).toEqual(['featureTypes']);
});
