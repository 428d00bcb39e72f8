import { formatPeriod, monthsInWords } from './dates.ts';
import { type Kind } from '../../core/datasets/kinds.ts';
import { site } from './site.ts';
import { formatRange, type RangeFilter } from './ranges.ts';
import { plainText } from './text.ts';
import { featureTypeName, sourceName, speciesName } from './value-names.ts';

/** The filters of a view. An empty list of values does not filter. Texts are keys, from `keyOfText`. */
export interface Filters {
  readonly kinds: readonly Kind[];
  readonly species: readonly string[];
  readonly sources: readonly string[];
  /** Applies to places; all other filters apply to records. */
  readonly featureTypes: readonly string[];
  /** First and last day, `YYYY-MM-DD`, both inclusive, compared with the local day of a record. */
  readonly from: string | null;
  readonly to: string | null;
  /** Months of the year, in all years: 1 for January, ascending. Empty for all. */
  readonly months: readonly number[];
  /** Estimated sizes, in metres; null does not filter. */
  readonly size: RangeFilter | null;
  /** Distances from the shore, in metres; null does not filter. */
  readonly offshore: RangeFilter | null;
  /** Words that remarks contain, from `remarkFilterOf`; '' does not filter. */
  readonly remark: string;
  /** The number of a tag, whose detections are one shark's journey or several sharks'; null does not filter. */
  readonly tag: string | null;
}

/** The names of filters within a sentence: "Without the species filter". The days and the months are `dates`. */
export const filterNamesInSentence: Readonly<
  Record<Exclude<keyof Filters, 'from' | 'to' | 'months'> | 'dates', string>
> = {
  kinds: 'kind of interaction',
  species: 'species',
  sources: 'source',
  featureTypes: 'feature type',
  dates: 'date',
  size: 'size',
  offshore: 'distance from the shore',
  remark: 'remarks',
  tag: 'tag',
};

/** Next to the number of a tag. */
export const tagCaution = `A tag number is not a lasting identity: it can be used again on another ${site.subject.one}.`;
export const noSize = 'no size recorded';
export const noDistance = 'no distance recorded';

/** "White shark or Tiger shark; detected; 1 Jan 2020 to 31 Jul 2021"; '' without filters. */
export function filtersInWords(filters: Filters): string {
  return [
    tagInWords(filters),
    joinNames(filters.species, speciesName),
    joinNames(filters.kinds, (kind) => site.kinds[kind].verb),
    joinNames(filters.sources, sourceName),
    formatPeriod(filters.from, filters.to),
    monthsInWords(filters.months),
    filters.size === null ? '' : rangeInWords(filters.size, noSize, ' long'),
    filters.offshore === null ? '' : rangeInWords(filters.offshore, noDistance, ' offshore'),
    filters.remark === '' ? '' : `remarks containing “${plainText(filters.remark)}”`,
    joinNames(filters.featureTypes, featureTypeName),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** "tag 1520"; '' for all tags. */
export const tagInWords = ({ tag }: Pick<Filters, 'tag'>): string => (tag === null ? '' : `tag ${tag}`);

/** "2 to 4 m long", "no size recorded". */
export function rangeInWords(range: RangeFilter, noneText: string, suffix: string): string {
  return formatRange(range, noneText) + (range === 'none' ? '' : suffix);
}

/** The names of keys, without duplicates: several keys may share a name. */
export function uniqueNames<Key extends string>(
  keys: readonly Key[],
  getName: (key: Key) => string,
): readonly string[] {
  return [...new Set(keys.map(getName))];
}

function joinNames<Key extends string>(keys: readonly Key[], getName: (key: Key) => string): string {
  return plainText(uniqueNames(keys, getName).join(' or '));
}
