import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { mountInfoPath, mountPointsIn } from '../../../core/site/mount-info.ts';

/**
 * Warns when a directory is itself a mount point, such as a volume of a container. A build replaces the directory by renaming
 * another one over it, and a mount keeps pointing to the old one. Undefined when it is not a mount point.
 */
export function warningAboutMountPoint(directory: string): string | undefined {
  if (!isMountPoint(directory)) return undefined;
  return (
    `--dir ${directory} is a mount point: this server will not see a new version, which replaces the directory outside the mount. ` +
    'Mount its parent directory, and give a directory inside it as --dir. If the site never changes, ignore this warning.'
  );
}

function isMountPoint(directory: string): boolean {
  try {
    const path = realpathSync(directory);
    if (path === '/') return false;
    if (existsSync(mountInfoPath)) return mountPointsIn(readFileSync(mountInfoPath, 'utf8')).includes(path);
    return statSync(path).dev !== statSync(dirname(path)).dev;
  } catch {
    return false;
  }
}
