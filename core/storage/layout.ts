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

/*
 * Documents: what is made of the data for people and for other programs.
 */

export const exportsRoot = 'downloads';

/** The name of a complete dataset as a file that stays, whatever the file holds. */
export function exportPath(datasetName: string, extension: string): string {
  return `${exportsRoot}/${datasetName}.${extension}`;
}

const hashDigitsOfExport = 16;

/** The name that goes with the content of such a file: `sha256` is that of its bytes, in hexadecimal. */
export function hashedExportPath(datasetName: string, sha256: string, extension: string): string {
  return `${exportsRoot}/${datasetName}.${sha256.slice(0, hashDigitsOfExport)}.${extension}`;
}

/** The SHA-256 of each of these files, in the form that `sha256sum` reads. */
export const checksumsPath = `${exportsRoot}/checksums.txt`;
