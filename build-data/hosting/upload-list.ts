import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isContent } from '../../core/site/content-paths.ts';
import { askedAnew, cacheControlOf, contentTypeOf } from '../../core/site/file-headers.ts';
import { apiRoot, manifestPath } from '../../core/storage/layout.ts';
import { isTwin } from './measure-tree.ts';

/** One after the other: all of a step are there before one of the next is sent. */
export const uploadSteps = ['hashed files', 'static answers', 'manifest', 'pages', 'service worker'] as const;

export interface Upload {
  /** Counts from 1, in the order of `uploadSteps`. */
  readonly step: number;
  /** What the object is called in the store: the path in the address, without its first slash. */
  readonly key: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** Of the file, relative to the site's directory. */
  readonly path: string;
}

const serviceWorkerPath = 'sw.js';

/**
 * Every file of a built site in the order in which it is to be sent, for stores of objects: what others name before what
 * names it, so that no reader finds the name of a file that is not there yet. The service worker comes after the pages,
 * which it keeps when it is installed.
 *
 * Left out are compressed twins, since a store sends what it is asked for and knows nothing of twins, and what is meant
 * for hosts of another kind. Keys are the paths as they are: a store takes no notice of a query, so an object at an
 * address of the interface would answer every query with the same, wrong 200. Rejects when the directory cannot be read.
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
  if (cacheControlOf(path) !== askedAnew) return 'hashed files';
  if (path === manifestPath) return 'manifest';
  if (path === serviceWorkerPath) return 'service worker';
  return path.startsWith(`${apiRoot}/`) ? 'static answers' : 'pages';
}

/** With tabs between: step, key, content type, cache control, bytes, file. */
export function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
