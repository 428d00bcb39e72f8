import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { apiRoot } from '../../core/storage/layout.ts';

/** What the limits of hosts are compared with. */
export interface TreeMeasure {
  readonly files: number;
  readonly bytes: number;
  readonly largestFile: { readonly path: string; readonly bytes: number };
  /** The folder with the most files directly in it. */
  readonly fullestFolder: { readonly path: string; readonly files: number };
  /** Whether answers of the interface stand in it as files. */
  readonly hasStaticAnswers: boolean;
}

/** Whether a file is the compressed twin of another. */
export function isTwin(path: string): boolean {
  return /\.(?:br|gz)$/.test(path);
}

/**
 * Measures a built site as a host gets it: without compressed twins, where they are not sent to it. Paths are relative
 * to the site. Rejects when the directory cannot be read.
 */
export async function measureTree(siteDirectory: string, ignoresTwins: boolean): Promise<TreeMeasure> {
  const entries = await readdir(siteDirectory, { recursive: true, withFileTypes: true });
  const root = join(siteDirectory, '/');
  const inFolder = new Map<string, number>();
  let files = 0;
  let bytes = 0;
  let largestFile = { path: '', bytes: 0 };
  let hasStaticAnswers = false;
  for (const entry of entries) {
    if (!entry.isFile() || (ignoresTwins && isTwin(entry.name))) continue;
    const whole = join(entry.parentPath, entry.name);
    const path = whole.slice(root.length).replaceAll('\\', '/');
    const folder = dirname(path);
    inFolder.set(folder, (inFolder.get(folder) ?? 0) + 1);
    hasStaticAnswers ||= path.startsWith(`${apiRoot}/`);
    const { size } = await stat(whole);
    files++;
    bytes += size;
    if (size > largestFile.bytes) largestFile = { path, bytes: size };
  }
  const [fullest] = [...inFolder].sort(([, one], [, other]) => other - one);
  return {
    files,
    bytes,
    largestFile,
    fullestFolder: { path: fullest?.[0] ?? '.', files: fullest?.[1] ?? 0 },
    hasStaticAnswers,
  };
}
