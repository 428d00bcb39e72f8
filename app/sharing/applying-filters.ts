import { noFilters, type Filters, type Tab } from '../view/view-state.ts';

/** The filters that count for what a tab lists; the others stay set while the tab is away, and filter nothing. */
export function applyingFilters(filters: Filters, tab: Tab): Filters {
  return tab === 'places'
    ? { ...noFilters, featureTypes: filters.featureTypes }
    : { ...filters, featureTypes: noFilters.featureTypes };
}
