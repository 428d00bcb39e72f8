import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { BuildLock } from './build-lock.ts';
import { mountPointBelow, requireUsableOutput, syncDirectory, syncTree } from './file-system.ts';
import { codeOf } from './output-error.ts';

/**
 * Next to an output directory `site`, builds create `.site.lock` and paths of these kinds, which are named
 * `.site.KIND-IDENTIFIER` with a random identifier:
 *
 * - `building`: a new version while it is written, for an output that is a directory;
 * - `tree`: the same for an output that is a link; the published version keeps this name;
 * - `link`: the link that is about to replace the output;
 * - `replaced`: the previous version, between the two renames that replace a directory;
 * - `removed`: a directory that is about to be deleted.
 */
const kinds = ['building', 'tree', 'link', 'replaced', 'removed'] as const;
type Kind = (typeof kinds)[number];

/** The number of links that Linux follows. */
const maximumLinks = 40;
/** How often to try the two renames: another build that has lost its lock may put a version back between them. */
const maximumAttempts = 5;

/**
 * The output directory of a site, in which a new version replaces the previous one. If the output is a directory, this
 * takes two renames, and the output is missing between them for a moment. If the output is a link to a directory next
 * to it, this takes one rename.
 *
 * Mixed versions cannot be published, whatever happens to the lock:
 *
 * 1. Only one build ever writes to a staging directory, since the name is random.
 * 2. Other builds never delete files in it. They first rename it to a `removed` name, from which nothing is published.
 *    Renaming is atomic, so either the owner publishes the directory with every file, or its rename fails with ENOENT.
 *
 * A build that was paused for longer than the lock timeout (A) cannot undo what the next one (B) publishes either. B
 * removes the claim of A to get the lock, and before it writes anything it deletes A's link and renames A's staging
 * directory. A checks its claim directly before its renames. If A resumes
 *
 * - before B has moved A's directory: A publishes first, B afterwards, as if they had run one after the other;
 * - later: the check fails, or, if A was paused between the check and the rename, the rename of a link or directory
 *   that no longer exists fails. A link is created before the check, so B's cleanup sees every link that a later rename
 *   could use. A directory output may be moved aside by A's first rename; it is put back at once when the second one
 *   fails, or by the next build if A is killed in between. Two builds never use the same `replaced` name, and a rename
 *   never replaces a directory that is not empty, so neither overwrites what the other has put in place.
 */
export class OutputDirectory {
  readonly path: string;
  /** The directory for the new version. */
  readonly stagingPath: string;
  /** Problems that did not prevent the build, for the report. */
  readonly warnings: string[] = [];
  readonly lock: BuildLock;
  readonly #identifier = randomIdentifier();
  readonly #isLink: boolean;

  private constructor(path: string, isLink: boolean, lock: BuildLock) {
    this.path = path;
    this.lock = lock;
    this.#isLink = isLink;
    this.stagingPath = siblingOf(path, isLink ? 'tree' : 'building', this.#identifier);
  }

  /**
   * Returns the path of the output, with foreign links followed. Throws OutputError or a system error if the output
   * cannot be created or replaced.
   */
  static async check(outputDirectory: string, asLink: boolean): Promise<string> {
    const output = resolve(outputDirectory);
    // A link that no build made is kept, and its target is replaced.
    const path = asLink ? output : await followForeignLinks(output);
    await requireUsableOutput(path, outputDirectory);
    return path;
  }

  /**
   * Takes the lock, cleans up after interrupted builds, and creates the staging directory. With `asLink` the output
   * becomes a link; once it is a link, it remains one. Throws OutputError if another build holds the lock, or the
   * output cannot be replaced.
   */
  static async prepare(
    outputDirectory: string,
    asLink: boolean,
    onNotice?: (notice: string) => void,
  ): Promise<OutputDirectory> {
    const path = await OutputDirectory.check(outputDirectory, asLink);
    await mkdir(dirname(path), { recursive: true });
    const lock = await BuildLock.take(siblingOf(path, 'lock'), outputDirectory, onNotice);
    try {
      const isLink = asLink || (await treeLinkedFrom(path)) !== undefined;
      const prepared = new OutputDirectory(path, isLink, lock);
      await prepared.#cleanUp();
      await mkdir(prepared.stagingPath);
      return prepared;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Puts the previous version back if a build was killed between the two renames. Builds call this before they read
   * their inputs: the site must not be missing for as long as the inputs have faults. Throws LockError when another
   * build runs.
   */
  static async restorePrevious(
    outputDirectory: string,
    asLink: boolean,
    onNotice: (notice: string) => void = () => undefined,
  ): Promise<void> {
    const path = await OutputDirectory.check(outputDirectory, asLink);
    if (existsAt(path) || !existsSync(dirname(path)) || (await leftNextTo(path)).replaced.length === 0) return;
    await (await OutputDirectory.prepare(outputDirectory, asLink, onNotice)).discard();
    if (existsAt(path)) {
      onNotice(`${outputDirectory} was missing, since a build was interrupted: its previous version was put back.`);
    }
  }

  /** Replaces the output with the staging directory. On failure, puts the previous version back. */
  async publish(): Promise<void> {
    await syncTree(this.stagingPath);
    const previous = this.#isLink ? await this.#publishLink() : this.#replaceBy(this.stagingPath);
    await this.#finish(previous);
  }

  /** Deletes the staging directory and releases the lock. */
  async discard(): Promise<void> {
    try {
      await rm(this.stagingPath, { recursive: true, force: true });
    } finally {
      await this.lock.release();
    }
  }

  /** Moves `source` to the output. Returns the new path of the previous version, if there was one. */
  #replaceBy(source: string): string | undefined {
    const replaced = siblingOf(this.path, 'replaced', this.#identifier);
    for (let attempt = 1; ; attempt++) {
      // Synchronous calls, so that nothing else in this process runs between the check and the renames.
      this.lock.requireHeld();
      lstatSync(source);
      const isReplacing = renameIfExists(this.path, replaced);
      try {
        renameSync(source, this.path);
        return isReplacing ? replaced : undefined;
      } catch (error) {
        if (isReplacing) putBack(replaced, this.path);
        const isOccupied = ['ENOTEMPTY', 'EEXIST', 'EISDIR', 'ENOTDIR'].includes(codeOf(error) ?? '');
        if (!isOccupied || attempt === maximumAttempts) throw error;
      }
    }
  }

  async #publishLink(): Promise<string | undefined> {
    const before = await treeLinkedFrom(this.path);
    const link = siblingOf(this.path, 'link', this.#identifier);
    symlinkSync(basename(this.stagingPath), link);
    try {
      const isDirectory = before === undefined && existsSync(this.path);
      // Two renames are needed only once: when a directory becomes a link.
      if (isDirectory) return this.#replaceBy(link);
      this.lock.requireHeld();
      renameSync(link, this.path);
      return before;
    } catch (error) {
      rmSync(link, { force: true });
      throw error;
    }
  }

  /**
   * Removes the previous version and releases the lock. Nothing may fail the build now, because the new version is
   * published.
   */
  async #finish(previous: string | undefined): Promise<void> {
    const warn = (problem: string): void => {
      this.warnings.push(problem);
    };
    // Before the previous version is deleted, the renames must survive a loss of power.
    await syncDirectory(dirname(this.path)).catch((error: unknown) => {
      warn(`The new version is published, but ${dirname(this.path)} could not be flushed to disk: ${reasonOf(error)}.`);
    });
    if (this.lock.isHeld()) {
      if (previous !== undefined) await this.#remove(previous);
    } else {
      warn(
        `The new version was published, but another build has since taken the lock of ${this.path} and may replace it.`,
      );
    }
    await this.lock.release().catch((error: unknown) => {
      warn(`The new version is published, but the lock of ${this.path} could not be removed: ${reasonOf(error)}.`);
    });
  }

  /**
   * Stops earlier owners of the lock from publishing, puts back a version that an interrupted build had moved aside,
   * and deletes what builds have left. All of this belongs to builds that have lost the lock, because this build holds
   * it.
   */
  async #cleanUp(): Promise<void> {
    const left = await leftNextTo(this.path);
    for (const path of left.link) await this.#delete(path);
    // Must precede putting the previous version back: otherwise the owner of a directory could still publish it.
    for (const path of left.building) await this.#remove(path);
    const replaced = await newestFirst(left.replaced);
    const [newest] = replaced;
    if (newest !== undefined && !existsAt(this.path)) putBack(newest, this.path);
    const published = await treeLinkedFrom(this.path);
    for (const path of [...replaced, ...left.tree]) if (path !== published) await this.#remove(path);
    for (const path of left.removed) await this.#delete(path);
  }

  /** Renames a directory before deleting it, so that no other build can publish it while files are missing. */
  async #remove(path: string): Promise<void> {
    const removed = siblingOf(this.path, 'removed', randomIdentifier());
    try {
      await rename(path, removed);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#warnOfFailure(path, error);
      return;
    }
    await this.#delete(removed);
  }

  async #delete(path: string): Promise<void> {
    // Something may have been mounted while this build ran, or during an earlier one.
    const mountPoint = await mountPointBelow(path);
    if (mountPoint !== undefined) {
      this.#warnOfLeftover(path, `${mountPoint} is a mount point`, `unmount it: umount '${mountPoint}'`);
      return;
    }
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      this.#warnOfFailure(path, error);
    });
  }

  #warnOfFailure(path: string, error: unknown): void {
    const whatToDo =
      codeOf(error) === 'EBUSY'
        ? 'end the programs that use it, and unmount everything that "findmnt" lists below it'
        : `to remove it yourself, run as its owner or as root: rm -rf '${path}'`;
    this.#warnOfLeftover(path, reasonOf(error), whatToDo);
  }

  #warnOfLeftover(path: string, reason: string, whatToDo: string): void {
    this.warnings.push(
      `${path}, left from an earlier build, could not be removed (${reason}). It is not served, but takes up space. ` +
        `Each build tries again; ${whatToDo}`,
    );
  }
}

/** Moves a version back into place. */
function putBack(replaced: string, path: string): void {
  try {
    renameSync(replaced, path);
  } catch (error) {
    // Another build has published a version. It remains in place, and the next build deletes this one.
    if (!existsAt(path)) throw error;
  }
}

function renameIfExists(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function existsAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function newestFirst(paths: readonly string[]): Promise<string[]> {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, (await lstat(path).catch(() => undefined))?.ctimeMs ?? 0);
  return [...paths].sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

/** Follows links that no build created, even to targets that do not exist yet. Stops at a link that a build created. */
async function followForeignLinks(output: string): Promise<string> {
  let path = output;
  for (let step = 0; step < maximumLinks; step++) {
    const state = await lstat(path).catch(() => undefined);
    if (!state?.isSymbolicLink() || (await treeLinkedFrom(path)) !== undefined) break;
    path = resolve(dirname(path), await readlink(path));
  }
  return path;
}

/** The target of a link that a build created; undefined for anything else at this path. */
async function treeLinkedFrom(path: string): Promise<string | undefined> {
  const state = await lstat(path).catch(() => undefined);
  if (!state?.isSymbolicLink()) return undefined;
  const target = await readlink(path);
  return target.startsWith(basename(siblingOf(path, 'tree', ''))) ? join(dirname(path), target) : undefined;
}

/** The paths that builds have left next to an output, by kind. Earlier releases used process numbers as identifiers. */
async function leftNextTo(output: string): Promise<Readonly<Record<Kind, string[]>>> {
  const left: Record<Kind, string[]> = { building: [], tree: [], link: [], replaced: [], removed: [] };
  for (const name of await readdir(dirname(output))) {
    for (const kind of kinds) {
      const start = basename(siblingOf(output, kind, ''));
      const isOurs = name.startsWith(start) && /^(?:[0-9a-f]{16}|\d+(?:-[0-9a-z]+)?)$/.test(name.slice(start.length));
      if (isOurs || (kind === 'replaced' && name === start.slice(0, -1))) left[kind].push(join(dirname(output), name));
    }
  }
  return left;
}

function siblingOf(output: string, kind: Kind | 'lock', identifier?: string): string {
  const suffix = identifier === undefined ? kind : `${kind}-${identifier}`;
  return join(dirname(output), `.${basename(output)}.${suffix}`);
}

function randomIdentifier(): string {
  return randomBytes(8).toString('hex');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
