import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { OutputError } from './output-error.ts';

/*
 * A site consists of files and directories; a link to one of its files is copied as a file. A build refuses anything
 * else without opening it: a named pipe blocks its reader forever, and a link out of the site would publish its target.
 */

/** The methods that `Dirent` and `Stats` have in common. */
type Kind = Pick<Stats, 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'>;

/** Names the kind of a special file in a message; undefined for files, directories and links. */
function specialKindOf(entry: Kind): string | undefined {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'a device' : undefined;
}

const whatToDo = 'Remove it, or move it out of this directory, then build again. The published version is unchanged.';

function refuseSpecial(path: string, entry: Kind): void {
  const kind = specialKindOf(entry);
  if (kind !== undefined) throw new OutputError(`${path} is ${kind}, which cannot be published. ${whatToDo}`);
}

/** Throws OutputError when there is a pipe, a socket or a device at a path. */
export async function requireNoSpecialFile(path: string): Promise<void> {
  const state = await stat(path).catch(() => undefined);
  if (state) refuseSpecial(path, state);
}

/** Throws OutputError when there is a pipe, a socket or a device anywhere below a directory. */
export async function requireNoSpecialFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) refuseSpecial(join(entry.parentPath, entry.name), entry);
}

/**
 * All files below a directory. `path` is relative to the directory, with slashes on every system; `file` is on disk.
 */
export async function filesBelow(
  directory: string,
): Promise<readonly { readonly path: string; readonly file: string }[]> {
  const root = resolve(directory);
  const start = join(root, sep).length;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return { path: file.slice(start).replaceAll('\\', '/'), file };
    });
}

/**
 * Reads a complete file. Rejects for anything that is not a file, and does not wait for a pipe. Synchronous: for thousands
 * of small files, the thread pool costs more than reading.
 */
export function readPlainFile(path: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file`);
      resolve(readFileSync(file));
    } finally {
      closeSync(file);
    }
  });
}

/** The SHA-256 of a file in hexadecimal. The file may be larger than memory. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/**
 * Copies the wanted entries of a directory, with everything below them. A link to a file of that directory becomes a
 * copy of the file. Throws OutputError for other links, and for pipes, sockets and devices.
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
      else await copyFile(entry.isSymbolicLink() ? await requireLinkedFile(path, root) : path, copy);
    }
  };
  await copyFolder(from, to, isWanted);
}

/** The file below `root` that a link leads to; undefined when there is none. `root` must not contain links. */
async function resolveLinkedFile(link: string, root: string): Promise<string | undefined> {
  const path = await realpath(link).catch(() => undefined);
  return path?.startsWith(root + sep) === true && (await stat(path)).isFile() ? path : undefined;
}

async function requireLinkedFile(link: string, root: string): Promise<string> {
  const path = await resolveLinkedFile(link, root);
  if (path !== undefined) return path;
  throw new OutputError(
    `${link} is a link that does not lead to a file in this directory, so the build would publish its target. ` +
      'Put the file itself in its place, or remove the link, then build again. The published version is unchanged.',
  );
}

/**
 * Links a file to a second path, or copies it where the file system does not support that. Keeps an existing target.
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  try {
    // A hard link to a symbolic link would be a symbolic link.
    if (lstatSync(source).isSymbolicLink()) await copyFile(source, target);
    else linkSync(source, target);
  } catch {
    await copyFile(source, target);
  }
}
