import { monthsInWords } from './dates.ts';
import { type Filters, noDistance, noSize, rangeInWords, tagInWords, uniqueNames } from './filter-texts.ts';
import { site } from './site.ts';
import { featureTypeName, sourceName, speciesName } from './value-names.ts';

/*
 * The names of saved files, in a module of their own because a first visit needs none.
 */

/** If a filter has more names than this, a file name contains only their number. */
const maxNamesInFileName = 3;

/**
 * "white-shark_detected_2020-01-01_to_2021-07-31": only lower-case letters, digits, `-` and `_`, which every
 * file system allows; '' without filters.
 */
export function filtersInFileName(filters: Filters): string {
  const { from, to } = filters;
  return [
    inFileName(tagInWords(filters)),
    joinNamesInFileName(filters.species, speciesName, 'species'),
    joinNamesInFileName(filters.kinds, (kind) => site.kinds[kind].verb, 'kinds'),
    joinNamesInFileName(filters.sources, sourceName, 'sources'),
    filters.size === null ? '' : inFileName(rangeInWords(filters.size, noSize, ' long')),
    filters.offshore === null ? '' : inFileName(rangeInWords(filters.offshore, noDistance, ' offshore')),
    inFileName(filters.remark),
    inFileName(monthsInWords(filters.months)),
    from && to ? `${from}_to_${to}` : from ? `from_${from}` : to ? `until_${to}` : '',
    joinNamesInFileName(filters.featureTypes, featureTypeName, 'feature-types'),
  ]
    .filter((part) => part !== '')
    .join('_');
}

function joinNamesInFileName<Key extends string>(
  keys: readonly Key[],
  getName: (key: Key) => string,
  pluralNoun: string,
): string {
  const names = uniqueNames(keys, getName);
  if (names.length > maxNamesInFileName) return `${names.length}-${pluralNoun}`;
  return names
    .map(inFileName)
    .filter((name) => name !== '')
    .join('-or-');
}

/** "town-of-cottesloe": a text in the characters that every file system allows. */
export function inFileName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
