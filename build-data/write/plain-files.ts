import { constants, type Stats } from 'node:fs';
import { copyFile, mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { OutputError } from '../publish/output-error.ts';

/*
 * A site consists of files and folders. Whatever else stands in a folder that a build reads is refused before it is
 * opened: a named pipe lets its reader wait for good, and a link shows what is outside the site.
 */

/** What tells the kinds apart: both `Dirent` and `Stats`. */
type Kind = Pick<Stats, 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'>;

/** Undefined for files, folders and links. */
export function specialKindOf(entry: Kind): string | undefined {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'a device' : undefined;
}

const whatToDo = 'Remove it, or move it out of this folder, then build again. What stood there is as it was.';

function refuseSpecial(path: string, entry: Kind): void {
  const kind = specialKindOf(entry);
  if (kind !== undefined) throw new OutputError(`${path} is ${kind}, which is no part of a site. ${whatToDo}`);
}

/** Throws OutputError when a pipe, a socket or a device stands at a path. */
export async function requireNoSpecialFile(path: string): Promise<void> {
  const state = await stat(path).catch(() => undefined);
  if (state) refuseSpecial(path, state);
}

/** Throws OutputError when a pipe, a socket or a device stands anywhere below a directory. */
export async function requireNoSpecialFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) refuseSpecial(join(entry.parentPath, entry.name), entry);
}

/** Reads a file whole. Rejects for what is none, without waiting for it. */
export async function readPlainFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Copies everything below a folder, or some of the names in it. A link to a file of that folder becomes a copy of the
 * file: copies hold no links. Throws OutputError for other links, for pipes, sockets and devices.
 */
export async function copyPlain(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  const root = await realpath(from);
  const copyFolder = async (source: string, target: string, wanted: (name: string) => boolean): Promise<void> => {
    await mkdir(target, { recursive: true });
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (!wanted(entry.name)) continue;
      const [path, copy] = [join(source, entry.name), join(target, entry.name)];
      refuseSpecial(path, entry);
      if (entry.isDirectory()) await copyFolder(path, copy, () => true);
      else await copyFile(entry.isSymbolicLink() ? await requireFileBehind(path, root) : path, copy);
    }
  };
  await copyFolder(from, to, isWanted);
}

/** The file below a root, itself without links, that a link leads to; undefined when there is none. */
export async function fileBehind(link: string, root: string): Promise<string | undefined> {
  const path = await realpath(link).catch(() => undefined);
  return path?.startsWith(root + sep) === true && (await stat(path)).isFile() ? path : undefined;
}

async function requireFileBehind(link: string, root: string): Promise<string> {
  const path = await fileBehind(link, root);
  if (path !== undefined) return path;
  throw new OutputError(
    `${link} is a link that leads to no file of this folder, which is no part of a site: everybody could read what it ` +
      'leads to. Put the file itself in its place, or remove the link, then build again. What stood there is as it was.',
  );
}
