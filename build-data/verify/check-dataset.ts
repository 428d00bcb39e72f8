import Flatbush from 'flatbush';

import { binaryContentType, describedByLink } from '../../core/api/responses.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';
import { geodesicDistanceInMetres } from '../../core/geo/geodesic.ts';
import {
  apiRoot,
  completeArrayPath,
  pointFilePath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import {
  checkResponse,
  checkCompression,
  checkConditional,
  checkProblem,
  checkRefusals,
  type FindingList,
  useConfiguration,
} from './findings.ts';
import type { SiteResponse, SiteUnderTest } from './site-under-test.ts';

type PublishedRecord = Readonly<Record<string, string | number | null>>;

/** About how many records, evenly spread over the list, are requested one by one. */
const sampleSize = 20;
const uploadAgain = 'the host serves files that this build did not write: upload the tree again';

/**
 * Checks the complete dataset, some of its records by identifier, and errors. Returns the records; undefined when the
 * host has no API.
 */
export async function checkDataset(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  manifest: Manifest,
  list: FindingList,
): Promise<readonly PublishedRecord[] | undefined> {
  const path = `${apiRoot}/${dataset.name}`;
  const whole = await site.request(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
  if (whole.isHtml || (whole.status === 404 && whole.json === undefined)) {
    list.add(
      `${whole.request} does not come from the API (status ${whole.status}, ` +
        `${whole.headers.get('Content-Type') ?? 'no content type'}): this host only serves files`,
      'the explorer works without an API; for other programs, build with --target static and serve the site with the ' +
        'configuration of nginx or Caddy in deploy/, or run a host with the API',
    );
    return undefined;
  }
  if (!checkResponse(whole, 200, list)) return [];
  checkVersion(whole, manifest, list);
  const records = Array.isArray(whole.json) ? (whole.json as readonly PublishedRecord[]) : [];
  const expected = manifest.datasets[dataset.name]?.records ?? 0;
  if (records.length !== expected) {
    list.add(
      `${whole.request} has ${records.length} records, but the manifest says ${expected}`,
      'a cache may have kept an old copy, or the upload is incomplete: clear the cache, and upload again',
    );
  }
  await checkCompression(site, whole, list);
  checkOrder(dataset, records, list);
  checkKeys(dataset, records, list);
  for (const spelling of [`${path}/`, path.replace(dataset.name, dataset.name.toLowerCase())]) {
    const response = await site.request(spelling);
    if (list.expectStatus(response, 200, useConfiguration) && response.text !== whole.text) {
      list.add(`${response.request} differs from ${whole.request}`, useConfiguration);
    }
  }
  await checkRecords(site, dataset, records, list);
  await checkStaticPaths(site, dataset, records, list);
  await checkRefusals(site, path, list);
  const [first] = records;
  if (first) await checkConditional(site, `${path}/${first[dataset.identifierField] ?? ''}`, list);
  return records;
}

/** Checks the data version in the headers of a response. Only hosts that run the API send this header. */
function checkVersion(response: SiteResponse, manifest: Manifest, list: FindingList): void {
  const version = response.headers.get('X-Data-Version');
  if (version === null || version === manifest.dataVersion) return;
  list.add(
    `${response.request} is of version ${version}, but the manifest is of version ${manifest.dataVersion}`,
    'a cache has kept one of them too long, or the manifest and the data were uploaded to different places: ' +
      'clear the cache, and upload the tree again',
  );
}

async function checkRecords(
  site: SiteUnderTest,
  { name, identifierField }: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const step = Math.max(1, Math.floor(records.length / sampleSize));
  for (const record of records.filter((_, index) => index % step === 0)) {
    const one = await site.request(`${apiRoot}/${name}/${record[identifierField] ?? ''}`);
    if (!checkResponse(one, 200, list) || JSON.stringify(one.json) === JSON.stringify(record)) continue;
    list.add(
      `${one.request} differs from the same record in the complete array`,
      'two versions are mixed, or the host ignores the query or path: clear the caches, and upload the tree again',
    );
  }
}

function checkOrder(dataset: DatasetDescription, records: readonly PublishedRecord[], list: FindingList): void {
  const compare = sortKeyComparator(dataset);
  const { identifierField, sortKey } = dataset;
  const wrong = records.findIndex((record, index) => {
    const before = records[index - 1];
    if (!before) return false;
    const order = compare(String(before[sortKey.field]), String(record[sortKey.field]));
    return order < 0 || (order === 0 && Number(before[identifierField]) >= Number(record[identifierField]));
  });
  if (wrong > 0) list.add(`/${apiRoot}/${dataset.name}: record ${wrong + 1} is at the wrong position`, uploadAgain);
}

function checkKeys(dataset: DatasetDescription, records: readonly PublishedRecord[], list: FindingList): void {
  const expected = dataset.fields.map(({ name }) => name).join(',');
  const wrong = records.find((record) => Object.keys(record).join(',') !== expected);
  if (!wrong) return;
  const path = `/${apiRoot}/${dataset.name}/${wrong[dataset.identifierField] ?? ''}`;
  list.add(`${path} does not have the keys that the API guarantees`, uploadAgain);
}

const buildAgain = 'the tree on this host is from an earlier build or incomplete: build it again, and upload all of it';

/** Compares the responses at paths that are files in a static tree with the complete dataset. */
async function checkStaticPaths(
  site: SiteUnderTest,
  { name, identifierField }: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const check = async (path: string, isRight: (response: SiteResponse) => boolean, what: string): Promise<void> => {
    const response = await site.request(path);
    if (!list.expectStatus(response, 200, buildAgain) || !checkResponse(response, 200, list)) return;
    if (!isRight(response)) list.add(`${response.request} is not ${what}`, buildAgain);
  };
  await check(completeArrayPath(name), ({ json }) => isSame(json, records), 'the complete dataset');
  for (const record of new Set([records[0], records[Math.floor(records.length / 2)], records.at(-1)])) {
    if (record === undefined) continue;
    const path = recordPath(name, Number(record[identifierField]));
    await check(path, ({ json }) => isSame(json, record), 'the record with this identifier');
  }
  const page = staticPagePath(name, 'desc', 1);
  const next = records.length > staticPageSize ? staticPagePath(name, 'desc', 2) : null;
  await check(
    page,
    (response) => {
      const link = valueAt(valueAt(response.json, 'MetaData'), 'NextPageLink');
      const path = next !== null && typeof link === 'string' ? site.pathOfLink(link, response) : link;
      return path === next && isSame(valueAt(response.json, 'PagedItems'), records.slice(0, staticPageSize));
    },
    `the first ${staticPageSize} records ${next === null ? 'without a link to a next page' : `with a link to /${next}`}`,
  );
  await checkIndex(
    site,
    name,
    records.map((record) => Number(record[identifierField])),
    list,
  );
  const query = await site.request(`${completeArrayPath(name)}?pageNumber=1`);
  checkProblem(query, 400, list);
  const beyond = await site.request(staticPagePath(name, 'desc', Number.MAX_SAFE_INTEGER));
  // A file server cannot know that the last page has a lower number.
  checkProblem(beyond, beyond.status === 400 ? 400 : 404, list);
  checkProblem(await site.request(recordPath(name, 'no-such-record')), 404, list);
}

/** Checks that the Flatbush library can open the index, and that the points of the index have all records. */
async function checkIndex(
  site: SiteUnderTest,
  datasetName: string,
  identifiers: readonly number[],
  list: FindingList,
): Promise<void> {
  if (identifiers.length === 0) return;
  const index = await site.request(pointFilePath(datasetName, 'flatbush'));
  const points = await site.request(pointFilePath(datasetName, 'points.json'));
  if (!list.expectStatus(index, 200, buildAgain) || !list.expectStatus(points, 200, buildAgain)) return;
  checkResponse(index, 200, list, binaryContentType);
  checkResponse(points, 200, list);
  const ids = valueAt(points.json, 'ids');
  const found = new Set<unknown>(Array.isArray(ids) ? ids : []);
  if (found.size !== identifiers.length || !identifiers.every((identifier) => found.has(identifier))) {
    list.add(`${points.request} does not list the records of the dataset`, uploadAgain);
  }
  const offsets = valueAt(points.json, 'offsets');
  const pointCount = openIndex(index.bytes);
  if (pointCount === undefined || !Array.isArray(offsets) || offsets.length !== pointCount + 1) {
    list.add(`${index.request} is not the index of these points`, uploadAgain);
  }
}

/** The number of points; undefined if the library cannot open the index. */
function openIndex(bytes: Uint8Array<ArrayBuffer>): number | undefined {
  try {
    return Flatbush.from(bytes.slice().buffer).numItems;
  } catch {
    return undefined;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** Whether a host runs queries, refuses them because it only serves files, or handles them wrongly. */
export type QuerySupport = 'supported' | 'refused' | 'wrong';

const forwardQueries =
  'the host ignores the query and sends a file: let it forward requests with a query to a host with the API';
const otherData =
  'pages and searches use other data than the complete list: build again, and deploy the data and the API together';
const radiusInMetres = 5000;
/** About how many positions are searched: those of records that are evenly spread over the list. */
const searchCount = 5;

/** Compares pages and searches with the complete dataset. */
export async function checkQueries(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<QuerySupport> {
  const path = `${apiRoot}/${dataset.name}`;
  const page = await site.request(`${path}?pageNumber=1&pageSize=7`);
  if (page.status === 400) {
    for (const query of ['?pageNumber=1', '?latitude=-32&longitude=115.7', '?sortOrder=asc', '/?pageNumber=0']) {
      checkProblem(await site.request(path + query), 400, list);
    }
    return 'refused';
  }
  if (!checkResponse(page, 200, list)) return 'wrong';
  if (Array.isArray(page.json)) {
    list.add(`${page.request} is the complete dataset, not its first page`, forwardQueries);
    return 'wrong';
  }
  checkPage(page, records, site, list);
  const ascending = await site.request(`${path}?sortorder=ASC&pageNumber=1&pageSize=1`);
  if (
    checkResponse(ascending, 200, list) &&
    JSON.stringify(itemsOf(ascending)) !== JSON.stringify(firstAscending(dataset, records))
  ) {
    list.add(`${ascending.request} is not the first record in ascending order`, otherData);
  }
  for (const query of ['pageNumber=0', 'pageNumber=999999999', 'latitude=91&longitude=0', 'rangeInM=5']) {
    checkProblem(await site.request(`${path}?${query}`), 400, list);
  }
  await checkSearches(site, dataset, records, list);
  return 'supported';
}

function itemsOf({ json }: SiteResponse): unknown {
  return typeof json === 'object' && json !== null && 'PagedItems' in json ? json.PagedItems : undefined;
}

function checkPage(
  page: SiteResponse,
  records: readonly PublishedRecord[],
  site: SiteUnderTest,
  list: FindingList,
): void {
  if (JSON.stringify(itemsOf(page)) !== JSON.stringify(records.slice(0, 7))) {
    list.add(`${page.request} is not the first page of the dataset`, otherData);
  }
  const next = /"NextPageLink":"([^"]+)"/.exec(page.text)?.[1];
  if (next === undefined) {
    if (records.length > 7) list.add(`${page.request} has no link to the next page`, otherData);
    return;
  }
  site.pathOfLink(next, page);
  const links = `<${next}>; rel="next", ${describedByLink(new URL(site.url).pathname)}`;
  list.expectHeader(page, 'Link', links, 'the host or a proxy drops this header: pass it on');
}

/**
 * The first record in ascending order, in an array. Ties are in ascending order of identifiers in both directions, so
 * this is the first of the records that share the last sort key in descending order.
 */
function firstAscending(dataset: DatasetDescription, records: readonly PublishedRecord[]): readonly PublishedRecord[] {
  const compare = sortKeyComparator(dataset);
  const keyOf = (record: PublishedRecord | undefined): string => String(record?.[dataset.sortKey.field]);
  const last = keyOf(records.at(-1));
  let index = records.length - 1;
  while (index > 0 && compare(keyOf(records[index - 1]), last) === 0) index--;
  return records.slice(index, index + 1);
}

async function checkSearches(
  site: SiteUnderTest,
  dataset: DatasetDescription,
  records: readonly PublishedRecord[],
  list: FindingList,
): Promise<void> {
  const path = `${apiRoot}/${dataset.name}`;
  const [position] = dataset.positions;
  const step = Math.max(1, Math.floor(records.length / searchCount));
  for (const record of position ? records.filter((_, index) => index % step === 0) : []) {
    const latitude = Number(record[position?.latitudeField ?? '']);
    const longitude = Number(record[position?.longitudeField ?? '']);
    const distances = records.map((other) =>
      Math.min(
        ...dataset.positions.map(({ longitudeField, latitudeField }) =>
          geodesicDistanceInMetres(longitude, latitude, Number(other[longitudeField]), Number(other[latitudeField])),
        ),
      ),
    );
    const query = `?latitude=${latitude}&longitude=${longitude}`;
    const found = await site.request(`${path}${query}&rangeInM=${radiusInMetres}`);
    const expected = records.filter((_, index) => (distances[index] ?? 0) <= radiusInMetres);
    if (checkResponse(found, 200, list) && JSON.stringify(found.json) !== JSON.stringify(expected)) {
      const seen = Array.isArray(found.json) ? `${found.json.length} records` : 'no array of records';
      list.add(`${found.request} found ${seen}; expected ${expected.length}`, otherData);
    }
    const nearest = await site.request(`${path}${query}&searchStyle=Nearest`);
    const least = distances.reduce((one, other) => Math.min(one, other));
    if (
      checkResponse(nearest, 200, list) &&
      JSON.stringify(nearest.json) !== JSON.stringify(records[distances.indexOf(least)])
    ) {
      list.add(`${nearest.request} is not the nearest record`, otherData);
    }
  }
}
