import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import type { ExportedList, FileFormat, LoadedData, Query } from '../engine/engine.ts';
import { csvHead, geoJsonEnd, geoJsonHead } from '../engine/export/file-formats.ts';
import { applicableFilters, type Tab } from '../view/view-state.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { filtersInFileName, inFileName } from '../vocabulary/file-names.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { formatCount, formatMegabytes } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';
import { site } from '../vocabulary/site.ts';

export interface FileChoice {
  readonly format: FileFormat;
  /** For CSV: whether comment lines precede the table. */
  readonly hasComments: boolean;
}

/** Assembles a file from its head, the exported list and its end, without copying the list. */
export function createFile(
  tab: Tab,
  { text }: ExportedList,
  { format, hasComments }: FileChoice,
  description: DownloadDescription,
): Blob {
  if (format === 'geojson') {
    return new Blob([geoJsonHead({ ...description }), text, geoJsonEnd], { type: 'application/geo+json' });
  }
  const comments = hasComments ? descriptionLines(description, tab) : [];
  const head = csvHead(tab === 'places' ? coastalFeatures : rawData, comments);
  return new Blob([head, text], { type: 'text/csv;charset=utf-8' });
}

/** The metadata of a file. In GeoJSON, this is the `metadata` member. */
export interface DownloadDescription {
  readonly title: string;
  readonly disclaimer: string;
  readonly terms: readonly string[];
  /** Undefined if nothing is known of them. */
  readonly positions: string | undefined;
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

/**
 * The metadata of a download. `count` is the number of items in the file, `address` the absolute address of the view.
 */
export function describeDownload(query: Query, data: LoadedData, count: number, address: string): DownloadDescription {
  const { tab, filters } = query;
  return {
    title: `${site.title} ${data.sample ? 'sample ' : ''}${tab}`,
    disclaimer: data.sample
      ? 'Invented sample data for trying the explorer. Not live warnings.'
      : 'Historical records, not live warnings.',
    terms: site.terms,
    positions: tab === 'records' ? site.positions?.notice : 'A place has an inshore and an offshore point.',
    times: tab === 'records' ? `Times are as recorded. ${data.timeRule}` : 'Places have no times.',
    filters: filtersInWords(applicableFilters(filters, tab)) || 'none',
    area: areaInWords(query),
    order: orderInWords(query),
    count,
    isSample: data.sample,
    dataVersion: data.dataVersion,
    dataBuiltAt: data.builtAt,
    newestRecord: data.newest,
    address,
  };
}

/** The description as lines of text, for the head of a table. */
export function descriptionLines(description: DownloadDescription, tab: Query['tab']): readonly string[] {
  const { title, disclaimer, terms, positions, times, filters, area, order, count, address } = description;
  return [
    title,
    disclaimer,
    ...terms.map((term) => `Terms of use: ${term}`),
    [positions, times].flatMap((text) => text ?? []).join(' '),
    'Text that a spreadsheet would run as a formula has an apostrophe before it. Empty text is one apostrophe.',
    `Filters: ${filters}`,
    `Area: ${area}`,
    `Order: ${order}`,
    `Number of ${tab}: ${formatCount(count)}`,
    `Version of the data: ${description.dataVersion}, built ${description.dataBuiltAt}`,
    `Newest record: ${description.newestRecord ?? 'none'}`,
    // Commas are escaped, so that spreadsheets do not split the address into cells.
    `This view: ${address.replaceAll(',', '%2C')}`,
  ];
}

function areaInWords({ search, council, area }: Query): string {
  if (search?.mode === 'radius') {
    const radius = `${formatCount(Number(search.radiusInMetres.toFixed(3)))} m`;
    return `within ${radius} of latitude, longitude ${plainPosition(search.centre, 12)}`;
  }
  if (search) return `nearest to latitude, longitude ${plainPosition(search.centre, 12)}`;
  if (council !== null) {
    return `${plainText(council)} (records and places whose nearest coastal feature is in this council area)`;
  }
  const [west, south, east, north] = [area.west, area.south, area.east, area.north].map((edge) => edge.toFixed(5));
  return `map area from longitude ${west ?? ''} to ${east ?? ''}, latitude ${south ?? ''} to ${north ?? ''}`;
}

function orderInWords({ sort, tab, search }: Query): string {
  // A nearest search has a fixed order.
  if (sort === 'nearest' || search?.mode === 'nearest') return 'nearest first';
  if (tab === 'places') return sort === 'newest' ? 'by name, A to Z' : 'by name, Z to A';
  return `${sort} first`;
}

const maxNameLength = 180;

/**
 * "coastwatch-records_white-shark_2020-01-01_to_2021-07-31_within-5-km-of-31.9900S-115.7500E.csv": a description
 * of the query, in characters that every file system allows. `chart` is what the counts in a chart's table are by.
 */
export function createFileName(
  query: Pick<Query, 'tab' | 'filters' | 'search' | 'council'>,
  units: Units,
  isSample: boolean,
  format: FileFormat | 'png',
  chart = '',
): string {
  const { tab, filters, search, council } = query;
  const parts = [
    `${inFileName(site.title)}-${isSample ? 'sample-' : ''}${format === 'png' ? 'map' : tab}`,
    chart,
    filtersInFileName(applicableFilters(filters, tab)),
    search ? searchInFileName(search, units) : council !== null ? `in-${inFileName(council)}` : 'in-map-area',
  ];
  const name = parts.filter((part) => part !== '').join('_');
  return `${name.slice(0, maxNameLength)}.${format}`;
}

function searchInFileName(search: NonNullable<Query['search']>, units: Units): string {
  const centre = formatPosition(search.centre).replaceAll('° ', '').replace(', ', '-');
  if (search.mode === 'nearest') return `nearest-to-${centre}`;
  return `within-${formatRadius(search.radiusInMetres, units).replaceAll(',', '').replace(' ', '-')}-of-${centre}`;
}

/** Average bytes per record or place, measured on published data. */
const bytesPerItem: Readonly<Record<Tab, Readonly<Record<FileFormat, number>>>> = {
  records: { csv: 160, geojson: 570 },
  places: { csv: 310, geojson: 1000 },
};

/** The approximate file size, with two significant digits: "about 160 MB". */
export function approximateSize(tab: Tab, format: FileFormat, count: number): string {
  const bytes = count * bytesPerItem[tab][format];
  const size = formatMegabytes(bytes);
  return size.startsWith('less') ? size : `about ${size}`;
}

/** Browsers read the file some time after the click; if its URL is revoked too early, nothing is saved. */
const revokeAfterInMilliseconds = 60_000;

/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, revokeAfterInMilliseconds);
}
