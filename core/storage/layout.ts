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
