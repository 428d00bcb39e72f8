import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Puts files into a directory by their paths in it: all of them are written beside their places first, then each takes
 * its place by renaming. When one cannot be written, none has taken its place, and nothing is left over; rejects then.
 */
export async function placeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(files).length === 0) return;
  await makeDirectories(directory);
  const staging = await mkdtemp(join(directory, '.configure-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), text);
      await mkdir(dirname(join(directory, path)), { recursive: true });
    }
    for (const path of Object.keys(files)) await rename(join(staging, path), join(directory, path));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Node's recursive mkdir never returns in a file system such as /proc, where nothing can be created. */
async function makeDirectories(directory: string): Promise<void> {
  const path = resolve(directory);
  const missing: string[] = [];
  for (let current = path; !existsSync(current) && current !== dirname(current); current = dirname(current)) {
    missing.unshift(current);
  }
  for (const each of missing) {
    await mkdir(each).catch((error: unknown) => {
      if (!existsSync(each)) throw error;
    });
  }
}
