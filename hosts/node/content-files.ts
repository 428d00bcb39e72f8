import { realpathSync, statSync, type Stats } from 'node:fs';
import { join, posix, sep } from 'node:path';

import type { Encoding } from '../../core/site/accepted-encoding.ts';
import { isSentAsFile } from '../../core/site/content-paths.ts';

export interface ContentFile {
  /** In the site, decoded, without a leading slash. For a folder, its index page. */
  readonly path: string;
  /** In the file system. */
  readonly file: string;
  /** The content encoding, if the file is a compressed twin. */
  readonly encoding: Encoding | undefined;
  readonly state: Stats;
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * The file that answers for the path of a request: content of the site, within its directory, also behind links.
 * Undefined where there is none. The path is that of a request line, from the root of the site, with a slash before it.
 *
 * @param encoding of the compressed twin to prefer
 */
export function findContentFile(
  directory: string,
  target: string,
  encoding: Encoding | undefined,
): ContentFile | undefined {
  const path = resolved(target)?.replace(/(^|\/)$/, '$1index.html');
  if (path === undefined || !isSentAsFile(path)) return undefined;
  try {
    // The directory may itself be a link, which a new tree can turn at any moment: looked at once.
    const root = realpathSync.native(directory);
    const file = join(root, path);
    const state = stateOf(root, file);
    const twin = encoding === undefined || !state ? undefined : file + endings[encoding];
    const twinState = twin === undefined ? undefined : stateOf(root, twin);
    if (twin !== undefined && twinState) return { path, file: twin, encoding, state: twinState };
    return state && { path, file, encoding: undefined, state };
  } catch {
    // It went away in this moment.
    return undefined;
  }
}

/** Decoded, without slashes before it; undefined when it leads out of the site, or nowhere. */
function resolved(target: string): string | undefined {
  let path = target.replace(/\?.*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // As it is.
  }
  // Seen before it is made shorter: a name between slashes may be empty.
  if (path.includes('//') || path.includes('\0')) return undefined;
  path = posix.normalize(path).replace(/^\/+/, '');
  return path.startsWith('../') || path === '..' ? undefined : path;
}

/** The state of a file below the root; undefined for anything else. Reading a pipe would never end. */
function stateOf(root: string, file: string): Stats | undefined {
  const state = statSync(file, { throwIfNoEntry: false });
  return state?.isFile() === true && realpathSync.native(file).startsWith(root + sep) ? state : undefined;
}
