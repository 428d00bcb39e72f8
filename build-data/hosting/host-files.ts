import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheControlOf, contentTypeOf, revalidateCacheControl } from '../../core/http/file-headers.ts';
import { isContent } from '../../core/http/site-paths.ts';
import { apiRoot, manifestPath } from '../../core/storage/format/layout.ts';
import { filesBelow } from '../write/plain-files.ts';
import { headersFile, headersFileMark, headersFileName } from './headers-file.ts';
import { type HostName, hasCompressedExtension } from './host-limits.ts';

interface SiteForHost {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
  /** The sources of `frame-ancestors` for the page for embedding; undefined for any. */
  readonly embedOrigins?: readonly string[] | undefined;
}

/** Writes the files that a host reads from the root of the site. A `_headers` file written by hand is kept. */
export async function writeHostFiles(host: HostName, directory: string, site: SiteForHost): Promise<void> {
  if (host === 'github-pages') await writeFile(join(directory, '.nojekyll'), '');
  // Cloudflare compresses by itself.
  if (host === 'cloudflare') await writeFile(join(directory, '.assetsignore'), '*.br\n*.gz\n');
  if (host !== 'cloudflare' && host !== 'netlify') return;
  const path = join(directory, headersFileName);
  const found = await readFile(path, 'utf8').catch(() => headersFileMark);
  if (found.startsWith(headersFileMark)) await writeFile(path, headersFile(basePathOf(site), site.embedOrigins));
}

/** Writes the list of uploads for an object store next to the site, as `site.uploads.tsv`. */
export async function writeUploadList(siteDirectory: string, listPath: string, site: SiteForHost): Promise<void> {
  const uploads = await uploadList(siteDirectory, basePathOf(site));
  await writeFile(listPath, formatUploadList(uploads));
}

function basePathOf({ siteUrl }: SiteForHost): string {
  return new URL(siteUrl).pathname;
}

/** Each step must be complete before the next one begins. */
const uploadSteps = ['hashed files', 'static responses', 'manifest', 'pages', 'service worker'] as const;

export interface Upload {
  /** Counts from 1, in the order of `uploadSteps`. */
  readonly step: number;
  /** The key in the object store: the path of the URL, without the leading slash. */
  readonly key: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** The path of the file, relative to the site's directory. */
  readonly path: string;
}

const serviceWorkerPath = 'sw.js';

/**
 * Every file of a built site, in upload order, for object stores. A file is uploaded before the files that refer to it,
 * so that no reader receives a reference to a missing file. The service worker comes after the pages, because it caches
 * them when it is installed.
 *
 * Compressed copies are omitted, because object stores do not negotiate encodings; so are files for other hosts. Keys
 * are file paths, never API paths that accept parameters: an object store ignores queries, so it would answer every
 * query with the same object and status 200. Rejects when the directory cannot be read.
 */
export async function uploadList(siteDirectory: string, basePath: string): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const { path, file } of await filesBelow(siteDirectory)) {
    if (hasCompressedExtension(path) || !isContent(path)) continue;
    const { size } = await stat(file);
    uploads.push({
      step: uploadSteps.indexOf(stepOf(path)) + 1,
      key: basePath.slice(1) + path,
      contentType: contentTypeOf(path) ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
      bytes: size,
      path,
    });
  }
  return uploads.sort((one, other) => one.step - other.step || (one.key < other.key ? -1 : 1));
}

function stepOf(path: string): (typeof uploadSteps)[number] {
  if (cacheControlOf(path) !== revalidateCacheControl) return 'hashed files';
  if (path === manifestPath) return 'manifest';
  if (path === serviceWorkerPath) return 'service worker';
  return path.startsWith(`${apiRoot}/`) ? 'static responses' : 'pages';
}

/** A table with one line per file and columns separated by tabs. */
function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
