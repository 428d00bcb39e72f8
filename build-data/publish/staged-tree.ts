import { createHash } from 'node:crypto';
import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { contentHashInName } from '../../core/http/file-headers.ts';
import { hashBytes } from '../../core/storage/format/file-reference.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest, manifestFormat } from '../../core/storage/snapshot/manifest.ts';
import { CompressedCopies, type CopiesOptions } from '../write/compressed-copies.ts';
import { describeFailure, hasCode, OutputError } from '../write/output-error.ts';
import {
  copyPlain,
  filesBelow,
  linkOrCopy,
  readPlainFile,
  requireNoSpecialFile,
  requireNoSpecialFiles,
} from '../write/plain-files.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';
import { type InventoryEntry, parseInventory } from '../write/write-datasets.ts';
import { copyForeignFiles } from './foreign-files.ts';
import { buildCachePathOf, OutputDirectory } from './output-directory.ts';

/**
 * Files of this size and more are written by the thread pool. For smaller ones the handover costs more than it saves.
 */
const smallFileBytes = 16 * 1024;

/**
 * A new version of a site, written to a directory next to the output. It replaces the output when it is complete; until
 * then the previous version remains unchanged.
 */
export class StagedTree implements TreeOnDisk {
  readonly directory: string;
  readonly copies: CompressedCopies;
  readonly #output: OutputDirectory;
  readonly #earlierDirectory: string | undefined;
  readonly #written = new Map<string, number>();
  /** Files of the earlier build whose content was checked. */
  readonly #reused = new Set<string>();
  /** Files that other code writes into the tree, with their lengths in bytes. */
  readonly #expected = new Map<string, number>();
  readonly #directories = new Set<string>();
  #isFinished = false;

  private constructor(output: OutputDirectory, copies: CopiesOptions) {
    this.#output = output;
    this.directory = output.stagingPath;
    this.copies = new CompressedCopies(this.directory, copies);
    this.#earlierDirectory = copies.earlierDirectory;
    this.#directories.add(this.directory);
  }

  /**
   * Begins a version next to the output and locks the output until the version is published, staged or discarded.
   * Throws OutputError when another build is running.
   */
  static async begin(outputDirectory: string, copies: CopiesOptions): Promise<StagedTree> {
    return new StagedTree(await OutputDirectory.prepare(outputDirectory), copies);
  }

  get written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.#written.has(path)) {
      if (path.startsWith('data/') && this.#written.get(path) === bytes.length) return;
      throw new Error(`${path} was written twice`);
    }
    this.#written.set(path, bytes.length);
    const target = this.targetOf(path);
    if (!(await this.#linkEarlier(path, target, bytes))) {
      if (bytes.length < smallFileBytes) writeFileSync(target, bytes);
      else await writeFile(target, bytes);
    }
    // Other files may still be completed.
    if (contentHashInName(path) !== undefined) await this.copies.add(path, { bytes });
  }

  async reuse(path: string): Promise<number | undefined> {
    const written = this.#written.get(path);
    if (written !== undefined || this.#earlierDirectory === undefined) return written;
    const earlier = join(this.#earlierDirectory, path);
    const bytes = await readPlainFile(earlier).catch(() => undefined);
    if (!bytes || !path.includes(hashOf(bytes))) return undefined;
    const target = this.targetOf(path);
    await linkOrCopy(earlier, target);
    this.#written.set(path, bytes.length);
    if (statSync(target).ino === statSync(earlier).ino) this.#reused.add(path);
    await this.copies.add(path, { bytes });
    return bytes.length;
  }

  /**
   * Links the file of the earlier build to the new tree if it has the same content: only what has changed is written to
   * disk, and keeps its time. Returns whether it did.
   */
  async #linkEarlier(path: string, target: string, bytes: Uint8Array): Promise<boolean> {
    if (this.#earlierDirectory === undefined) return false;
    const earlier = join(this.#earlierDirectory, path);
    try {
      const state = lstatSync(earlier, { throwIfNoEntry: false });
      if (state?.isFile() !== true || state.size !== bytes.length) return false;
      const content = bytes.length < smallFileBytes ? readFileSync(earlier) : await readFile(earlier);
      if (!content.equals(bytes)) return false;
      linkSync(earlier, target);
      return true;
    } catch {
      // For example, the earlier build is on another file system.
      return false;
    }
  }

  async copyFrom(source: string): Promise<void> {
    await copyPlain(source, this.directory, () => true);
  }

  targetOf(path: string): string {
    const target = join(this.directory, path);
    this.#makeDirectory(dirname(target));
    return target;
  }

  expect(path: string): void {
    this.#expected.set(path, statSync(join(this.directory, path)).size);
  }

  /** Adds the build cache, which `write` writes to a path. It replaces that of the last build when the tree is published. */
  async addBuildCache(write: (path: string) => Promise<void>): Promise<void> {
    await this.#tryCache(() => write(this.#cachePath));
  }

  get #cachePath(): string {
    return `${this.directory}-cache`;
  }

  /** Without a cache, the next build only takes longer, so a failure is a warning. */
  async #tryCache(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      await rm(this.#cachePath, { force: true });
      const reason = error instanceof Error ? error.message : String(error);
      this.#output.warnings.push(
        `${buildCachePathOf(this.#output.path)} could not be written (${reason}). The site is complete, but the next build ` +
          'will take longer. Free some space, or make its folder writable.',
      );
    }
  }

  /** Copies files that were added to the output by hand. Throws OutputError like `copyFrom`. */
  async keepForeignFiles(): Promise<void> {
    await copyForeignFiles(this.#output.path, this.directory);
  }

  /**
   * Verifies the tree and publishes it or, with `isStaged`, keeps it next to the output. On failure the previous version
   * remains published. Returns warnings. Throws OutputError if files are missing or damaged.
   */
  async publish(isStaged = false): Promise<readonly string[]> {
    const lengths = new Map([...this.#expected, ...this.#written]);
    const damage = await verifyStagedTree(this.directory, lengths, this.#reused);
    if (damage !== undefined) {
      throw new OutputError(
        `${this.#output.path} was not replaced: ${damage}. Make sure that nothing else writes to ${this.directory} and ` +
          'that the disk has no errors, then build again.',
      );
    }
    await this.#dateAfterEarlier();
    if (existsSync(this.#cachePath)) await this.#tryCache(() => this.#replaceCache());
    await (isStaged ? this.#output.stage() : this.#output.publish());
    this.#isFinished = true;
    return this.#output.warnings;
  }

  async #replaceCache(): Promise<void> {
    const target = buildCachePathOf(this.#output.path);
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) await rm(target, { recursive: true });
    await rename(this.#cachePath, target);
  }

  async discard(): Promise<void> {
    if (this.#isFinished) return;
    await this.copies.stop();
    await rm(this.#cachePath, { force: true });
    await this.#output.discard();
  }

  /** Returns the error to report if writing the tree failed: the reason may be that another build removed the tree. */
  explain(error: unknown): unknown {
    if (error instanceof OutputError) return error;
    if (existsSync(this.directory)) return error;
    return new OutputError(
      `${this.#output.path} was not replaced: ${this.directory}, where the new version was being written, was removed. ` +
        'Make sure that no build in another container or on another machine writes to the same output, then build again.',
      { cause: error },
    );
  }

  /**
   * Web servers derive entity tags from the size of a file and the second of its last change. A file that replaces
   * another within one second could get the same tag, so it is dated a second later. Files with a hash in their names
   * never change.
   */
  async #dateAfterEarlier(): Promise<void> {
    for (const { path, file } of await filesBelow(this.directory)) {
      if (contentHashInName(path) !== undefined) continue;
      const earlier = statSync(join(this.#output.path, path), { throwIfNoEntry: false });
      if (!earlier) continue;
      const { ino, mtimeMs } = statSync(file);
      const earlierSecond = Math.floor(earlier.mtimeMs / 1000);
      // The same inode means one file with two names.
      if (ino === earlier.ino || Math.floor(mtimeMs / 1000) > earlierSecond) continue;
      await utimes(file, earlierSecond + 1, earlierSecond + 1);
    }
  }

  /** Never creates the staging directory itself: once another build has removed it, writing must fail. */
  #makeDirectory(directory: string): void {
    if (this.#directories.has(directory)) return;
    this.#makeDirectory(dirname(directory));
    if (!existsSync(directory)) mkdirSync(directory);
    this.#directories.add(directory);
  }
}

/** Checks before any work whether an output can be created or replaced. Throws OutputError. */
export async function requireOutput(outputDirectory: string): Promise<void> {
  await OutputDirectory.check(outputDirectory).catch((error: unknown) => {
    throw describeFailure(error, outputDirectory);
  });
}

/**
 * Begins a tree for an output that is an earlier build, is empty, or does not exist, and calls `build`, which may publish
 * the tree. Holds the lock of the output until then, and discards a tree that is not published. Throws OutputError when
 * the output cannot be written; the published version is then unchanged.
 */
export async function buildTree<Result>(
  outputDirectory: string,
  copies: CopiesOptions,
  build: (tree: StagedTree) => Promise<Result>,
): Promise<Result> {
  let tree: StagedTree | undefined;
  try {
    tree = await StagedTree.begin(outputDirectory, copies);
    await refuseForeignDirectory(outputDirectory);
    return await build(tree);
  } catch (error) {
    throw describeFailure(tree ? tree.explain(error) : error, outputDirectory);
  } finally {
    // The next build removes whatever this one fails to remove.
    await tree?.discard().catch(() => undefined);
  }
}

/** The output is replaced completely, so it must be empty or a tree that a build has written. */
async function refuseForeignDirectory(outputDirectory: string): Promise<void> {
  const entries = await readdir(outputDirectory).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    return [];
  });
  if (entries.length === 0) return;
  await requireNoSpecialFile(join(outputDirectory, manifestPath));
  if (await isOwnTree(outputDirectory)) return requireNoSpecialFiles(outputDirectory);
  const manifest = join(outputDirectory, manifestPath);
  const reason = existsSync(manifest) ? `${manifestPath} is not a manifest, or is damaged` : `no ${manifestPath}`;
  throw new OutputError(
    `${outputDirectory} exists and contains no earlier build (${reason}). ` +
      'The build would replace all of it: choose another --out, or empty it yourself.',
  );
}

/**
 * Whether a build has written a tree. Checks the manifest only for the name of the format, because a new build may
 * replace an otherwise damaged one. After a loss of power the manifest may be empty: then a file with a hash in its
 * name is enough.
 */
async function isOwnTree(directory: string): Promise<boolean> {
  const path = join(directory, manifestPath);
  const bytes = await readPlainFile(path).catch((error: unknown) => {
    if (hasCode(error, 'EACCES', 'EPERM', 'EIO')) throw error;
    return undefined;
  });
  if (bytes === undefined) return false;
  if (bytes.some((byte) => byte !== 0)) return bytes.includes(JSON.stringify(manifestFormat));
  const names = await readdir(dirname(path));
  return names.some((name) => contentHashInName(`data/${name}`) !== undefined && name !== basename(path));
}

/**
 * Checks a tree on disk for every file that the build has written and that the inventories of its versions list. Files
 * in an inventory are checked by length and content, all others by length. Returns a description of the damage, or
 * undefined.
 *
 * @param written the length in bytes of each file that the build has written, by path
 * @param checked files whose content has been checked before
 */
async function verifyStagedTree(
  directory: string,
  written: ReadonlyMap<string, number>,
  checked: ReadonlySet<string>,
): Promise<string | undefined> {
  const faults: string[] = [];
  for (const [path, bytes] of written) {
    const found = statSync(join(directory, path), { throwIfNoEntry: false })?.size;
    if (found === undefined) faults.push(`${path} is missing`);
    else if (found !== bytes) faults.push(`${path} has ${found} bytes instead of ${bytes}`);
  }
  if (faults.length === 0 && written.has(manifestPath)) {
    const manifest = await decodeManifest(new Uint8Array(readFileSync(join(directory, manifestPath))));
    for (const { path, bytes } of filesOf(manifest, directory, faults)) {
      if (!checked.has(path) || written.get(path) !== bytes) checkContent(directory, path, bytes, faults);
    }
  }
  const [first, ...more] = faults;
  if (first === undefined) return undefined;
  const others = more.length === 0 ? '' : `, and ${more.length} more files are missing or changed`;
  return `the new version is damaged: ${first}${others}`;
}

/** The files in the inventories of all versions in the tree. A file of several versions occurs once. */
function filesOf(manifest: Manifest, directory: string, faults: string[]): Iterable<InventoryEntry> {
  const files = new Map<string, InventoryEntry>();
  for (const { inventory } of [manifest, ...manifest.previous]) {
    const path = dataFilePath({ hash: inventory.hash, extension: 'json' });
    if (!checkContent(directory, path, inventory.bytes, faults)) continue;
    const entries = parseInventory(readFileSync(join(directory, path), 'utf8'));
    if (!entries) faults.push(`${path} is not a list of files`);
    for (const entry of entries ?? []) files.set(entry.path, entry);
  }
  return files.values();
}

function checkContent(directory: string, path: string, bytes: number, faults: string[]): boolean {
  const content = readIfExists(join(directory, path));
  if (content === undefined) faults.push(`${path} is missing`);
  else if (content.length !== bytes) faults.push(`${path} has ${content.length} bytes instead of ${bytes}`);
  else if (!path.includes(hashOf(content))) faults.push(`the content of ${path} does not match its name`);
  else return true;
  return false;
}

/** Like `contentHash`, but synchronous: waiting for a thread for each of thousands of small files would take longer. */
function hashOf(content: Buffer): string {
  return createHash('sha256')
    .update(content)
    .digest('hex')
    .slice(0, 2 * hashBytes);
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
