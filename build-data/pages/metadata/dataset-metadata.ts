import type { DatasetDescription, FieldDescription } from '../../../core/datasets/dataset-description.ts';
import { dateTimeToSeconds, type TimeRule } from '../../../core/datasets/recorded-time.ts';
import { historicalNotice, shortNotice } from '../../../core/datasets/notices.ts';
import { readRecordTimes } from '../../../core/feeds/newest-records.ts';
import {
  pagePath,
  apiRoot,
  catalogPath,
  completeArrayPath,
  dataPackagePath,
} from '../../../core/storage/format/layout.ts';
import type { LinkedFile } from '../../documents/service-document.ts';
import { exportedDataset } from '../../exports/export-columns.ts';
import type { ExportedFile } from '../../exports/exported-file.ts';
import { describeMeaning, type Publication } from '../../publication.ts';
import { recordsOf } from '../../site/words.ts';
import { isInRegion } from '../../validate/record-warnings.ts';
import { boundsOf, type RecordTable } from '../../write/record-table.ts';
import { type SiteFacts } from '../page-frame.ts';

export interface DatasetMetadata {
  readonly identifier: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly landingPage: string;
  readonly documentation: string;
  readonly apiUrl: string;
  /** When this version of the data was first built. */
  readonly modified: string;
  readonly version: string;
  /**
   * The bounds of the records' points: west, south, east, north. Points outside the expected region, which the build
   * warns about, are excluded: a latitude without its sign would stretch the box across the equator. Undefined without
   * points.
   */
  readonly box: readonly [number, number, number, number] | undefined;
  /**
   * The first and last instants of the records, as recorded, with their time zones. Undefined if records have no times.
   */
  readonly period: readonly [string, string] | undefined;
  readonly files: readonly (ExportedFile & { readonly url: string })[];
  readonly dataset: DatasetDescription;
  readonly publication: Publication;
  readonly terms: string;
}

export const catalogTitle = ({ publication: { site }, sample }: Pick<SiteFacts, 'publication' | 'sample'>): string =>
  `${site.title}: coastal features and ${recordsOf(site)} of ${site.region.name}${sample ? ' (sample data)' : ''}`;

export function datasetMetadata(facts: SiteFacts, files: readonly ExportedFile[]): readonly DatasetMetadata[] {
  return facts.tables.map((table) => describeDataset(table, facts, files));
}

function describeDataset(table: RecordTable, facts: SiteFacts, files: readonly ExportedFile[]): DatasetMetadata {
  const { dataset } = table;
  const { siteUrl, sample, modifiedAt, dataVersion, publication } = facts;
  const filesOfDataset = files.filter((file) => file.dataset === dataset.name);
  return {
    identifier: `${siteUrl}${apiRoot}/${dataset.name}`,
    name: dataset.name,
    title: `${dataset.title}${sample ? ' (sample data)' : ''}`,
    description: `${sample ? `${shortNotice} ` : ''}${describeMeaning(dataset, publication.site)} ${historicalNotice}`,
    keywords: [
      publication.site.subject.many,
      'coast',
      publication.site.region.name,
      ...(sample ? ['sample data'] : []),
    ],
    landingPage: siteUrl + pagePath('downloads'),
    documentation: `${siteUrl}${pagePath('dictionary')}#${dataset.name}`,
    apiUrl: siteUrl + completeArrayPath(dataset.name),
    modified: modifiedAt,
    version: dataVersion,
    box: boundsOf(table, 0, table.size, (longitude, latitude) =>
      isInRegion(longitude, latitude, publication.site.region.box),
    ),
    period: coveredPeriod(table, facts.rules.times),
    files: filesOfDataset.map((file) => ({ ...file, url: siteUrl + file.path })),
    dataset,
    publication,
    terms: termsUrl(siteUrl),
  };
}

export function termsUrl(siteUrl: string): string {
  return `${siteUrl}${pagePath('dictionary')}#terms`;
}

function coveredPeriod(table: RecordTable, rule: TimeRule): DatasetMetadata['period'] {
  const { sortKey, fields } = table.dataset;
  if (table.size === 0 || fields.find(({ name }) => name === sortKey.field)?.type !== 'dateTime') return undefined;
  const newestFirst = Array.from({ length: table.size }, (_, index) => index);
  return [
    extremeTime(table, rule, newestFirst.toReversed(), Math.min),
    extremeTime(table, rule, newestFirst, Math.max),
  ];
}

/**
 * The earliest or latest instant of records that are sorted by recorded time, with its offset. Only records within the
 * greatest difference of offsets from the first one can have the extreme instant.
 */
function extremeTime(table: RecordTable, rule: TimeRule, indexes: readonly number[], extreme: typeof Math.min): string {
  const times = table.timesBy(rule);
  const [least, greatest] = times.differences;
  let [first, found, text] = [Number.NaN, Number.NaN, ''];
  for (const index of indexes) {
    const { basis, sighted } = readRecordTimes(table.record(index), times);
    const recorded = dateTimeToSeconds(sighted);
    if (Number.isNaN(first)) first = recorded;
    if (Math.abs(recorded - first) > greatest - least) break;
    const instant = times.instantOf(sighted, basis);
    if (text !== '' && extreme(instant, found) !== instant) continue;
    [found, text] = [instant, times.timestampOf(sighted, basis)];
  }
  return text;
}

export const metadataFiles: readonly LinkedFile[] = [
  { path: catalogPath, mediaType: 'application/ld+json', title: 'The datasets as a DCAT catalogue' },
  { path: dataPackagePath, mediaType: 'application/json', title: 'The datasets as a Frictionless data package' },
];

/** Stated in words, because readers that apply the table schema return null for both. */
const emptyCellNote = 'In the CSV file an empty cell is a null, and an empty cell in quotes ("") is an empty text.';

/**
 * A Frictionless data package: its resources are the CSV files for programs, each with the table schema of its dataset.
 */
export function dataPackage(facts: SiteFacts, datasets: readonly DatasetMetadata[]): unknown {
  const { siteUrl, sample, modifiedAt, dataVersion, publication } = facts;
  const termsOfUse = publication.site.terms;
  return {
    profile: 'data-package',
    name: sample ? 'coastwatch-sample' : 'coastwatch',
    id: `${siteUrl}#${dataVersion}`,
    title: catalogTitle(facts),
    description: [...datasets.map(({ description }) => description), ...termsOfUse].join('\n\n'),
    termsOfUse: { path: termsUrl(siteUrl), text: termsOfUse },
    homepage: siteUrl + pagePath('downloads'),
    version: dataVersion,
    created: modifiedAt,
    keywords: [...new Set(datasets.flatMap(({ keywords }) => keywords))],
    ...publisherProperties(publication),
    resources: datasets.flatMap(packageResources),
  };
}

/** The rights that the publisher has stated. A package without a licence is not open. */
function publisherProperties({ licenceUrl, publisher, attribution }: Publication): object {
  const path = publisher?.url === undefined ? {} : { path: publisher.url };
  return {
    ...(licenceUrl !== undefined && { licenses: [{ path: licenceUrl, title: 'Licence of the data' }] }),
    ...(publisher && { contributors: [{ title: publisher.name, ...path, role: 'publisher' }] }),
    ...(attribution !== undefined && { sources: [{ title: attribution, ...path }] }),
  };
}

function packageResources({ name, title, description, files, dataset }: DatasetMetadata): unknown[] {
  const fields = exportedDataset(dataset).fields.map(tableSchemaField);
  // `NULL` is not a missing value, but a published text.
  const schema = { fields, missingValues: [''], primaryKey: dataset.identifierField };
  const tables = files.filter(({ format }) => format === 'csv');
  // Without files to download, the resource is the complete array of the API.
  if (tables.length === 0) {
    return [
      {
        profile: 'data-resource',
        name: name.toLowerCase(),
        title,
        description,
        path: completeArrayPath(dataset.name),
        format: 'json',
        mediatype: 'application/json',
      },
    ];
  }
  return tables.map(({ path, bytes, sha256, mediaType }) => ({
    profile: 'tabular-data-resource',
    name: name.toLowerCase(),
    title,
    description: `${description} ${emptyCellNote}`,
    path,
    format: 'csv',
    mediatype: mediaType.replace(/;.*/, ''),
    encoding: 'utf-8',
    bytes,
    hash: `sha256:${sha256}`,
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema,
  }));
}

const types: Readonly<Record<FieldDescription['type'], object>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  text: { type: 'string' },
  dateTime: { type: 'datetime', format: '%Y-%m-%dT%H:%M:%S' },
};

function tableSchemaField({ name, meaning, type, nulls, minimum, maximum }: FieldDescription): unknown {
  const constraints = {
    ...(nulls === 'never' ? { required: true } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  return {
    name,
    ...types[type],
    description: meaning,
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}
