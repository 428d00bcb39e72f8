import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { datasets } from '../../core/datasets/index.ts';
import { checksumsPath, exportsRoot, hashedExportPath } from '../../core/storage/layout.ts';
import { linkOrCopy, readPlainFile } from '../write/plain-files.ts';
import { exportEndings } from './export-formats.ts';
import type { ExportTarget } from './exported-file.ts';

/** The same number as for the data: a link to a hashed name keeps working through this many updates. */
const carriedVersions = 2;
/** The limit for all earlier versions together: with a million records, one version would exceed a gigabyte. */
const mostBytes = 256 * 1024 * 1024;

interface EarlierExportOptions {
  /** The directory of the earlier tree. */
  readonly from: string;
  /** The hashed paths of the new version. */
  readonly current: ReadonlySet<string>;
  /** What the host allows for one file, and for all of them. */
  readonly bytesOfFile: number;
  readonly bytesLeft: number;
}

/**
 * Carries exports of earlier versions into a new tree, under their hashed names and without compressed copies. Leaves out
 * those that are missing, do not match their checksum or do not fit. Returns them by version, newest first.
 */
export async function keepEarlierExports(
  target: ExportTarget,
  { from, current, bytesOfFile, bytesLeft }: EarlierExportOptions,
): Promise<readonly (readonly HashedExport[])[]> {
  const list = (await readPlainFile(join(from, checksumsPath)).catch(() => undefined))?.toString('utf8') ?? '';
  const taken = new Set(current);
  const versions: HashedExport[][] = [];
  let room = Math.min(bytesLeft, mostBytes);
  for (const files of hashedExportsIn(list)) {
    if (versions.length === carriedVersions) break;
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

/** Undefined for anything but a file, such as a link or a pipe that somebody has put there. */
async function lengthOf(path: string): Promise<number | undefined> {
  const state = await lstat(path).catch(() => undefined);
  return state?.isFile() === true ? state.size : undefined;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** A file with a hash of its content in its name. */
export interface HashedExport {
  /** Relative to the site. */
  readonly path: string;
  /** The hash of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A comment before the files of each earlier version. Programs that check the sums skip it. */
const earlierMark = '# Of an earlier version:';

/**
 * The list of checksums in the form that `sha256sum` reads, with names relative to the folder: first all names of the
 * current version, then the remaining files of earlier versions, version by version.
 */
export function checksumList(current: readonly HashedExport[], earlier: readonly (readonly HashedExport[])[]): string {
  const linesOf = (files: readonly HashedExport[]): string[] =>
    files.map(({ sha256, path }) => `${sha256}  ${path.slice(exportsRoot.length + 1)}\n`);
  return [...linesOf(current), ...earlier.flatMap((files) => [`${earlierMark}\n`, ...linesOf(files)])].join('');
}

/** The hashed names in such a list, by version, newest first. Leaves out lines that do not name an export. */
export function hashedExportsIn(list: string): readonly (readonly HashedExport[])[] {
  return list.split(/^#.*$/m).map((part) =>
    Array.from(part.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)).flatMap(([, sha256 = '', name = '']) => {
      const path = `${exportsRoot}/${name}`;
      const isOurs = datasets.some((dataset) =>
        exportEndings.some((ending) => path === hashedExportPath(dataset.name, sha256, ending)),
      );
      return isOurs ? [{ path, sha256 }] : [];
    }),
  );
}
