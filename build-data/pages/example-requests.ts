import { problemBody, problems } from '../../core/api/problems.ts';
import { parseQuery } from '../../core/query/parameters.ts';
import { apiRoot } from '../../core/storage/format/layout.ts';
import { firstPageOf } from '../documents/open-api/paths.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { SiteFacts } from './site-facts.ts';

/** An example request with a meaningful response, made from the records of this site. */
interface ExampleRequest {
  /** The fragment of the example on the page. It must not change. */
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  /** Relative to the root of the site. */
  readonly path: string;
  /** The same request with the client: what follows `client.`. */
  readonly call: string;
}

/** Cottesloe, for examples on a site without records. */
const anywhere = { identifier: 1, latitude: -31.994, longitude: 115.751 };

/** The first record of the list: the newest, or the one with the last name. */
function firstOf(table: RecordTable | undefined): typeof anywhere {
  if (table === undefined || table.size === 0) return anywhere;
  return { identifier: table.identifier(0), latitude: table.latitude(0, 0), longitude: table.longitude(0, 0) };
}

/** One request of each kind. */
export function exampleRequests(tables: readonly RecordTable[]): readonly ExampleRequest[] {
  const tableNamed = (name: string): RecordTable | undefined => tables.find(({ dataset }) => dataset.name === name);
  const record = firstOf(tableNamed('RawData'));
  const place = firstOf(tableNamed('CoastalFeatures'));
  const records = `${apiRoot}/RawData`;
  const places = `${apiRoot}/CoastalFeatures`;
  const centre = `latitude=${record.latitude}&longitude=${record.longitude}`;
  const aroundRecord = `{ latitude: ${record.latitude}, longitude: ${record.longitude} }`;
  const aroundPlace = `{ latitude: ${place.latitude}, longitude: ${place.longitude} }`;
  return [
    {
      id: 'newest-records',
      title: 'The newest records, a page at a time',
      meaning:
        'A page object: the total number of records, links to the next and previous pages, and the records themselves.',
      path: `${records}?pageNumber=1&pageSize=5`,
      call: 'rawData.page({ pageSize: 5 })',
    },
    {
      id: 'oldest-records',
      title: 'The oldest records first',
      meaning: 'The same list from its other end.',
      path: `${records}?pageNumber=1&pageSize=5&sortOrder=asc`,
      call: "rawData.page({ pageSize: 5, sortOrder: 'asc' })",
    },
    {
      id: 'records-within',
      title: 'Records within a radius',
      meaning: 'All records within 5 km of a centre, in pages. Without pageNumber the response is one array.',
      path: `${records}?${centre}&rangeInM=5000&pageNumber=1&pageSize=5`,
      call: `rawData.page({ around: ${aroundRecord}, rangeInMetres: 5000, pageSize: 5 })`,
    },
    {
      id: 'nearest-record',
      title: 'The record nearest to a point',
      meaning: 'One object. Of records at the same distance the newest, or with sortOrder=asc the oldest.',
      path: `${records}?${centre}&searchStyle=Nearest`,
      call: `rawData.nearest(${aroundRecord})`,
    },
    {
      id: 'one-record',
      title: 'One record by its identifier',
      meaning: 'One object with every field of the dataset.',
      path: `${records}/${record.identifier}`,
      call: `rawData.get(${record.identifier})`,
    },
    {
      id: 'all-records',
      title: 'All records at once',
      meaning: 'One array of the whole dataset, newest first. Prefer pages, a search, or a download.',
      path: records,
      call: 'rawData.all()',
    },
    {
      id: 'places-by-name',
      title: 'Locations of the coast by name',
      meaning: 'Coastal features from A to Z, in pages.',
      path: `${places}?pageNumber=1&pageSize=5&sortOrder=asc`,
      call: "coastalFeatures.page({ pageSize: 5, sortOrder: 'asc' })",
    },
    {
      id: 'places-within',
      title: 'Locations within a radius',
      meaning: 'A feature is found if either of its two points lies within the radius, and appears once.',
      path: `${places}?latitude=${place.latitude}&longitude=${place.longitude}&rangeInM=5000`,
      call: `coastalFeatures.within(${aroundPlace}, { rangeInMetres: 5000 })`,
    },
    {
      id: 'nearest-place',
      title: 'The place nearest to a point',
      meaning: 'The nearer of a feature’s two points counts.',
      path: `${places}?${centre}&searchStyle=Nearest`,
      call: `coastalFeatures.nearest(${aroundRecord})`,
    },
    {
      id: 'one-place',
      title: 'One place by its identifier',
      meaning: 'One object with every field of the dataset.',
      path: `${places}/${place.identifier}`,
      call: `coastalFeatures.get(${place.identifier})`,
    },
    {
      id: 'all-places',
      title: 'All places at once',
      meaning: 'One array, in descending order of the names.',
      path: places,
      call: 'coastalFeatures.all()',
    },
  ];
}

/** A request to show code for. A request that is refused has no client call. */
export type ShownRequest = Pick<ExampleRequest, 'id' | 'title' | 'path'> & Partial<Pick<ExampleRequest, 'call'>>;

/** A request with two mistakes, to show an error. */
export const invalidRequest: ShownRequest = {
  id: 'mistaken-request',
  title: 'A request with two mistakes',
  path: `${apiRoot}/RawData?pageNumber=0&sortOrder=up`,
};

const pageSizeOfExample = 5;

/**
 * The indented response to an example, for people who read the page without sending requests; "…" replaces further records.
 * Undefined for examples whose responses show nothing new, or that have no response because there are no records.
 */
export function exampleResponse(id: string, { tables, siteUrl }: SiteFacts): string | undefined {
  const tableOf = (name: string): SiteFacts['tables'][number] | undefined =>
    tables.find(({ dataset, size }) => dataset.name === name && size > 0);
  const [records, places] = [tableOf('RawData'), tableOf('CoastalFeatures')];
  switch (id) {
    case 'newest-records': {
      const text = records && indented(firstPageOf(records, siteUrl, pageSizeOfExample));
      return records && records.size > 1 ? text?.replace(/\n {2}\]\n\}$/, ',\n    …\n  ]\n}') : text;
    }
    case 'nearest-record':
    case 'one-record':
      return records && indented(records.record(0));
    case 'one-place':
      return places && indented(places.record(0));
    case invalidRequest.id:
      return indented(JSON.parse(problemOfMistakes()));
    default:
      return undefined;
  }
}

function problemOfMistakes(): string {
  const parsed = parseQuery(
    new Map([
      ['pageNumber', '0'],
      ['sortOrder', 'up'],
    ]),
  );
  return problemBody(problems.badParameters('faults' in parsed ? parsed.faults : []));
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
