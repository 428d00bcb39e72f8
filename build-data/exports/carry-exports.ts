import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { checksumsPath } from '../../core/storage/layout.ts';
import { linkOrCopy } from '../write/link-or-copy.ts';
import { readPlainFile } from '../write/plain-files.ts';
import { hashedExportsIn, type HashedExport } from './checksum-list.ts';
import type { ExportTarget } from './export-target.ts';

/** As many as of the data: whoever was given a name with digits finds its file through so many updates. */
const versionsCarried = 2;
/** Of all earlier versions together: with some million records one would be more than a gigabyte. */
const mostBytes = 256 * 1024 * 1024;

export interface CarryOptions {
  /** The directory of the earlier tree. */
  readonly from: string;
  /** Paths that the new version has itself. */
  readonly standing: ReadonlySet<string>;
  /** What the host leaves room for, for a file and for all of them. */
  readonly bytesOfFile: number;
  readonly bytesLeft: number;
}

/**
 * Brings exports of earlier versions into a new tree, under their hashed names and without compressed twins; as far as
 * they are there, are what their checksum says, and fit. Returns them version by version, the newest first.
 */
export async function carryExports(
  target: ExportTarget,
  { from, standing, bytesOfFile, bytesLeft }: CarryOptions,
): Promise<readonly (readonly HashedExport[])[]> {
  const list = (await readPlainFile(join(from, checksumsPath)).catch(() => undefined))?.toString('utf8') ?? '';
  const taken = new Set(standing);
  const versions: HashedExport[][] = [];
  let room = Math.min(bytesLeft, mostBytes);
  for (const files of hashedExportsIn(list)) {
    if (versions.length === versionsCarried) break;
    const carried: HashedExport[] = [];
    for (const file of files) {
      if (taken.has(file.path)) continue;
      const source = join(from, file.path);
      const bytes = await lengthOf(source);
      if (bytes === undefined || bytes > Math.min(room, bytesOfFile)) continue;
      if ((await sha256Of(source)) !== file.sha256) continue;
      await linkOrCopy(source, target.targetOf(file.path));
      target.expect(file.path);
      taken.add(file.path);
      carried.push(file);
      room -= bytes;
    }
    if (carried.length > 0) versions.push(carried);
  }
  return versions;
}

/** Undefined for what is no file: a link or a pipe that somebody has put there is none. */
async function lengthOf(path: string): Promise<number | undefined> {
  const state = await lstat(path).catch(() => undefined);
  return state?.isFile() === true ? state.size : undefined;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
