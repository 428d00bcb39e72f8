import { termsOfUse } from '../../../core/datasets/terms-of-use.ts';
import type { Publication } from '../../publication.ts';
import { siteName, type SiteFacts } from '../site-facts.ts';
import { catalogTitle, termsAddress, type DatasetMetadata } from './dataset-metadata.ts';

/** The catalogue and its datasets in schema.org, for dataset search engines that read the pages. */
export function schemaOrgCatalog(facts: SiteFacts, datasets: readonly DatasetMetadata[]): unknown {
  return { ...catalogOf(facts), dataset: datasets.map(schemaOrgDataset) };
}

/**
 * A summary for the explorer's page. Nothing in it changes with the data version; the addresses of the datasets lead to the
 * full metadata.
 */
export function schemaOrgSummary(facts: CatalogFacts, datasets: readonly DatasetMetadata[]): unknown {
  const licence = licenceOf(facts.publication);
  return {
    ...catalogOf(facts),
    dataset: datasets.map(({ identifier, title, description, landingPage, apiUrl }) => ({
      '@type': 'Dataset',
      '@id': identifier,
      identifier,
      name: `${siteName}: ${title}`,
      description,
      url: landingPage,
      ...licence,
      distribution: { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: apiUrl },
    })),
  };
}

type CatalogFacts = Pick<SiteFacts, 'siteUrl' | 'sample' | 'publication'>;

function catalogOf({ siteUrl, sample, publication }: CatalogFacts): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': siteUrl,
    name: catalogTitle(sample),
    url: siteUrl,
    usageInfo: {
      '@type': 'CreativeWork',
      name: 'Terms of use',
      url: termsAddress(siteUrl),
      text: termsOfUse.join(' '),
    },
    ...statedBy(publication),
  };
}

function licenceOf({ licenceUrl }: Publication): object {
  return licenceUrl === undefined ? {} : { license: licenceUrl };
}

/** Only what the publisher stated: no licence, no publisher and no free access is assumed. */
function statedBy(publication: Publication): object {
  const { publisher, attribution } = publication;
  return {
    ...licenceOf(publication),
    ...(publisher && {
      publisher: {
        '@type': 'Organization',
        name: publisher.name,
        ...(publisher.url !== undefined && { url: publisher.url }),
      },
    }),
    ...(attribution !== undefined && { creditText: attribution }),
  };
}

function schemaOrgDataset(dataset: DatasetMetadata): unknown {
  const { box, period, files, publication, terms } = dataset;
  const licence = licenceOf(publication);
  return {
    '@type': 'Dataset',
    '@id': dataset.identifier,
    identifier: dataset.identifier,
    name: `${siteName}: ${dataset.title}`,
    description: `${dataset.description} ${termsOfUse[0]}`,
    url: dataset.landingPage,
    keywords: dataset.keywords,
    usageInfo: terms,
    ...statedBy(publication),
    version: dataset.version,
    dateModified: dataset.modified,
    ...(period === undefined ? {} : { temporalCoverage: period.join('/') }),
    ...(box === undefined
      ? {}
      : {
          spatialCoverage: {
            '@type': 'Place',
            geo: { '@type': 'GeoShape', box: `${box[1]} ${box[0]} ${box[3]} ${box[2]}` },
          },
        }),
    variableMeasured: dataset.dataset.fields.map(({ name, meaning }) => ({
      '@type': 'PropertyValue',
      name,
      description: meaning,
    })),
    distribution: [
      {
        '@type': 'DataDownload',
        name: 'JSON, by the interface',
        encodingFormat: 'application/json',
        contentUrl: dataset.apiUrl,
        ...licence,
      },
      ...files.map(({ title, mediaType, url, bytes, sha256 }) => ({
        '@type': 'DataDownload',
        name: title,
        encodingFormat: mediaType,
        contentUrl: url,
        contentSize: `${bytes} B`,
        sha256,
        ...licence,
      })),
    ],
  };
}
