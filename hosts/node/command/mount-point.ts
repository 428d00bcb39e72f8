import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The mounts that this process sees. Linux only. */
const mountInfoPath = '/proc/self/mountinfo';

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
    if (existsSync(mountInfoPath)) return mountPoints().includes(path);
    return statSync(path).dev !== statSync(dirname(path)).dev;
  } catch {
    return false;
  }
}

/** The fifth field of each line, in which spaces and the like are written as octal numbers. */
function mountPoints(): string[] {
  return readFileSync(mountInfoPath, 'utf8')
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 8)),
      ),
    );
}
