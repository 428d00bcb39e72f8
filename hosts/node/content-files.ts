import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import { isSentAsFile } from '../../core/site/content-paths.ts';

/** What the sender of files looks for after a path, in whatever order. */
const endings = ['', '.br', '.gz', '.html', '.html.br', '.html.gz'].flatMap((ending) => [ending, `/index${ending}`]);

/**
 * Whether whatever stands at the path of a request may be sent: content of the site, in files that are within its
 * directory, also behind links. True as well where nothing stands. The path is that of a request line, from the root
 * of the site, with a slash before it.
 */
export function mayBeSent(directory: string, target: string): boolean {
  const path = resolved(target);
  if (path === undefined || !isSentAsFile(path)) return false;
  try {
    // The directory may itself be a link, which a new tree can turn at any moment: looked at once.
    const root = realpathSync(directory);
    // A slash after the name of a file makes another address of it, below which no link of a page leads anywhere.
    if (path.endsWith('/') && lstatSync(join(root, path.slice(0, -1)), { throwIfNoEntry: false })?.isFile())
      return false;
    return endings.every((ending) => isOrdinary(root, join(root, path.replace(/\/$/, '') + ending)));
  } catch {
    // It went away in this moment: the sender of files sees for itself.
    return true;
  }
}

/** Decoded as the sender of files does it, without slashes before it; undefined when it leads out of the site, or nowhere. */
function resolved(target: string): string | undefined {
  let path = target.replace(/\?.*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // As it stands.
  }
  // Seen before it is made shorter: a name between slashes may be empty.
  if (path.includes('//')) return undefined;
  path = posix.normalize(path).replace(/^\/+/, '');
  return path.startsWith('../') || path === '..' ? undefined : path;
}

/** Nothing, a folder, or a file below the root. A pipe would never come to its end. */
function isOrdinary(root: string, path: string): boolean {
  if (!lstatSync(path, { throwIfNoEntry: false })) return true;
  const real = realpathSync(path);
  const state = statSync(real);
  return (real === root || real.startsWith(root + sep)) && (state.isFile() || state.isDirectory());
}
