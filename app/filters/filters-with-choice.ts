import type { Facets } from '../engine/engine.ts';
import type { Filters, Tab } from '../view/view-state.ts';
import { activeFilters, type FilterName, filtersOf } from './filter-names.ts';

/**
 * The filters of a tab that are set, or that offer a choice: not those by fields that no record has, and not lists of one
 * value.
 */
export function filtersWithChoice(
  tab: Tab,
  filters: Filters,
  facets: Pick<Facets, 'sources' | 'featureTypes'> | undefined,
  emptyFields: ReadonlySet<string>,
): readonly FilterName[] {
  const active = activeFilters(filters);
  const isWithoutChoice: Partial<Record<FilterName, boolean>> = {
    size: emptyFields.has('SightingSizeValue'),
    offshore: emptyFields.has('Distance'),
    remark: emptyFields.has('LocationDetail'),
    sources: facets?.sources.length === 1,
    featureTypes: facets?.featureTypes.length === 1,
  };
  return filtersOf(tab, filters).filter((name) => active.includes(name) || isWithoutChoice[name] !== true);
}
