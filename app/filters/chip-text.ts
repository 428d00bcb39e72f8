import type { Filters } from '../view/view-state.ts';
import { formatPeriodShort } from '../vocabulary/periods.ts';
import { filterDescriptions, nameOfValue, type FilterName } from './filter-names.ts';

/** "Species", "White shark" or "White shark +2": what a filter's chip says. */
export function chipText(name: FilterName, filters: Filters): string {
  if (name === 'dates') {
    return capitalised(formatPeriodShort(filters.from, filters.to)) || filterDescriptions.dates.chip;
  }
  const [first, ...others] = new Set(filters[name].map((key) => nameOfValue(name, key)));
  if (first === undefined) return filterDescriptions[name].chip;
  return others.length > 0 ? `${first} +${others.length}` : first;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
