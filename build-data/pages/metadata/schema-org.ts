import { siteName, type SiteFacts } from '../site-facts.ts';
import { catalogTitle, type DatasetMetadata } from './dataset-metadata.ts';

/** The catalogue and its datasets in the words of schema.org, as search engines for data read them in a page. */
export function schemaOrgCatalog({ siteUrl, sample }: SiteFacts, datasets: readonly DatasetMetadata[]): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': siteUrl,
    name: catalogTitle(sample),
    url: siteUrl,
    dataset: datasets.map(schemaOrgDataset),
  };
}

/**
 * The same in short, for the page that everybody visits: nothing in it changes with each version of the data, and whoever
 * wants all of it finds it where the datasets' addresses lead.
 */
export function schemaOrgSummary(
  site: Pick<SiteFacts, 'siteUrl' | 'sample'>,
  datasets: readonly DatasetMetadata[],
): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': site.siteUrl,
    name: catalogTitle(site.sample),
    url: site.siteUrl,
    dataset: datasets.map(({ identifier, title, description, landingPage, apiUrl }) => ({
      '@type': 'Dataset',
      '@id': identifier,
      name: `${siteName}: ${title}`,
      description,
      url: landingPage,
      isAccessibleForFree: true,
      creator: { '@type': 'Organization', name: siteName },
      distribution: { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: apiUrl },
    })),
  };
}

function schemaOrgDataset(dataset: DatasetMetadata): unknown {
  const { box, period, files } = dataset;
  return {
    '@type': 'Dataset',
    '@id': dataset.identifier,
    name: `${siteName}: ${dataset.title}`,
    description: dataset.description,
    url: dataset.landingPage,
    keywords: dataset.keywords,
    isAccessibleForFree: true,
    version: dataset.version,
    dateModified: dataset.issued,
    creator: { '@type': 'Organization', name: siteName },
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
      },
      ...files.map(({ title, mediaType, url, bytes, sha256 }) => ({
        '@type': 'DataDownload',
        name: title,
        encodingFormat: mediaType,
        contentUrl: url,
        contentSize: `${bytes} B`,
        sha256,
      })),
    ],
  };
}
