/**
 * The only speller of paths and of page boundaries in the static tree: the writer and every reader call it.
 * All paths are relative to the tree's root, without a leading slash.
 */

export const manifestPath = 'data/manifest.json';

/** Files named by their content's hash never change: `data/<hash>.<extension>`. */
export function dataFilePath(file: { readonly hash: string; readonly extension: 'json' | 'bin' }): string {
  return `data/${file.hash}.${file.extension}`;
}

export const apiRoot = 'webapi/v1';

/*
 * Static paths: files in a tree for the target `static`, so that any file server answers them. Hosts that run the handler
 * answer the same paths without files.
 */

/** Records per page of the static pages. */
export const staticPageSize = 100;

export function completeArrayPath(datasetName: string): string {
  return `${apiRoot}/${datasetName}.json`;
}

/** `identifier` may also be the name of a parameter, for a template of such paths. */
export function recordPath(datasetName: string, identifier: number | string): string {
  return `${apiRoot}/${datasetName}/${identifier}.json`;
}

/** Likewise, `sortOrder` and `pageNumber` may be names of parameters. */
export function staticPagePath(datasetName: string, sortOrder: string, pageNumber: number | string): string {
  return `${apiRoot}/${datasetName}/pages/${sortOrder}/${staticPageName(pageNumber)}`;
}

/** The last segment of that path, which is also the relative link from one page of an order to another. */
export function staticPageName(pageNumber: number | string): string {
  return `${pageNumber}.json`;
}

/* Documents: pages for people, feeds, and metadata for machines. */

/** The page that the explorer's build makes, and each page of documentation is filled from. No part of the tree. */
export const pageTemplatePath = 'document.html';

/** Pages of documentation by what they are about; each is also answered at the address of its folder. */
export const documentPagePaths = {
  interface: 'docs/index.html',
  dictionary: 'docs/data-dictionary/index.html',
  downloads: 'docs/downloads/index.html',
  changes: 'docs/changes/index.html',
} as const;

export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** The feed of the newest records, of all or of one local area, named by the slug that `feeds/` uses for it. */
export function feedPath(format: FeedFormat, area?: string): string {
  return area === undefined ? `feeds/records.${format}` : `feeds/areas/${area}.${format}`;
}

export const sitemapPath = 'sitemap.xml';
export const dataPackagePath = 'datapackage.json';
export const catalogPath = 'catalog.jsonld';
/** The picture that is shown beside a link to the site; `public/` holds it. */
export const socialCardPath = 'card.png';
/*
 * Documents: what is made of the data for people and for other programs.
 */

export const exportsRoot = 'downloads';

/**
 * The name of a complete dataset as a file that stays, whatever the file holds. `ending` is the part after the name of
 * the dataset, such as `.csv`. It has one dot, by which rules of hosts distinguish such names from hashed ones.
 */
export function exportPath(datasetName: string, ending: string): string {
  return `${exportsRoot}/${datasetName}${ending}`;
}

const hashDigitsOfExport = 16;

/** The name that goes with the content of such a file: `sha256` is that of its bytes, in hexadecimal. */
export function hashedExportPath(datasetName: string, sha256: string, ending: string): string {
  return exportPath(datasetName, ending.replace('.', `.${sha256.slice(0, hashDigitsOfExport)}.`));
}

/** The SHA-256 of each of these files, in the form that `sha256sum` reads. */
export const checksumsPath = `${exportsRoot}/checksums.txt`;
/* Documents: descriptions of the API and its data for people and programs. */

/** Answered by the interface itself, under `webapi/v1/`. */
export const interfaceDocuments = ['index.json', 'openapi.json'] as const;
export type InterfaceDocument = (typeof interfaceDocuments)[number];

export function interfaceDocumentPath(name: InterfaceDocument): string {
  return `${apiRoot}/${name}`;
}

/** The page to which every result of the interface leads: how positions were derived, and what each field means. */
export const dictionaryPageFolder = 'docs/data-dictionary/';

export function dictionaryPath(datasetName: string, format: 'csv' | 'json'): string {
  return `docs/${datasetName}-dictionary.${format}`;
}

export const changeLogPath = 'docs/changes.json';
