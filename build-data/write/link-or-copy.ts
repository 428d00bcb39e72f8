import { existsSync } from 'node:fs';
import { copyFile, link, lstat } from 'node:fs/promises';

/** Gives a file a second name; where the file system knows no such thing, a second file. One that is there stays. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  try {
    // Another name for a symbolic link would be one, too.
    if ((await lstat(source)).isSymbolicLink()) await copyFile(source, target);
    else await link(source, target);
  } catch {
    await copyFile(source, target);
  }
}
