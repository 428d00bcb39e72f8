import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { BuildLock } from './build-lock.ts';
import { isRunning } from './lock-owner.ts';

/** Followed by the number of the process that builds. */
const buildingSuffix = 'building-';
/** Of the trees that a link of ours leads to; followed by the number of the process, and the time. */
const linkedSuffix = 'tree-';
/** Of the folder that keeps other builds away. */
const lockSuffix = 'lock';
/** As many as systems follow. */
const mostLinks = 40;

/**
 * Where a tree is to stand, and how a new one takes the place of the one before. As a directory, by two renames, with a
 * moment between them; as a link to a directory beside it, by one.
 */
export class PlaceOfTree {
  readonly path: string;
  readonly #isLink: boolean;
  readonly #lock: BuildLock;

  private constructor(path: string, isLink: boolean, lock: BuildLock) {
    this.path = path;
    this.#isLink = isLink;
    this.#lock = lock;
  }

  /**
   * Takes the place for this build alone, takes up where one was interrupted in the middle of its last step, and removes
   * what killed ones have left. `asLink` makes a link of it; once one, it stays one. Throws OutputError when another
   * build is under way there.
   */
  static async prepare(outputDirectory: string, asLink: boolean): Promise<PlaceOfTree> {
    const output = resolve(outputDirectory);
    // Where a link of somebody else leads is written, and the link stays.
    const path = asLink ? output : await followForeignLinks(output);
    await mkdir(dirname(path), { recursive: true });
    const lock = await BuildLock.take(siblingOf(path, lockSuffix), outputDirectory);
    try {
      await restoreInterrupted(path);
      const isLink = asLink || (await treeLinkedFrom(path)) !== undefined;
      await removeAbandoned(path);
      return new PlaceOfTree(path, isLink, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Lets other builds have the place. */
  release(): Promise<void> {
    return this.#lock.release();
  }

  /** Of the directory in which this process writes a new tree. */
  get buildingPath(): string {
    return siblingOf(this.path, `${buildingSuffix}${process.pid}`);
  }

  /**
   * Puts a tree in its place and removes the one that stood there; on failure that one is put back. Throws OutputError
   * when another build has taken the place over.
   */
  async take(directory: string): Promise<void> {
    await this.#lock.requireHeld();
    await (this.#isLink ? this.#takeByLink(directory) : this.#takeByRenames(() => rename(directory, this.path)));
  }

  async #takeByRenames(put: () => Promise<void>): Promise<void> {
    const replaced = siblingOf(this.path, 'replaced');
    await rm(replaced, { recursive: true, force: true });
    const isReplacing = existsSync(this.path);
    if (isReplacing) await rename(this.path, replaced);
    try {
      await put();
    } catch (error) {
      if (isReplacing) await restoreInterrupted(this.path);
      throw error;
    }
    await rm(replaced, { recursive: true, force: true });
  }

  async #takeByLink(directory: string): Promise<void> {
    const before = await treeLinkedFrom(this.path);
    const tree = siblingOf(this.path, `${linkedSuffix}${process.pid}-${Date.now().toString(36)}`);
    await rename(directory, tree);
    const link = siblingOf(this.path, `link-${process.pid}`);
    await rm(link, { force: true });
    await symlink(basename(tree), link);
    try {
      // A link over a link is one step; a directory that stood there has to go first, this one time.
      if (before !== undefined || !existsSync(this.path)) await rename(link, this.path);
      else await this.#takeByRenames(() => rename(link, this.path));
    } catch (error) {
      await rm(link, { force: true });
      await rename(tree, directory);
      throw error;
    }
    if (before !== undefined) await rm(before, { recursive: true, force: true });
  }
}

/**
 * The last step of a build is two renames. If it was stopped between them, the tree that stood is still there under
 * its other name, and is put back.
 */
export async function restoreInterrupted(outputDirectory: string): Promise<void> {
  const output = resolve(outputDirectory);
  const replaced = siblingOf(output, 'replaced');
  if (!existsSync(output) && existsSync(replaced)) await rename(replaced, output);
}

/** Where links of others lead, also while nothing stands there. A link of ours is a place itself. */
async function followForeignLinks(output: string): Promise<string> {
  let path = output;
  for (let step = 0; step < mostLinks; step++) {
    const state = await lstat(path).catch(() => undefined);
    if (!state?.isSymbolicLink() || (await treeLinkedFrom(path)) !== undefined) break;
    path = resolve(dirname(path), await readlink(path));
  }
  return path;
}

/** The directory that a link of ours leads to; undefined for anything else at this path. */
async function treeLinkedFrom(path: string): Promise<string | undefined> {
  const state = await lstat(path).catch(() => undefined);
  if (!state?.isSymbolicLink()) return undefined;
  const target = await readlink(path);
  return target.startsWith(basename(siblingOf(path, linkedSuffix))) ? join(dirname(path), target) : undefined;
}

/** Removes what builds that were killed have left behind; one that still runs keeps its own. */
async function removeAbandoned(output: string): Promise<void> {
  const standing = await treeLinkedFrom(output);
  const names = await readdir(dirname(output)).catch(() => []);
  for (const name of names) {
    const path = join(dirname(output), name);
    const owner = ownerOf(name, output);
    if (owner !== undefined && path !== standing && !(await isRunning(owner))) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** The number of the process that has made a directory or link of this name for itself; undefined for another name. */
function ownerOf(name: string, output: string): number | undefined {
  for (const suffix of [buildingSuffix, linkedSuffix, 'link-']) {
    const start = basename(siblingOf(output, suffix));
    const number = name.startsWith(start) ? /^(\d+)(?:-|$)/.exec(name.slice(start.length))?.[1] : undefined;
    if (number !== undefined) return Number(number);
  }
  return undefined;
}

function siblingOf(output: string, suffix: string): string {
  return join(dirname(output), `.${basename(output)}.${suffix}`);
}
