import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/layout.ts';
import { askedAnew, cacheControlOf, contentTypeOf, contentTypes } from '../../core/site/file-headers.ts';

export interface Upload {
  /** What the object is called in the store. */
  readonly key: string;
  /** Of the file, relative to the site's directory. */
  readonly path: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** Those of a lower step are all there before one of a higher step is sent. */
  readonly step: 1 | 2 | 3 | 4;
}

/**
 * Every file of a built site in the order in which it is to be sent, for stores of objects: what others name before what
 * names it. Then no reader finds a name of a file that is not there yet: 1 the files with a hash in their names, 2 the
 * answers that are files, 3 the manifest, 4 the pages and their worker. Compressed twins are left out: a store sends
 * what it is asked for, and knows nothing of twins.
 */
export async function uploadList(siteDirectory: string): Promise<Upload[]> {
  const entries = await readdir(siteDirectory, { recursive: true, withFileTypes: true });
  const uploads: Upload[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
    const whole = join(entry.parentPath, entry.name);
    const path = whole.slice(join(siteDirectory, '/').length).replaceAll('\\', '/');
    const contentType = contentTypeOf(path);
    if (contentType === undefined) continue;
    const { size } = await stat(whole);
    // An address of the interface has no file's name at its end.
    const key = /^webapi\/.*\/index\.json$/.test(path) ? path.replace(/\/index\.json$/, '') : path;
    const cacheControl = path.startsWith('webapi/') ? askedAnew : cacheControlOf(path);
    uploads.push({
      key,
      path,
      contentType: path.startsWith('webapi/') ? (contentTypes['json'] ?? contentType) : contentType,
      cacheControl,
      bytes: size,
      step: stepOf(path, cacheControl),
    });
  }
  return uploads.sort((one, other) => one.step - other.step || (one.key < other.key ? -1 : 1));
}

function stepOf(path: string, cacheControl: string): Upload['step'] {
  if (cacheControl !== askedAnew) return 1;
  if (path === manifestPath) return 3;
  return path.startsWith('webapi/') ? 2 : 4;
}

/** With tabs between: step, key, content type, cache control, bytes, path. */
export function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
