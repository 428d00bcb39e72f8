import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readBuildManifest } from '../../core/http/build-manifest.ts';
import { missingPagePath } from '../../core/http/site-paths.ts';
import { exportsRoot, featureFilesRoot, socialCardPath } from '../../core/storage/format/layout.ts';
import { isExportName } from '../exports/exported-file.ts';
import { copyPlain } from '../write/plain-files.ts';

/**
 * Copies files that were added to a published tree by hand, such as a CNAME, to a new one. What builds write belongs
 * only to them, also if the new build does not write it; the directory of exports may also contain other files. Throws
 * OutputError like `copyPlain`.
 */
export async function copyForeignFiles(published: string, target: string): Promise<void> {
  const names = await namesOfBuilds(published);
  await copyForeignIn(published, target, (file) => names.has(file));
  await copyForeignIn(join(published, exportsRoot), join(target, exportsRoot), (file) => isExportName(file));
}

async function copyForeignIn(from: string, to: string, isOfBuild: (file: string) => boolean): Promise<void> {
  if (!existsSync(from)) return;
  const isWanted = (name: string): boolean => {
    // A compressed copy is kept with its file.
    const file = name.replace(/\.(?:br|gz)$/, '');
    return !isOfBuild(file) && !existsSync(join(to, file));
  };
  if ((await readdir(from)).some(isWanted)) await copyPlain(from, to, isWanted);
}

/** The service worker of the explorer, which lists the files that it caches. */
const workerPath = 'sw.js';
const unlistedFiles = [missingPagePath, 'robots.txt', 'third-party-licences.txt', 'client'];

/** The names at the root of a published tree that belong to builds: its files of the explorer, and what any build may write. */
async function namesOfBuilds(published: string): Promise<ReadonlySet<string>> {
  const worker = await readFile(join(published, workerPath), 'utf8').catch(() => '');
  const explorer = readBuildManifest(worker);
  // In a tree without an explorer, these are pages that were added by hand.
  const files = explorer ? [workerPath, ...unlistedFiles, ...Object.keys(explorer.files)] : [];
  return new Set([
    ...['data', 'webapi', exportsRoot, featureFilesRoot, socialCardPath],
    ...files.map((path) => path.replace(/\/.*$/, '')),
  ]);
}
