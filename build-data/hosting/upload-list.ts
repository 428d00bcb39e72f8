import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isContent } from '../../core/site/site-paths.ts';
import { revalidateCacheControl, cacheControlOf, contentTypeOf } from '../../core/site/file-headers.ts';
import { apiRoot, manifestPath } from '../../core/storage/format/layout.ts';
import { isTwin } from './host-limits.ts';

/** Each step must be complete before the next one begins. */
export const uploadSteps = ['hashed files', 'static answers', 'manifest', 'pages', 'service worker'] as const;

export interface Upload {
  /** Counts from 1, in the order of `uploadSteps`. */
  readonly step: number;
  /** The key in the object store: the path of the address, without the leading slash. */
  readonly key: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** The path of the file, relative to the site's directory. */
  readonly path: string;
}

const serviceWorkerPath = 'sw.js';

/**
 * Every file of a built site, in upload order, for object stores. A file is uploaded before the files that refer to it, so
 * that no reader gets a reference to a missing file. The service worker comes after the pages, which it caches when it is
 * installed.
 *
 * Compressed twins are omitted, because object stores do not negotiate encodings, and so are files for other hosts. Keys are
 * paths of files: an object store ignores queries, so an object at an address of the API that takes parameters would answer
 * every query with the same, wrong 200. Rejects when the directory cannot be read.
 */
export async function uploadList(siteDirectory: string, basePath: string): Promise<Upload[]> {
  const entries = await readdir(siteDirectory, { recursive: true, withFileTypes: true });
  const root = join(siteDirectory, '/');
  const uploads: Upload[] = [];
  for (const entry of entries) {
    const whole = join(entry.parentPath, entry.name);
    const path = whole.slice(root.length).replaceAll('\\', '/');
    if (!entry.isFile() || isTwin(path) || !isContent(path)) continue;
    const { size } = await stat(whole);
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
  return path.startsWith(`${apiRoot}/`) ? 'static answers' : 'pages';
}

/** One line per file, separated by tabs. */
export function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
