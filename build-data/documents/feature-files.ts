import { crs84 } from '../../core/api/ogc/crs.ts';
import { serviceDescription, serviceTitle } from '../../core/api/ogc/describe-service.ts';
import type { Link } from '../../core/api/ogc/document.ts';
import { featureOf } from '../../core/api/ogc/features.ts';
import type { TimeRule } from '../../core/datasets/recorded-time.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import { type Collection, collections } from '../../core/engine/collections.ts';
import { lastPageNumber } from '../../core/query/parameters.ts';
import { featureFilePath, featureFilesRoot, featuresPerFile } from '../../core/storage/format/layout.ts';
import { sampleNotice } from '../publication.ts';
import { boundsOf, type RecordTable } from '../write/record-table.ts';
import type { TreeSink } from '../write/tree-sink.ts';

export interface FeatureFileFacts {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly sample: boolean;
  readonly rules: SiteRules;
}

/**
 * Writes the features of all collections as files for clients of OGC API Features: a landing page, descriptions of the
 * collections, and all features in files of 1,000, each with a link to the next. A file server cannot select features,
 * so `conformance.json` declares only the GeoJSON class. Links are absolute, because some clients do not resolve relative links.
 */
export async function writeFeatureFiles(
  tables: readonly RecordTable[],
  sink: TreeSink,
  facts: FeatureFileFacts,
): Promise<void> {
  const root = `${facts.siteUrl}${featureFilesRoot}`;
  const write = async (path: string, content: unknown): Promise<void> => {
    await sink.write(path, new TextEncoder().encode(JSON.stringify(content)));
  };
  const described = [];
  for (const collection of collections) {
    const table = tables.find(({ dataset }) => dataset === collection.dataset);
    if (!table) throw new RangeError(`there is no table of ${collection.dataset.name}`);
    const description = describe(collection, table, root, facts.rules.times);
    described.push(description);
    await write(`${featureFilesRoot}/collections/${collection.name}.json`, description);
    const last = lastPageNumber(table.size, featuresPerFile);
    for (let number = 1; number <= last; number++) {
      await write(featureFilePath(collection.name, number), featuresOf(collection, table, number, last, facts.siteUrl));
    }
  }
  await write(`${featureFilesRoot}/collections.json`, {
    links: [linkTo(`${root}/collections.json`, 'self', 'Collections')],
    collections: described,
  });
  await write(`${featureFilesRoot}/conformance.json`, {
    conformsTo: ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson'],
  });
  await write(`${featureFilesRoot}/index.json`, {
    title: serviceTitle,
    description: facts.sample ? `${sampleNotice} ${serviceDescription}` : serviceDescription,
    links: [
      linkTo(`${root}/index.json`, 'self', 'Landing page'),
      linkTo(`${root}/conformance.json`, 'conformance', 'Conformance classes'),
      linkTo(`${root}/collections.json`, 'data', 'Collections'),
    ],
  });
}

function describe(collection: Collection, table: RecordTable, root: string, rule: TimeRule): unknown {
  const { name, title, description } = collection;
  const bounds = boundsOf(table);
  return {
    ...{ id: name, title, description, itemType: 'feature' },
    extent: bounds && { spatial: { bbox: [bounds], crs: crs84 }, ...temporalExtentOf(table, rule) },
    crs: [crs84],
    links: [
      linkTo(`${root}/collections/${name}.json`, 'self', title),
      linkTo(`${root}/collections/${name}/1.geojson`, 'items', `Features of ${title}`, geoJson),
    ],
  };
}

/** From the oldest to the newest instant. */
function temporalExtentOf(table: RecordTable, rule: TimeRule): object | undefined {
  const { field, comparison } = table.dataset.sortKey;
  if (comparison !== 'text') return undefined;
  const times = table.timesBy(rule);
  let [oldest, newest] = [Infinity, -Infinity];
  for (let index = 0; index < table.size; index++) {
    const record = table.record(index);
    const SightingDateTime = String(record[field]);
    const owner = record['OwnerValue'];
    const OwnerValue = typeof owner === 'string' ? owner : null;
    const basis = times.basisOf({ OwnerValue, SightingDateTime });
    const instant = times.instantOf(SightingDateTime, basis);
    [oldest, newest] = [Math.min(oldest, instant), Math.max(newest, instant)];
  }
  const interval = [[oldest, newest].map((seconds) => new Date(seconds * 1000).toISOString())];
  return { temporal: { interval, trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' } };
}

/**
 * The files run from the end of the list to its start, so that records newer than all others change only the last file.
 * For the same reason, no file has `numberMatched`.
 */
function featuresOf(
  collection: Collection,
  table: RecordTable,
  number: number,
  last: number,
  siteUrl: string,
): unknown {
  const start = (number - 1) * featuresPerFile;
  const length = Math.min(table.size - start, featuresPerFile);
  const fileLink = (file: number, rel: string): Link =>
    linkTo(siteUrl + featureFilePath(collection.name, file), rel, `File ${file}`, geoJson);
  return {
    type: 'FeatureCollection',
    links: [
      fileLink(number, 'self'),
      ...(number > 1 ? [fileLink(number - 1, 'prev')] : []),
      ...(number < last ? [fileLink(number + 1, 'next')] : []),
    ],
    numberReturned: length,
    features: Array.from({ length }, (_, offset) =>
      featureOf(table.record(table.size - 1 - start - offset), collection, { crs: crs84, properties: undefined }),
    ),
  };
}

const geoJson = 'application/geo+json';

function linkTo(href: string, rel: string, title: string, type = 'application/json'): Link {
  return { href, rel, type, title };
}
