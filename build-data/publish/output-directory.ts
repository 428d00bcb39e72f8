import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { type ReleaseLock, takeLock } from './build-lock.ts';
import { requireUsableOutput, syncDirectory, syncTree } from './file-system.ts';
import { hasCode, OutputError } from '../write/output-error.ts';

/**
 * The output of a build: a link to one of the versions in a directory next to it. For an output `site`:
 *
 * - `site` is a link to `site.versions/NUMBER`. Renaming another link over it publishes a version in one step, so readers
 *   see either the previous version or the new one.
 * - `site.versions/NUMBER` is a complete version; later versions have larger numbers.
 * - `site.versions/staged` is a complete version that has not been published.
 * - `site.versions/cache` is the build cache. Without it, the next build only takes longer.
 * - `site.versions/building-*` is a version or a cache while it is written, `site.versions/removed-*` one while it is
 *   deleted, and `.site.link` the link that is about to replace the output.
 *
 * Nothing is lost if a build is killed at any moment: a version gets its number only when it is complete, and the next
 * build removes what is left.
 *
 * The lock does not cover builds in other containers or on other machines, which must not run at the same time. Should
 * they do so, they do not publish mixed or incomplete versions: only one build writes to a `building` directory, whose
 * name is random, and other builds rename such a directory before they delete anything in it. So its owner either
 * publishes it with every file, or fails to rename it.
 */
export class OutputDirectory {
  readonly path: string;
  readonly stagingPath: string;
  /** Problems that did not prevent the build, for the report. */
  readonly warnings: string[] = [];
  readonly #releaseLock: ReleaseLock;
  readonly #versions: string;

  private constructor(path: string, releaseLock: ReleaseLock) {
    this.path = path;
    this.#releaseLock = releaseLock;
    this.#versions = versionsDirectoryOf(path);
    this.stagingPath = join(this.#versions, `building-${randomIdentifier()}`);
  }

  /**
   * Returns the path of the output. Throws OutputError or a system error if the output cannot be created or replaced.
   */
  static async check(outputDirectory: string): Promise<string> {
    const path = resolve(outputDirectory);
    await requireUsableOutput(path, versionsDirectoryOf(path), outputDirectory);
    const target = linkTargetOf(path);
    if (target !== undefined && dirname(target) !== versionsDirectoryOf(path)) {
      throw new OutputError(
        `--out ${outputDirectory} is a link to ${target}, which no build has made: name ${target} as --out, or remove ` +
          'the link.',
      );
    }
    return path;
  }

  /**
   * Takes the lock, cleans up after interrupted builds, and creates the directory for the new version. Throws
   * OutputError if another build holds the lock, or the output cannot be replaced.
   */
  static async prepare(outputDirectory: string): Promise<OutputDirectory> {
    const path = await OutputDirectory.check(outputDirectory);
    await mkdir(dirname(path), { recursive: true });
    const releaseLock = await takeLock(path, outputDirectory);
    try {
      const prepared = new OutputDirectory(path, releaseLock);
      await prepared.#createVersionsDirectory();
      await prepared.#recover();
      await mkdir(prepared.stagingPath);
      return prepared;
    } catch (error) {
      await releaseLock();
      throw error;
    }
  }

  async publish(): Promise<void> {
    await syncTree(this.stagingPath);
    await this.#moveDirectoryToVersions();
    const number = await this.#linkToNewVersion(this.stagingPath);
    // Nothing may fail the build now, because the new version is published. The rename must survive a loss of power
    // before the previous version is deleted.
    for (const directory of [this.#versions, dirname(this.path)]) {
      await syncDirectory(directory).catch((error: unknown) => {
        this.warnings.push(
          `The new version is published, but ${directory} could not be flushed to disk: ${reasonOf(error)}.`,
        );
      });
    }
    for (const other of await this.#numbers()) {
      const path = join(this.#versions, String(other));
      if (other < number && linkTargetOf(this.path) !== path) await this.#remove(path);
    }
    await this.#releaseLock();
  }

  /** Keeps the new version as `staged`, in place of an earlier one, and leaves the output as it is. */
  async stage(): Promise<void> {
    await syncTree(this.stagingPath);
    const staged = stagedDirectoryOf(this.path);
    await this.#remove(staged);
    renameSync(this.stagingPath, staged);
    await syncDirectory(this.#versions);
    await this.#releaseLock();
  }

  async discard(): Promise<void> {
    try {
      await rm(this.stagingPath, { recursive: true, force: true });
      // Fails, as intended, while there are versions.
      await rmdir(this.#versions).catch(() => undefined);
    } finally {
      await this.#releaseLock();
    }
  }

  /** Everyone who may write to the parent directory may build, even after a build by root. */
  async #createVersionsDirectory(): Promise<void> {
    if ((await mkdir(this.#versions, { recursive: true })) === undefined) return;
    const { mode, uid, gid } = await stat(dirname(this.path));
    if (process.getuid?.() === 0) await chown(this.#versions, uid, gid).catch(() => undefined);
    await chmod(this.#versions, mode & 0o777).catch(() => undefined);
  }

  /** An output that is a directory, because an earlier release of this program built it, becomes a version. */
  async #moveDirectoryToVersions(): Promise<void> {
    if (!lstatSync(this.path, { throwIfNoEntry: false })?.isDirectory()) return;
    const isEmpty = await rmdir(this.path).then(
      () => true,
      (error: unknown) => {
        if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
        return false;
      },
    );
    if (!isEmpty) await this.#linkToNewVersion(this.path);
  }

  /** Makes a complete directory the newest version, and the output a link to it. Returns its number. */
  async #linkToNewVersion(directory: string): Promise<number> {
    const number = Math.max(0, ...(await this.#numbers())) + 1;
    const version = join(this.#versions, String(number));
    renameSync(directory, version);
    this.#linkTo(version);
    return number;
  }

  #linkTo(version: string): void {
    if (process.platform === 'win32') {
      // A junction needs no privilege. Windows cannot rename over it, so the output is missing for a moment.
      rmSync(this.path, { force: true });
      symlinkSync(version, this.path, 'junction');
      return;
    }
    const link = this.#temporaryLink();
    rmSync(link, { force: true });
    // The link is relative, so that it is also valid where its directory is mounted at another path.
    symlinkSync(join(basename(this.#versions), basename(version)), link);
    renameSync(link, this.path);
  }

  #temporaryLink(): string {
    return join(dirname(this.path), `.${basename(this.path)}.link`);
  }

  /** The numbers of the complete versions, in ascending order. */
  async #numbers(): Promise<readonly number[]> {
    const names = await readdir(this.#versions);
    return names
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number)
      .sort((one, other) => one - other);
  }

  /** Deletes what interrupted builds have left. Puts the newest version back if the link to it is missing. */
  async #recover(): Promise<void> {
    rmSync(this.#temporaryLink(), { force: true });
    for (const name of await readdir(this.#versions)) {
      if (/^(?:building|removed)-[0-9a-f]+(?:-cache)?$/.test(name)) await this.#remove(join(this.#versions, name));
    }
    const newest = (await this.#numbers()).at(-1);
    if (newest === undefined || existsSync(this.path)) return;
    this.#linkTo(join(this.#versions, String(newest)));
    this.warnings.push(`${this.path} was missing: it is a link to its newest version, ${newest}, again.`);
  }

  /** Renames a directory before deleting it, so that no other build can publish it while files are missing. */
  async #remove(path: string): Promise<void> {
    const removed = join(this.#versions, `removed-${randomIdentifier()}`);
    try {
      await rename(path, removed);
      rmSync(removed, { recursive: true, force: true });
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      const left = existsSync(path) ? path : removed;
      this.warnings.push(
        `${left}, left from an earlier build, could not be removed (${reasonOf(error)}). It is not served, but takes up ` +
          `space. Each build tries again; to remove it yourself, run as its owner or as root: rm -rf '${left}'`,
      );
    }
  }
}

export function stagedDirectoryOf(output: string): string {
  return join(versionsDirectoryOf(output), 'staged');
}

export function buildCachePathOf(output: string): string {
  return join(versionsDirectoryOf(output), 'cache');
}

function versionsDirectoryOf(output: string): string {
  return `${output}.versions`;
}

/** The absolute path that a link leads to; undefined for anything else. */
function linkTargetOf(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : undefined;
}

function randomIdentifier(): string {
  return randomBytes(8).toString('hex');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
