import type { TimedRecord, TimeRule } from '../../core/datasets/recorded-time.ts';
import type { Site, SiteRules } from '../../core/datasets/site.ts';
import {
  apiRoot,
  changeLogPath,
  completeArrayPath,
  dictionaryPageDirectory,
  dictionaryPath,
  apiDocuments,
  recordPath,
  sitemapPath,
  pointFilePath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import type { ExportedFile } from '../exports/exported-file.ts';
import { describeMeaning, type Publication, sampleNotice } from '../publication.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { JsonObject } from './open-api/components.ts';

/** A file or page of the site; `path` is relative to the site's root. */
export interface LinkedFile {
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
}

export interface ServiceOptions {
  readonly rules: SiteRules;
  readonly dataVersion: string;
  readonly builtAt: string;
  readonly sample: boolean;
  readonly exports: readonly ExportedFile[];
  readonly feeds: readonly LinkedFile[];
  /** Files that describe the datasets to other programs. */
  readonly metadata: readonly LinkedFile[];
  readonly hasPages: boolean;
  readonly publication: Publication;
}

/** The relative path from the document to the root of the site. */
const toRoot = '../'.repeat(apiRoot.split('/').length);
/** A path of the API relative to the URL of the document. */
const relativeToDocument = (path: string): string => path.slice(apiRoot.length + 1);

const htmlType = 'text/html';
/** The links that only sites with documentation pages have. */
const pageLinks: readonly (readonly [rel: string, path: string, type: string, title: string])[] = [
  ['service-doc', 'docs/', htmlType, 'Documentation of the API'],
  ['describedby', dictionaryPageDirectory, htmlType, 'Data dictionary'],
  ['related', 'docs/downloads/', htmlType, 'Downloads'],
  ['related', 'docs/changes/', htmlType, 'Change log'],
  ['related', 'client/coastwatch-client.js', 'text/javascript', 'A client for JavaScript and TypeScript'],
  ['sitemap', sitemapPath, 'application/xml', 'The pages of the site'],
];

/** "Coastal features and shark sightings of Western Australia, read-only." */
export const describeService = ({ subject, marks, region }: Site): string =>
  `Coastal features and ${subject.one} ${marks.sighting.many} of ${region.name}, read-only.`;

/** The entry point of the service, which `serviceDocumentSchemaOf` describes. Every `href` is relative to the document. */
export function buildServiceDocument(tables: readonly RecordTable[], options: ServiceOptions) {
  const { dataVersion, builtAt, sample } = options;
  const { site, ...rights } = options.publication;
  return {
    title: site.title,
    description: describeService(site),
    ...(sample && { notice: sampleNotice }),
    interfaceVersion: 'v1',
    sample,
    dataVersion,
    builtAt,
    newestRecord: findNewestRecord(tables, options.rules.times),
    datasets: tables.map((table) => describeDataset(table, options.exports, site)),
    links: listLinks(options),
    termsOfUse: site.terms,
    publication: rights,
  };
}

function findNewestRecord(tables: readonly RecordTable[], rule: TimeRule) {
  const table = tables.find(({ dataset, size }) => dataset.sortKey.comparison === 'text' && size > 0);
  if (!table) return null;
  const { name, sortKey } = table.dataset;
  const identifier = table.identifier(0);
  const record = table.record(0);
  const time = String(record[sortKey.field]);
  const basis = table.timesBy(rule).basisOf(record as unknown as TimedRecord);
  const timeBasis = basis === 'local' ? rule.zone : basis;
  return { dataset: name, identifier, time, timeBasis, href: relativeToDocument(recordPath(name, identifier)) };
}

function describeDataset({ dataset, size }: RecordTable, exports: readonly ExportedFile[], site: Site) {
  const { name, title, identifierField, sortKey } = dataset;
  const dictionary = (format: 'csv' | 'json', type: string) => ({
    rel: 'describedby',
    href: toRoot + dictionaryPath(name, format),
    type,
    title: `Data dictionary as ${format.toUpperCase()}`,
  });
  return {
    name,
    title,
    description: describeMeaning(dataset, site),
    records: size,
    identifierField,
    sortKey: sortKey.field,
    href: name,
    recordTemplate: `${name}/{id}`,
    staticFiles: {
      href: relativeToDocument(completeArrayPath(name)),
      recordTemplate: relativeToDocument(recordPath(name, '{id}')),
      pageTemplate: relativeToDocument(staticPagePath(name, '{sortOrder}', '{pageNumber}')),
      pageSize: staticPageSize,
      flatbush: relativeToDocument(pointFilePath(name, 'flatbush')),
      points: relativeToDocument(pointFilePath(name, 'points.json')),
    },
    dictionary: [dictionary('json', 'application/json'), dictionary('csv', 'text/csv')],
    downloads: exports.filter((file) => file.dataset === name).map(describeDownload),
  };
}

function describeDownload({ format, title, mediaType, path, hashedPath, bytes, sha256 }: ExportedFile) {
  return { format, title, type: mediaType, href: toRoot + path, hashedHref: toRoot + hashedPath, bytes, sha256 };
}

function listLinks({ feeds, metadata, hasPages }: ServiceOptions) {
  const [self, description] = apiDocuments;
  return [
    { rel: 'self', href: self, type: 'application/json', title: 'This document' },
    { rel: 'service-desc', href: description, type: 'application/json', title: 'The API in OpenAPI 3.1' },
    { rel: 'related', href: toRoot + changeLogPath, type: 'application/json', title: 'Change log' },
    ...(hasPages ? pageLinks : []).map(([rel, path, type, title]) => ({ rel, href: toRoot + path, type, title })),
    ...feeds.map((file) => linkTo('alternate', file)),
    ...metadata.map((file) => linkTo('describedby', file)),
  ];
}

function linkTo(rel: string, { path, mediaType, title }: LinkedFile) {
  return { rel, href: toRoot + path, type: mediaType, title };
}

const text: JsonObject = { type: 'string' };
const nonNegativeInteger: JsonObject = { type: 'integer', minimum: 0 };
const href: JsonObject = {
  type: 'string',
  format: 'uri-reference',
  description: "Relative to this document's URL.",
};
const uri: JsonObject = { type: 'string', format: 'uri' };
const texts: JsonObject = { type: 'array', items: text };

function objectSchema(properties: Readonly<Record<string, JsonObject>>, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const link = objectSchema({ rel: text, href, type: text, title: text });

export const serviceDocumentSchemaOf = ({ zone }: TimeRule): JsonObject => ({
  ...objectSchema(
    {
      title: text,
      description: text,
      notice: { ...text, description: 'Only for sample data: show it wherever the data is described.' },
      interfaceVersion: { const: 'v1' },
      sample: { type: 'boolean', description: 'Whether every record is invented.' },
      dataVersion: { type: 'string', pattern: '^[0-9a-f]{16}$' },
      builtAt: { type: 'string', format: 'date-time', description: 'When the data was built, in UTC.' },
      newestRecord: {
        ...objectSchema({
          dataset: text,
          identifier: nonNegativeInteger,
          time: text,
          timeBasis: {
            enum: [...new Set(['UTC', zone, 'date'])],
            description: 'The derived time zone, or `date` if only the date was recorded.',
          },
          href,
        }),
        type: ['object', 'null'],
        description: 'The newest record of the dataset that is sorted by time.',
      },
      datasets: {
        type: 'array',
        items: objectSchema({
          name: text,
          title: text,
          description: text,
          records: nonNegativeInteger,
          identifierField: text,
          sortKey: text,
          href,
          recordTemplate: { type: 'string', description: 'The URL of one record, as an RFC 6570 template.' },
          staticFiles: {
            ...objectSchema({
              href,
              recordTemplate: text,
              pageTemplate: text,
              pageSize: nonNegativeInteger,
              flatbush: href,
              points: href,
            }),
            description:
              'URLs without parameters, which also work on hosts that only serve files: the complete dataset and, as ' +
              'RFC 6570 templates, one record and one page. sortOrder is asc or desc; pageNumber counts from 1. ' +
              'flatbush is the spatial index for the Flatbush library; points lists the records at each of its points.',
          },
          dictionary: { type: 'array', items: link },
          downloads: {
            type: 'array',
            items: objectSchema({
              format: text,
              title: text,
              type: text,
              href,
              hashedHref: href,
              bytes: nonNegativeInteger,
              sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
            }),
          },
        }),
      },
      links: { type: 'array', items: link },
      termsOfUse: texts,
      publication: {
        ...objectSchema(
          { licenceUrl: uri, publisher: objectSchema({ name: text, url: uri }, ['url']), attribution: text },
          ['licenceUrl', 'publisher', 'attribution'],
        ),
        description: 'What the publisher states about the data. Missing values were not stated.',
      },
    },
    ['notice'],
  ),
  description: 'The entry point of the service, with links to everything else.',
});
