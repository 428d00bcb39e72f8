/*
 * The paths of all files in the static tree. Writers and readers build paths only with these functions. All paths are
 * relative to the tree's root, without a leading slash.
 */

export const manifestPath = 'data/manifest.json';

/** The path of a file that is named by the hash of its content. Such a file never changes. */
export function dataFilePath(file: { readonly hash: string; readonly extension: 'json' | 'bin' }): string {
  return `data/${file.hash}.${file.extension}`;
}

export const apiRoot = 'webapi/v1';
/** The path of the landing page of OGC API Features. */
export const ogcRoot = 'ogc';

/* Static paths: files in a tree for the target `static`. Hosts with the handler serve the same paths without files. */

export const staticPageSize = 100;

export function completeArrayPath(datasetName: string): string {
  return `${apiRoot}/${datasetName}.json`;
}

/** The files of a dataset's spatial index: the Flatbush index, and the records at each of its points. */
export const pointFiles = ['flatbush', 'points.json'] as const;
export type PointFile = (typeof pointFiles)[number];

export function pointFilePath(datasetName: string, file: PointFile): string {
  return `${apiRoot}/${datasetName}.${file}`;
}

/** `identifier` can also be a placeholder, for a path template. */
export function recordPath(datasetName: string, identifier: number | string): string {
  return `${apiRoot}/${datasetName}/${identifier}.json`;
}

/** `sortOrder` and `pageNumber` can also be placeholders. */
export function staticPagePath(datasetName: string, sortOrder: string, pageNumber: number | string): string {
  return `${apiRoot}/${datasetName}/pages/${sortOrder}/${staticPageName(pageNumber)}`;
}

/** The last segment of the path of a static page, which is also its relative link from other pages. */
export function staticPageName(pageNumber: number | string): string {
  return `${pageNumber}.json`;
}

/*
 * Features in plain files, for the target `static`: what clients of OGC API Features need to find and read them. They are
 * not below `ogcRoot`, where hosts with the handler respond.
 */

export const featureFilesRoot = 'features';
export const featuresPerFile = 1000;

export function featureFilePath(collectionName: string, number: number): string {
  return `${featureFilesRoot}/collections/${collectionName}/${number}.geojson`;
}

/* Documents: pages for people, feeds, and metadata for machines. */

/** The template of all documentation pages, created by the explorer's build. Not part of the tree. */
export const pageTemplatePath = 'document.html';

/** Documentation pages by topic. Each is also served at the path of its directory. */
export const documentPagePaths = {
  api: 'docs/index.html',
  dictionary: 'docs/data-dictionary/index.html',
  downloads: 'docs/downloads/index.html',
  embedding: 'docs/embedding/index.html',
  changes: 'docs/changes/index.html',
} as const;

export function pagePath(name: keyof typeof documentPagePaths): string {
  return documentPagePaths[name].replace(/index\.html$/, '');
}

/** The documentation pages in the order of their navigation, with its labels. */
export const documentPageLabels: readonly (readonly [name: keyof typeof documentPagePaths, label: string])[] = [
  ['api', 'API'],
  ['dictionary', 'Data dictionary'],
  ['downloads', 'Downloads'],
  ['embedding', 'Embed the map'],
  ['changes', 'Changes'],
];

export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export function feedPath(format: FeedFormat): string {
  return `feeds/records.${format}`;
}

export const placeFeedRoot = 'feeds/places';

/** The feed of the newest records near a place, which only the handler answers. `identifier` can also be a placeholder, for a path template. */
export function placeFeedPath(format: FeedFormat, identifier: number | string): string {
  return `${placeFeedRoot}/${identifier}.${format}`;
}

/** The document of the manifest with the facts that all feeds share. It is not part of the API. */
export const feedFactsDocument = 'feeds.json';

/** The document of the manifest with the site file. It is not part of the API. */
export const siteDocument = 'site.json';

export const sitemapPath = 'sitemap.xml';
export const dataPackagePath = 'datapackage.json';
export const catalogPath = 'catalog.jsonld';
/** The preview image that social media show with a link to the site, from `public/`. */
export const socialCardPath = 'card.png';

export const exportsRoot = 'downloads';

/**
 * The permanent path of a complete dataset as a file. `ending` is the part after the name of the dataset, such as
 * `.csv`. It has exactly one dot, which distinguishes such names from hashed ones in the rules of hosts.
 */
export function exportPath(datasetName: string, ending: string): string {
  return `${exportsRoot}/${datasetName}${ending}`;
}

export const exportEndingOf = {
  csv: '.csv',
  spreadsheet: '-spreadsheet.csv',
  geojson: '.geojson',
  ndjson: '.ndjson',
  flatgeobuf: '.fgb',
  geoparquet: '.parquet',
  kml: '.kml',
  darwinCore: '-darwin-core.zip',
} as const;

const hashDigitsOfExport = 16;

/** The path of an export that contains the start of the content's hash. `sha256` is the hash in hexadecimal. */
export function hashedExportPath(datasetName: string, sha256: string, ending: string): string {
  return exportPath(datasetName, ending.replace('.', `.${sha256.slice(0, hashDigitsOfExport)}.`));
}

/** The SHA-256 of all exports, in the format of `sha256sum`. */
export const checksumsPath = `${exportsRoot}/checksums.txt`;

/** Documents that the API serves under `webapi/v1/`. */
export const apiDocuments = ['index.json', 'openapi.json'] as const;
export type ApiDocument = (typeof apiDocuments)[number];

export function apiDocumentPath(name: ApiDocument): string {
  return `${apiRoot}/${name}`;
}

/** The data dictionary, which every result links to: it explains each field, and how positions were derived. */
export const dictionaryPageDirectory = 'docs/data-dictionary/';

export function dictionaryPath(datasetName: string, format: 'csv' | 'json'): string {
  return `docs/${datasetName}-dictionary.${format}`;
}

export const changeLogPath = 'docs/changes.json';
