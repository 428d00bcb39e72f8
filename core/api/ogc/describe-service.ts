import { secondsToDateTime, withinFourDigitYears } from '../../datasets/recorded-time.ts';
import type { Site } from '../../datasets/site.ts';
import { shortNotice } from '../../datasets/notices.ts';
import { type Collection, collections } from '../../engine/collections.ts';
import { openDataset } from '../../storage/reader/stored-dataset.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { coordinateSystems, crs84 } from './crs.ts';
import { type Link, linkTo, type OgcDocument, type OgcRequest, selfLinks } from './document.ts';
import { pathOf } from './resources.ts';

/* The resources that describe the service and its collections (OGC API Features Part 1, 17-069r4). */

export const serviceTitle = ({ title, region }: Site): string => `${title}: features of the ${region.adjective} coast`;
export function serviceDescription({ subject, region, terms }: Site): string {
  const content = `${subject.one} records and places of the ${region.adjective} coast.`;
  return [content.charAt(0).toUpperCase() + content.slice(1), ...terms].join(' ');
}

/** `isSample` is whether the data is invented. */
export function describeLandingPage(request: OgcRequest, site: Site, isSample: boolean): OgcDocument {
  const { root } = request;
  const [title, about] = [serviceTitle(site), serviceDescription(site)];
  const description = isSample ? `${shortNotice} ${about}` : about;
  const links = [
    ...selfLinks(request),
    linkTo('api', `${root}/api`, 'service-desc', 'Description of the API'),
    { href: `${root}/api?f=html`, rel: 'service-doc', type: 'text/html', title: 'Description of the API, as a page' },
    linkTo('conformance', `${root}/conformance`, 'conformance', 'Conformance classes'),
    linkTo('collections', `${root}/collections`, 'data', 'Collections'),
  ];
  return {
    ...{ title, description, links, columns: [], rows: [] },
    json: { title, description, links },
  };
}

/**
 * Only classes whose requirements are all met. `temporal-functions` and `spatial-functions` of CQL2 are not among them,
 * because they require all functions of their kind.
 */
const conformanceClasses = [
  ...['core', 'oas30', 'html', 'geojson'].map((name) => `ogcapi-features-1/1.0/conf/${name}`),
  'ogcapi-features-2/1.0/conf/crs',
  ...['queryables', 'queryables-query-parameters', 'filter', 'features-filter'].map(
    (name) => `ogcapi-features-3/1.0/conf/${name}`,
  ),
  ...['schemas', 'core-roles-features', 'returnables-and-receivables', 'queryables'].map(
    (name) => `ogcapi-features-5/1.0/conf/${name}`,
  ),
  ...[
    ...['cql2-text', 'cql2-json', 'basic-cql2', 'advanced-comparison-operators', 'case-insensitive-comparison'],
    ...['accent-insensitive-comparison', 'basic-spatial-functions', 'basic-spatial-functions-plus'],
    ...['property-property', 'arithmetic'],
  ].map((name) => `cql2/1.0/conf/${name}`),
].map((path) => `http://www.opengis.net/spec/${path}`);

export function describeConformance(request: OgcRequest): OgcDocument {
  return {
    title: 'Conformance classes',
    json: { conformsTo: conformanceClasses },
    columns: ['URI'],
    rows: conformanceClasses.map((uri) => [uri]),
    links: selfLinks(request),
  };
}

/** Throws StoredDataError. */
export async function describeCollections(request: OgcRequest, snapshot: Snapshot): Promise<OgcDocument> {
  const { root } = request;
  const links = selfLinks(request);
  const described = collections.map(async (collection) => collectionJson(collection, root, [], snapshot));
  return {
    title: 'Collections',
    json: { links, crs: coordinateSystems, collections: await Promise.all(described) },
    columns: ['Name', 'Title', 'Description', 'Link'],
    rows: collections.map((collection) => [
      ...[collection.name, collection.title, collection.description],
      `${root}/${pathOf('collection', collection)}?f=html`,
    ]),
    links,
  };
}

/** Throws StoredDataError. */
export async function describeCollection(request: OgcRequest, snapshot: Snapshot): Promise<OgcDocument> {
  const { collection, root } = request;
  const { title, description } = collection;
  const json = await collectionJson(collection, root, selfLinks(request), snapshot);
  return { title, description, json, columns: [], rows: [], links: json.links };
}

/** The document about one collection; `ownLinks` are its links to itself, which it does not have in the list of all. */
async function collectionJson(
  collection: Collection,
  root: string,
  ownLinks: readonly Link[],
  snapshot: Snapshot,
): Promise<{ readonly links: readonly Link[] }> {
  const { name, title, description } = collection;
  const relations = 'http://www.opengis.net/def/rel/ogc/1.0';
  const url = (resource: 'collection' | 'items' | 'queryables' | 'schema' | 'aggregate'): string =>
    `${root}/${pathOf(resource, collection)}`;
  const items = `Features of ${title}`;
  const links = [
    ...(ownLinks.length > 0 ? ownLinks : [linkTo('collection', url('collection'), 'self', title)]),
    linkTo('items', url('items'), 'items', items),
    { href: `${url('items')}?f=html`, rel: 'items', type: 'text/html', title: `${items}, as a page` },
    linkTo('queryables', url('queryables'), `${relations}/queryables`, `Queryables of ${title}`),
    linkTo('schema', url('schema'), `${relations}/schema`, `Properties of ${title}`),
  ];
  return {
    ...{ id: name, title, description, itemType: 'feature', links },
    ...{ extent: await extentOf(collection, snapshot), crs: coordinateSystems, storageCrs: crs84 },
  };
}

/**
 * The box of all positions of the dataset, and the period of its times; undefined if there are no features. A recorded
 * time is UTC or local time, so the period is longer than that of the recorded times. A date counts with the start of its
 * day.
 */
async function extentOf({ dataset }: Collection, snapshot: Snapshot): Promise<unknown> {
  const files = openDataset(snapshot, dataset);
  const { tiles } = await files.tileTable();
  if (tiles.length === 0) return undefined;
  const least = (key: 'west' | 'south' | 'oldestKey'): number => Math.min(...tiles.map((tile) => tile[key]));
  const greatest = (key: 'east' | 'north' | 'newestKey'): number => Math.max(...tiles.map((tile) => tile[key]));
  const spatial = { bbox: [[least('west'), least('south'), greatest('east'), greatest('north')]], crs: crs84 };
  if (dataset.sortKey.comparison !== 'text') return { spatial };
  const [leastAhead, greatestAhead] = files.times.differences;
  const period = [least('oldestKey') - greatestAhead, greatest('newestKey') - leastAhead];
  const interval = [period.map((seconds) => `${secondsToDateTime(withinFourDigitYears(seconds))}Z`)];
  return {
    spatial,
    temporal: { interval, trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' },
  };
}
