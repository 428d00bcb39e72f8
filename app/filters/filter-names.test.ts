import { expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { filtersOf, filtersWithoutChoice } from './filter-names.ts';

it('filters by fields that no record has, or that have one value, are shown only while they are set', () => {
  const withoutChoice = filtersWithoutChoice(
    { sources: 1, featureTypes: 1 },
    new Set(['SightingSizeValue', 'Distance', 'LocationDetail']),
  );
  expect(filtersOf('records', noFilters, withoutChoice)).toEqual(['species', 'kinds', 'dates']);
  expect(filtersOf('places', noFilters, withoutChoice)).toEqual([]);
  const remark = { ...noFilters, remark: 'calf' };
  expect(filtersOf('records', remark, withoutChoice)).toEqual(['species', 'kinds', 'dates', 'remark']);
  const all = filtersWithoutChoice({ sources: 2, featureTypes: 2 });
  expect(filtersOf('records', noFilters, all)).toHaveLength(7);
  expect(filtersOf('places', noFilters, all)).toEqual(['featureTypes']);
});
