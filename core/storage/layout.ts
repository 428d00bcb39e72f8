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

/** Records per page of the fixed pages that a static target holds. */
export const staticPageSize = 100;

export function completeArrayPath(datasetName: string): string {
  return `${apiRoot}/${datasetName}/index.json`;
}

export function recordPath(datasetName: string, identifier: number): string {
  return `${apiRoot}/${datasetName}/${identifier}/index.json`;
}

export function staticPagePath(datasetName: string, sortOrder: 'asc' | 'desc', pageNumber: number): string {
  return `${apiRoot}/${datasetName}/pages/${sortOrder}/${pageNumber}.json`;
}

/* Documents: what tells people and programs of the interface and its data. */

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
