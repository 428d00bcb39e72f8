import { pagePath, apiDocumentPath } from '../../../core/storage/format/layout.ts';
import type { Publication, Rights } from '../../publication.ts';
import { type SiteFacts } from '../page-frame.ts';
import { catalogTitle, type DatasetMetadata, termsUrl } from './dataset-metadata.ts';

/** All prefixes are defined here, so that no reader has to fetch a context. */
const context = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  geo: 'http://www.opengis.net/ont/geosparql#',
  odrs: 'http://schema.theodi.org/odrs#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** Media types in use that are not registered. */
const unregisteredTypes = new Set(['application/x-ndjson', 'application/flatgeobuf']);

const link = (url: string): unknown => ({ '@id': url });
const english = (text: string): unknown => ({ '@value': text, '@language': 'en' });
/** A property with the URL of a media type in its registry, or with the name of an unregistered type. */
const mediaTypeProperty = (mediaType: string): Record<string, unknown> => {
  const [name = ''] = mediaType.split(';');
  return unregisteredTypes.has(name)
    ? { 'dct:format': name }
    : { 'dcat:mediaType': link(`https://www.iana.org/assignments/media-types/${name}`) };
};
const dateTime = (text: string): unknown => ({ '@value': text, '@type': 'xsd:dateTime' });

export function dcatCatalog(facts: SiteFacts, datasets: readonly DatasetMetadata[]): unknown {
  const { siteUrl, modifiedAt, publication } = facts;
  const { site } = publication;
  const rights = rightsProperties(publication, termsUrl(siteUrl));
  return {
    '@context': context,
    '@id': siteUrl,
    '@type': 'dcat:Catalog',
    'dct:title': english(catalogTitle(facts)),
    'dct:description': english(`Two datasets about the ${site.region.adjective} coast, with an API and downloads.`),
    ...publisherProperty(publication),
    ...rights,
    'dct:modified': dateTime(modifiedAt),
    'dct:language': link('http://id.loc.gov/vocabulary/iso639-1/en'),
    'foaf:homepage': link(siteUrl),
    'dcat:service': {
      '@id': `${siteUrl}webapi/v1/`,
      '@type': 'dcat:DataService',
      'dct:title': english(`${site.title} API, version 1`),
      'dcat:endpointURL': link(`${siteUrl}webapi/v1`),
      'dcat:endpointDescription': link(siteUrl + apiDocumentPath('openapi.json')),
      'foaf:page': link(siteUrl + pagePath('api')),
      ...rights,
      'dcat:servesDataset': datasets.map(({ identifier }) => link(identifier)),
    },
    'dcat:dataset': datasets.map(dcatDataset),
  };
}

function dcatDataset(dataset: DatasetMetadata): unknown {
  const { box, period, publication, terms } = dataset;
  const rights = rightsProperties(publication, terms);
  return {
    '@id': dataset.identifier,
    '@type': 'dcat:Dataset',
    'dct:identifier': dataset.name,
    'dct:title': english(dataset.title),
    'dct:description': english(dataset.description),
    'dcat:keyword': dataset.keywords.map(english),
    'dcat:landingPage': link(dataset.landingPage),
    'foaf:page': link(dataset.documentation),
    ...publisherProperty(publication),
    ...rights,
    'dct:modified': dateTime(dataset.modified),
    'dcat:version': dataset.version,
    ...(period && {
      'dct:temporal': {
        '@type': 'dct:PeriodOfTime',
        'dcat:startDate': dateTime(period[0]),
        'dcat:endDate': dateTime(period[1]),
      },
    }),
    ...(box && {
      'dct:spatial': {
        '@type': 'dct:Location',
        'dcat:bbox': { '@value': wktPolygon(box), '@type': 'geo:wktLiteral' },
      },
    }),
    'dcat:distribution': [
      {
        '@id': `${dataset.apiUrl}#json`,
        '@type': 'dcat:Distribution',
        'dct:title': english('JSON, from the API'),
        'dcat:accessURL': link(dataset.apiUrl),
        ...rights,
        ...mediaTypeProperty('application/json'),
      },
      ...dataset.files.map(({ title, url, mediaType, bytes, sha256 }) => ({
        '@id': url,
        '@type': 'dcat:Distribution',
        'dct:title': english(title),
        'dcat:accessURL': link(dataset.landingPage),
        'dcat:downloadURL': link(url),
        ...rights,
        ...mediaTypeProperty(mediaType),
        'dcat:byteSize': { '@value': String(bytes), '@type': 'xsd:nonNegativeInteger' },
        'spdx:checksum': {
          '@type': 'spdx:Checksum',
          'spdx:algorithm': link('http://spdx.org/rdf/terms#checksumAlgorithm_sha256'),
          'spdx:checksumValue': { '@value': sha256, '@type': 'xsd:hexBinary' },
        },
      })),
    ],
  };
}

/** Empty if no publisher was stated. */
function publisherProperty({ publisher }: Rights): object {
  if (publisher === undefined) return {};
  const homepage = publisher.url === undefined ? {} : { 'foaf:homepage': link(publisher.url) };
  return { 'dct:publisher': { '@type': 'foaf:Agent', 'foaf:name': publisher.name, ...homepage } };
}

/** The terms of the service, and the licence and attribution that the publisher stated. */
function rightsProperties({ licenceUrl, attribution, site }: Publication, terms: string): object {
  return {
    ...(licenceUrl !== undefined && { 'dct:license': link(licenceUrl) }),
    'dct:rights': {
      '@type': 'dct:RightsStatement',
      'rdfs:label': english(site.terms.join(' ')),
      'foaf:page': link(terms),
      ...(attribution !== undefined && { 'odrs:attributionText': english(attribution) }),
    },
  };
}

/** Well-known text: longitude, then latitude. */
function wktPolygon([west, south, east, north]: readonly [number, number, number, number]): string {
  return `POLYGON((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
}

export function schemaOrgCatalog(facts: SiteFacts, datasets: readonly DatasetMetadata[]): unknown {
  return { ...schemaOrgBase(facts), dataset: datasets.map(schemaOrgDataset) };
}

/**
 * A summary for the explorer's page. It does not change with the data version. The full metadata is at the URLs of the
 * datasets.
 */
export function schemaOrgSummary(facts: CatalogFacts, datasets: readonly DatasetMetadata[]): unknown {
  const licence = licenceProperty(facts.publication);
  return {
    ...schemaOrgBase(facts),
    dataset: datasets.map(({ identifier, title, description, landingPage, apiUrl }) => ({
      '@type': 'Dataset',
      '@id': identifier,
      identifier,
      name: `${facts.publication.site.title}: ${title}`,
      description,
      url: landingPage,
      ...licence,
      distribution: { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: apiUrl },
    })),
  };
}

type CatalogFacts = Pick<SiteFacts, 'siteUrl' | 'sample' | 'publication'>;

function schemaOrgBase(facts: CatalogFacts): Record<string, unknown> {
  const { siteUrl, publication } = facts;
  return {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': siteUrl,
    name: catalogTitle(facts),
    url: siteUrl,
    usageInfo: {
      '@type': 'CreativeWork',
      name: 'Terms of use',
      url: termsUrl(siteUrl),
      text: publication.site.terms.join(' '),
    },
    ...publisherProperties(publication),
  };
}

function licenceProperty({ licenceUrl }: Rights): object {
  return licenceUrl === undefined ? {} : { license: licenceUrl };
}

/** The rights that the publisher has stated: no licence, no publisher and no free access is assumed. */
function publisherProperties(publication: Rights): object {
  const { publisher, attribution } = publication;
  return {
    ...licenceProperty(publication),
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
  const licence = licenceProperty(publication);
  return {
    '@type': 'Dataset',
    '@id': dataset.identifier,
    identifier: dataset.identifier,
    name: `${publication.site.title}: ${dataset.title}`,
    description: `${dataset.description} ${String(publication.site.terms[0])}`,
    url: dataset.landingPage,
    keywords: dataset.keywords,
    usageInfo: terms,
    ...publisherProperties(publication),
    version: dataset.version,
    dateModified: dataset.modified,
    ...(period && { temporalCoverage: period.join('/') }),
    ...(box && {
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
        name: 'JSON, from the API',
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
