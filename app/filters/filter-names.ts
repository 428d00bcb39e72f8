import type { Facets } from '../engine/engine.ts';
import { type Filters, noFilters, type Tab } from '../view/view-state.ts';
import { datesInWords } from '../vocabulary/dates.ts';
import { filtersInWords, noDistance, noSize } from '../vocabulary/filter-texts.ts';
import { type Kind, kinds } from '../../core/datasets/kinds.ts';
import { site } from '../vocabulary/site.ts';
import { formatRange } from '../vocabulary/ranges.ts';
import { capitalise, plainText } from '../vocabulary/text.ts';
import { featureTypeName, sourceName, speciesName } from '../vocabulary/value-names.ts';

/** A filter with a list of values to choose from. */
export type ListFilter = keyof Facets;
/** A filter by a range of metres. */
export type RangeName = 'size' | 'offshore';
export type FilterName = ListFilter | RangeName | 'dates' | 'remark' | 'tag';

interface FilterDescription {
  /** The text of its chip while the filter is not set. */
  readonly chip: string;
  readonly title: string;
  /** The list to which it applies. */
  readonly tab: Tab;
}

export const filterDescriptions: Readonly<Record<FilterName, FilterDescription>> = {
  kinds: { chip: 'Kind', title: 'Kind of interaction', tab: 'records' },
  species: { chip: 'Species', title: 'Species', tab: 'records' },
  dates: { chip: 'Date', title: 'Date', tab: 'records' },
  size: { chip: 'Size', title: 'Estimated size', tab: 'records' },
  offshore: { chip: 'Offshore', title: 'Distance from the shore', tab: 'records' },
  tag: { chip: 'Tag', title: 'Tag', tab: 'records' },
  sources: { chip: 'Source', title: 'Source', tab: 'records' },
  remark: { chip: 'Remarks', title: 'Remarks', tab: 'records' },
  featureTypes: { chip: 'Feature type', title: 'Feature type', tab: 'places' },
};

const filterNames: readonly FilterName[] = [
  ...(['species', 'kinds', 'dates', 'size', 'offshore', 'sources', 'remark', 'tag'] as const),
  'featureTypes',
];

/** The filters that always have a chip while the list to which they apply is shown. */
const mostUsed: readonly FilterName[] = ['species', 'kinds', 'dates', 'featureTypes'];

export const noneTexts: Readonly<Record<RangeName, string>> = { size: noSize, offshore: noDistance };

function isRange(name: FilterName): name is RangeName {
  return name === 'size' || name === 'offshore';
}

export const tabsInOrder: readonly Tab[] = ['records', 'places'];

/** The filters of a tab, in display order. A tag is chosen in the details of a detection, and only cleared here. */
export function filtersOf(tab: Tab, { tag }: Pick<Filters, 'tag'>): readonly FilterName[] {
  return filterNames.filter((name) => filterDescriptions[name].tab === tab && (name !== 'tag' || tag !== null));
}

/** The filters that are set. */
export function activeFilters(filters: Filters): readonly FilterName[] {
  return filterNames.filter((name) => {
    if (name === 'dates') return filters.from !== null || filters.to !== null || filters.months.length > 0;
    return isRange(name) || name === 'tag' ? filters[name] !== null : filters[name].length > 0;
  });
}

/**
 * The filters of a tab that have a chip: those used most, while the tab is listed, those that are set, and `lastUsed`. One
 * feature type is no choice: then `hasFeatureTypes` is false.
 */
export function chipsOf(
  tab: Tab,
  listedTab: Tab,
  filters: Filters,
  lastUsed: FilterName | null,
  hasFeatureTypes: boolean,
): readonly FilterName[] {
  const active = activeFilters(filters);
  return filtersOf(tab, filters).filter(
    (name) =>
      active.includes(name) ||
      name === lastUsed ||
      (tab === listedTab && mostUsed.includes(name) && (hasFeatureTypes || name !== 'featureTypes')),
  );
}

/** The change that sets a filter to these values. */
export function withValues(name: ListFilter, keys: readonly string[]): Partial<Filters> {
  return name === 'kinds' ? { kinds: keys.filter(isKind) } : { [name]: keys };
}

/** The display name of a filter value. */
export function nameOfValue(name: ListFilter, key: string): string {
  switch (name) {
    case 'kinds':
      return isKind(key) ? site.kinds[key].label : key;
    case 'species':
      return speciesName(key);
    case 'sources':
      return sourceName(key);
    case 'featureTypes':
      return featureTypeName(key);
  }
}

export function isKind(text: string): text is Kind {
  return kinds.some((kind) => kind === text);
}

/** The text of a chip in two parts: the name of a value, which may be published text, and the text after it. */
interface ChipParts {
  readonly value: string;
  readonly rest: string;
}

/** "Species", "White shark" or "White shark +2". */
export function chipParts(name: FilterName, filters: Filters): ChipParts {
  const notSet = { value: '', rest: filterDescriptions[name].chip };
  if (name === 'dates') return { value: '', rest: capitalise(datesInWords(filters)) || notSet.rest };
  if (name === 'tag') return { value: '', rest: capitalise(filtersInWords({ ...noFilters, tag: filters.tag })) };
  if (isRange(name)) {
    const range = filters[name];
    if (range === null) return notSet;
    const suffix = range === 'none' || name === 'size' ? '' : ' offshore';
    return { value: '', rest: capitalise(formatRange(range, noneTexts[name])) + suffix };
  }
  if (name === 'remark') return filters.remark === '' ? notSet : { value: `“${filters.remark}”`, rest: '' };
  const [first, ...others] = new Set(filters[name].map((key) => nameOfValue(name, key)));
  return first === undefined ? notSet : { value: first, rest: others.length > 0 ? ` +${others.length}` : '' };
}

/** The text of a chip as one plain string, for a label. */
export function chipText(name: FilterName, filters: Filters): string {
  const { value, rest } = chipParts(name, filters);
  return plainText(value) + rest;
}
