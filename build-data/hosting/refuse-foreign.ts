import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { fileBehind, specialKindOf } from '../write/plain-files.ts';
import { ConfigureError } from './configure-error.ts';

/**
 * Throws ConfigureError when a site holds what is no part of one. No build leaves such a thing; but Caddy and workerd
 * follow every link that somebody puts there later, and have no setting against it.
 */
export async function refuseForeignEntries(siteDirectory: string): Promise<void> {
  const root = await realpath(siteDirectory);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isForeignLink = entry.isSymbolicLink() && (await fileBehind(path, root)) === undefined;
    const kind = isForeignLink ? 'a link to no file of this site' : specialKindOf(entry);
    if (kind === undefined) continue;
    throw new ConfigureError(`${path} is ${kind}. Remove it from the site, or put the file itself in its place.`);
  }
}
