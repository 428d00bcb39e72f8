import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { LoadedData, Question } from '../engine/questions.ts';
import { filtersInWords } from '../vocabulary/filter-words.ts';
import { plainPosition } from '../vocabulary/coordinates.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { applyingFilters } from './applying-filters.ts';

/** What a file says of itself: keys as in the metadata of GeoJSON, values in words or as data. */
export interface DownloadDescription {
  readonly title: string;
  readonly standingLine: string;
  readonly terms: readonly string[];
  readonly positions: string;
  readonly times: string;
  readonly filters: string;
  readonly area: string;
  readonly order: string;
  readonly count: number;
  readonly isSample: boolean;
  readonly dataVersion: string;
  readonly dataBuiltAt: string;
  readonly newestRecord: string | null;
  readonly address: string;
}

/** `address` is the absolute address of the view, `count` the number of records or places in the file. */
export function describeDownload(
  question: Question,
  data: LoadedData,
  count: number,
  address: string,
): DownloadDescription {
  const { tab, filters } = question;
  return {
    title: `Coastwatch ${data.sample ? 'sample ' : ''}${tab}`,
    standingLine: data.sample
      ? 'Sample data, made up to try the explorer with. Not live warnings.'
      : 'Historical records, not live warnings.',
    terms: termsOfUse,
    positions:
      tab === 'records'
        ? 'A record is placed at a point of a coastal feature, not where the animal was.'
        : 'A place has an inshore and an offshore point.',
    times: 'Times are as recorded, without a time zone.',
    filters: filtersInWords(applyingFilters(filters, tab)) || 'none',
    area: areaInWords(question),
    order: orderInWords(question),
    count,
    isSample: data.sample,
    dataVersion: data.dataVersion,
    dataBuiltAt: data.builtAt,
    newestRecord: data.newest,
    address,
  };
}

/** The description as lines of text, for the head of a table. */
export function descriptionLines(description: DownloadDescription, tab: Question['tab']): readonly string[] {
  const { title, standingLine, terms, positions, times, filters, area, order, count, address } = description;
  return [
    title,
    standingLine,
    ...terms.map((term) => `Terms of use: ${term}`),
    `${positions} ${times}`,
    'Text that a spreadsheet would run as a formula has an apostrophe before it. Empty text is one apostrophe.',
    `Filters: ${filters}`,
    `Area: ${area}`,
    `Order: ${order}`,
    `Number of ${tab}: ${formatCount(count)}`,
    `Version of the data: ${description.dataVersion}, built ${description.dataBuiltAt}`,
    `Newest record: ${description.newestRecord ?? 'none'}`,
    // A comma in an address may be written so, and what follows it is then no cell of a spreadsheet.
    `This view: ${address.replaceAll(',', '%2C')}`,
  ];
}

function areaInWords({ search, area }: Question): string {
  if (search?.mode === 'radius') {
    const radius = `${formatCount(Number(search.radiusInMetres.toFixed(3)))} m`;
    return `within ${radius} of latitude, longitude ${plainPosition(search.centre, 12)}`;
  }
  if (search) return `nearest to latitude, longitude ${plainPosition(search.centre, 12)}`;
  const [west, south, east, north] = [area.west, area.south, area.east, area.north].map((edge) => edge.toFixed(5));
  return `map area from longitude ${west ?? ''} to ${east ?? ''}, latitude ${south ?? ''} to ${north ?? ''}`;
}

function orderInWords({ sort, tab, search }: Question): string {
  // What stands nearest has one order alone.
  if (sort === 'nearest' || search?.mode === 'nearest') return 'nearest first';
  if (tab === 'places') return sort === 'newest' ? 'by name, A to Z' : 'by name, Z to A';
  return `${sort} first`;
}
