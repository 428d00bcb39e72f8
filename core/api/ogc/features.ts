import type { DatasetRecord } from '../../datasets/dataset-description.ts';
import { type Collection, positionOf } from '../../engine/collections.ts';
import { selectFeatures } from '../../engine/select-features.ts';
import { findRecord, readListed } from '../../storage/reader/list-reader.ts';
import { openDataset } from '../../storage/reader/stored-dataset.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { ogcProblems, type Problem, problems } from '../problems.ts';
import { parseIdentifier } from '../routes.ts';
import { coordinatesIn, type Crs } from './crs.ts';
import type { PageRequest } from './read-selection.ts';
import { type Cell, linkTo, type OgcDocument, type OgcRequest, selfLinks, withParameters } from './document.ts';
import { pathOf } from './resources.ts';

/** A feature in GeoJSON (RFC 7946). */
export interface Feature {
  readonly type: 'Feature';
  readonly id: number;
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [number, number] };
  readonly properties: DatasetRecord;
  /** In metres from the centre of the search. Not a property, because `RawData` has one named `Distance`. */
  readonly distance?: number | undefined;
}

const decoder = new TextDecoder();

/** One page of the features of a collection. Throws StoredDataError and FilterError. */
export async function featurePage(
  request: OgcRequest,
  page: PageRequest,
  snapshot: Snapshot,
): Promise<OgcDocument | Problem> {
  const { collection, url } = request;
  const { dataVersion } = snapshot.manifest;
  if (page.dataVersion !== undefined && page.dataVersion !== dataVersion) {
    return ogcProblems.dataChanged(page.dataVersion, dataVersion);
  }
  const files = openDataset(snapshot, collection.dataset);
  const { numberMatched, indexes, distancesInMetres } = await selectFeatures(files, collection, page);
  const records = await readListed(files, indexes);
  const features = records.map((bytes, at): Feature => {
    return { ...featureOf(parseRecord(bytes), collection, page), distance: distancesInMetres?.[at] };
  });
  const end = page.start + features.length;
  const next = withParameters(url, { offset: String(end), 'data-version': dataVersion });
  const links = [...selfLinks(request), ...(end < numberMatched ? [linkTo('items', next, 'next', 'Next page')] : [])];
  const counts = { numberMatched, numberReturned: features.length };
  return {
    title: `Features of ${collection.title}`,
    description: `Matching features: ${numberMatched}. On this page: ${features.length}.`,
    json: { type: 'FeatureCollection', links, timeStamp: new Date().toISOString(), ...counts, features },
    get columns() {
      return columnsOf(features);
    },
    get rows() {
      return rowsOf(features, request);
    },
    links,
    headers: {
      ...contentCrs(page.crs),
      'OGC-NumberMatched': String(numberMatched),
      'OGC-NumberReturned': String(features.length),
    },
  };
}

/** Throws StoredDataError. */
export async function singleFeature(request: OgcRequest, crs: Crs, snapshot: Snapshot): Promise<OgcDocument | Problem> {
  const { collection, root, featureId } = request;
  const identifier = parseIdentifier(featureId);
  const files = openDataset(snapshot, collection.dataset);
  const bytes = identifier === undefined ? undefined : await findRecord(files, identifier);
  if (!bytes) return problems.noSuchRecord(collection.dataset.tableName, featureId);
  const feature = featureOf(parseRecord(bytes), collection, { crs, properties: undefined });
  const links = [
    ...selfLinks(request),
    linkTo('collection', `${root}/${pathOf('collection', collection)}`, 'collection', collection.title),
  ];
  return {
    title: `${collection.title}: ${featureId}`,
    json: { ...feature, links },
    columns: ['Name', 'Value'],
    rows: Object.entries(feature.properties),
    links,
    headers: contentCrs(crs),
  };
}

const contentCrs = (crs: Crs): Readonly<Record<string, string>> => ({ 'Content-Crs': `<${crs}>` });

/** The bytes are those of a record as the build writes it. */
const parseRecord = (bytes: Uint8Array): DatasetRecord => JSON.parse(decoder.decode(bytes)) as DatasetRecord;

/** A record as a feature, with all properties or those named. */
export function featureOf(
  record: DatasetRecord,
  collection: Collection,
  { crs, properties }: Pick<PageRequest, 'crs' | 'properties'>,
): Feature {
  const { longitudeField, latitudeField } = positionOf(collection);
  const coordinates = coordinatesIn(crs, Number(record[longitudeField]), Number(record[latitudeField]));
  return {
    type: 'Feature',
    id: Number(record[collection.dataset.identifierField]),
    geometry: { type: 'Point', coordinates },
    properties: properties
      ? Object.fromEntries(Object.entries(record).filter(([name]) => properties.includes(name)))
      : record,
  };
}

const columnsOf = ([first]: readonly Feature[]): readonly string[] =>
  first
    ? ['Link', ...(first.distance === undefined ? [] : ['Distance in metres']), ...Object.keys(first.properties)]
    : [];

/** Each feature in a row, with a link to it. */
const rowsOf = (features: readonly Feature[], { root, collection }: OgcRequest): readonly (readonly Cell[])[] =>
  features.map((feature) => [
    `${root}/${pathOf('items', collection)}/${feature.id}?f=html`,
    ...(feature.distance === undefined ? [] : [feature.distance]),
    ...Object.values(feature.properties),
  ]);
