import type { Filters } from '../view/view-state.ts';
import { formatPeriodShort } from '../vocabulary/dates.ts';
import { plainText } from '../vocabulary/text.ts';
import { filterDescriptions, type FilterName, nameOfValue } from './filter-names.ts';

/** A filter's chip in two: the name of a value, which may be published, and what follows it in our own words. */
export interface ChipParts {
  readonly value: string;
  readonly rest: string;
}

/** "Species", "White shark" or "White shark +2": what a filter's chip says. */
export function chipParts(name: FilterName, filters: Filters): ChipParts {
  if (name === 'dates') {
    return {
      value: '',
      rest: capitalised(formatPeriodShort(filters.from, filters.to)) || filterDescriptions.dates.chip,
    };
  }
  const [first, ...others] = new Set(filters[name].map((key) => nameOfValue(name, key)));
  if (first === undefined) return { value: '', rest: filterDescriptions[name].chip };
  return { value: first, rest: others.length > 0 ? ` +${others.length}` : '' };
}

/** The same as one plain text, for a label. */
export function chipText(name: FilterName, filters: Filters): string {
  const { value, rest } = chipParts(name, filters);
  return plainText(value) + rest;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
