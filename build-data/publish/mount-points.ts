import type { Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

import { mountInfoPath, mountPointsIn } from '../../core/site/mount-info.ts';

/** Whether something is mounted at a path. */
export async function isMountPoint(path: string, state: Stats): Promise<boolean> {
  if (state.dev !== (await stat(dirname(path))).dev) return true;
  // A bind mount from the same file system has the same device number.
  return (await readMountPoints()).includes(await realpath(path));
}

/**
 * A mount point below a directory; undefined when there is none, or the system does not list them. Renaming the
 * directory moves the mount with it, and deleting its files empties the mounted file system.
 */
export async function mountPointBelow(directory: string): Promise<string | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  if (real === undefined) return undefined;
  const found = (await readMountPoints()).find((mountPoint) => mountPoint.startsWith(real + sep));
  return found === undefined ? undefined : join(directory, found.slice(real.length));
}

/** Empty on systems other than Linux. */
async function readMountPoints(): Promise<readonly string[]> {
  return mountPointsIn(await readFile(mountInfoPath, 'utf8').catch(() => ''));
}
