import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { PreviousTree } from './previous-tree.ts';

/** Files and their bytes, and how many of them are new or changed since the previous tree. */
export interface MeasuredFiles {
  readonly files: number;
  readonly bytes: number;
  readonly changedFiles: number;
  readonly changedBytes: number;
}

export interface MeasuredTree {
  /** The data only, without compressed copies. */
  readonly data: MeasuredFiles;
  /** Everything in the tree. A deploy sends what has changed. */
  readonly all: MeasuredFiles;
}

/** Measures a finished tree against the previous one. */
export async function measureChanges(
  directory: string,
  isData: (path: string) => boolean,
  previous: PreviousTree | undefined,
): Promise<MeasuredTree> {
  const data = { files: 0, bytes: 0, changedFiles: 0, changedBytes: 0 };
  const all = { ...data };
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(directory, file).replaceAll('\\', '/');
    const bytes = (await stat(file)).size;
    const isSame = (await previous?.holdsSame(directory, path, bytes)) ?? false;
    for (const total of isData(path) ? [data, all] : [all]) {
      total.files++;
      total.bytes += bytes;
      if (isSame) continue;
      total.changedFiles++;
      total.changedBytes += bytes;
    }
  }
  return { data, all };
}
