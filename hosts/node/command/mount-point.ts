import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the kernel knows of the mounts that this process sees. Linux only. */
const mountInfoPath = '/proc/self/mountinfo';

/**
 * Warns when a directory is itself a mount point, such as a volume of a container. A build replaces the directory by renaming
 * another one over it, and a mount keeps pointing at the old one. Undefined when all is well.
 */
export function warningAboutMountPoint(directory: string): string | undefined {
  if (!isMountPoint(directory)) return undefined;
  return (
    `--dir ${directory} is a mount point: this server does not see a new version that replaces the directory outside. ` +
    'Mount its parent directory, and give a directory inside it as --dir. A site that never changes can stay as it is.'
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
