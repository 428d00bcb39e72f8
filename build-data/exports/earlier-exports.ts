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

/** As many as of the data: whoever was given a name with digits finds its file through so many updates. */
const versionsCarried = 2;
/** Of all earlier versions together: with some million records one would be more than a gigabyte. */
const mostBytes = 256 * 1024 * 1024;

interface CarryOptions {
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

/** A file under the name that goes with its content. */
export interface HashedExport {
  /** Relative to the site. */
  readonly path: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What a person reads before the files of each earlier version; programs that check sums leave it out. */
const earlierMark = '# Of an earlier version:';

/**
 * The list of checksums in the form that `sha256sum` reads, its names relative to their own folder: first all names of
 * the version that stands, then the files of earlier versions that are still there, version by version.
 */
export function checksumList(standing: readonly HashedExport[], earlier: readonly (readonly HashedExport[])[]): string {
  const linesOf = (files: readonly HashedExport[]): string[] =>
    files.map(({ sha256, path }) => `${sha256}  ${path.slice(exportsRoot.length + 1)}\n`);
  return [...linesOf(standing), ...earlier.flatMap((files) => [`${earlierMark}\n`, ...linesOf(files)])].join('');
}

/** The hashed names in such a list, version by version, the newest first. What is no name of an export is left out. */
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
