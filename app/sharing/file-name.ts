import type { FileFormat, Question } from '../engine/questions.ts';
import { filtersInFileName } from '../vocabulary/filter-words.ts';
import { formatPosition } from '../vocabulary/coordinates.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { applyingFilters } from './applying-filters.ts';

const longestNameInCharacters = 180;

/**
 * "coastwatch-records_white-shark_2020-01-01_to_2021-07-31_within-5-km-of-31.9900S-115.7500E.csv": what was asked, in
 * letters that every file system takes.
 */
export function fileNameOf(
  question: Pick<Question, 'tab' | 'filters' | 'search'>,
  units: Units,
  isSample: boolean,
  format: FileFormat,
): string {
  const { tab, filters, search } = question;
  const parts = [
    `coastwatch-${isSample ? 'sample-' : ''}${tab}`,
    filtersInFileName(applyingFilters(filters, tab)),
    search ? searchInFileName(search, units) : 'in-map-area',
  ];
  const name = parts.filter((part) => part !== '').join('_');
  return `${name.slice(0, longestNameInCharacters)}.${format}`;
}

function searchInFileName(search: NonNullable<Question['search']>, units: Units): string {
  const centre = formatPosition(search.centre).replaceAll('° ', '').replace(', ', '-');
  if (search.mode === 'nearest') return `nearest-to-${centre}`;
  return `within-${formatRadius(search.radiusInMetres, units).replaceAll(',', '').replace(' ', '-')}-of-${centre}`;
}
