import type { FieldDescription } from '../../../core/datasets/dataset-description.ts';
import { completeArrayPath } from '../../../core/storage/format/layout.ts';
import { addressOf } from '../page-frame.ts';
import { termsOfUse } from '../../../core/datasets/terms-of-use.ts';
import type { Publication } from '../../publication.ts';
import type { SiteFacts } from '../site-facts.ts';
import { catalogTitle, termsAddress, type DatasetMetadata } from './dataset-metadata.ts';

/** Readers that apply the table schema return null for both. */
const emptyWords = 'In the CSV file an empty cell is a null, and "" in quotes is an empty text.';

/** A Frictionless data package: its resources are the CSV files for programs, each with the table schema of its dataset. */
export function dataPackage(
  { siteUrl, sample, modifiedAt, dataVersion, publication }: SiteFacts,
  datasets: readonly DatasetMetadata[],
): unknown {
  return {
    profile: 'data-package',
    name: sample ? 'coastwatch-sample' : 'coastwatch',
    id: `${siteUrl}#${dataVersion}`,
    title: catalogTitle(sample),
    description: [...datasets.map(({ description }) => description), ...termsOfUse].join('\n\n'),
    termsOfUse: { path: termsAddress(siteUrl), text: termsOfUse },
    homepage: siteUrl + addressOf('downloads'),
    version: dataVersion,
    created: modifiedAt,
    keywords: [...new Set(datasets.flatMap(({ keywords }) => keywords))],
    ...statedBy(publication),
    resources: datasets.flatMap(resourcesOf),
  };
}

/** Only what the publisher stated: without a licence, a package is not open. */
function statedBy({ licenceUrl, publisher, attribution }: Publication): object {
  const path = publisher?.url === undefined ? {} : { path: publisher.url };
  return {
    ...(licenceUrl !== undefined && { licenses: [{ path: licenceUrl, title: 'Licence of the data' }] }),
    ...(publisher && { contributors: [{ title: publisher.name, ...path, role: 'publisher' }] }),
    ...(attribution !== undefined && { sources: [{ title: attribution, ...path }] }),
  };
}

function resourcesOf({ name, title, description, files, dataset }: DatasetMetadata): unknown[] {
  const fields = dataset.fields.map(fieldOf);
  // Not `NULL`: it is a published text.
  const schema = { fields, missingValues: [''], primaryKey: dataset.identifierField };
  const tables = files.filter(({ format }) => format === 'csv');
  // Without files to download, the API's complete array.
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
    description: `${description} ${emptyWords}`,
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

function fieldOf({ name, meaning, type, nulls, minimum, maximum }: FieldDescription): unknown {
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
