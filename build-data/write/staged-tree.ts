import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { contentHashInName } from '../../core/site/file-headers.ts';
import { exportsRoot } from '../../core/storage/layout.ts';
import { isExportName } from '../exports/export-formats.ts';
import { OutputError } from './output-error.ts';
import { PlaceOfTree } from './place-of-tree.ts';
import { copyPlain } from './plain-files.ts';
import type { TreeSink } from './tree-sink.ts';

/** Above this a write is worth leaving to the thread pool; below, the call itself costs more. */
const smallFileBytes = 16 * 1024;

/**
 * A tree written beside the place where it is to stand, which it takes in one step when it is complete: until then
 * an existing tree stays as it is, whatever happens.
 */
export class StagedTree implements TreeSink {
  readonly directory: string;
  readonly #place: PlaceOfTree;
  readonly #written = new Map<string, number>();
  readonly #expected = new Set<string>();
  readonly #directories = new Set<string>();

  private constructor(place: PlaceOfTree) {
    this.#place = place;
    this.directory = place.buildingPath;
  }

  /**
   * Begins beside the output, which no other build may write until this tree is published or discarded; `asLink` makes
   * that a link to the tree. Throws OutputError when another build is under way.
   */
  static async begin(outputDirectory: string, asLink = false): Promise<StagedTree> {
    const tree = new StagedTree(await PlaceOfTree.prepare(outputDirectory, asLink));
    try {
      // What an earlier build in this process may have left is no part of this one.
      await rm(tree.directory, { recursive: true, force: true });
      await mkdir(tree.directory, { recursive: true });
      return tree;
    } catch (error) {
      await tree.#place.release();
      throw error;
    }
  }

  /** Files written so far, with their lengths in bytes. */
  get written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.#written.has(path)) {
      if (path.startsWith('data/') && this.#written.get(path) === bytes.length) return;
      throw new Error(`two producers of ${path}`);
    }
    this.#written.set(path, bytes.length);
    const target = this.targetOf(path);
    if (bytes.length < smallFileBytes) writeFileSync(target, bytes);
    else await writeFile(target, bytes);
  }

  /** Copies what is in a folder elsewhere. Throws OutputError when that is not files and folders alone. */
  async copyFrom(source: string): Promise<void> {
    await copyPlain(source, this.directory, () => true);
  }

  /** Where a producer that writes part by part puts a file; what it has put there it makes known with `expect`. */
  targetOf(path: string): string {
    const target = join(this.directory, path);
    this.#makeDirectory(dirname(target));
    return target;
  }

  /** Without this file the tree is not whole. */
  expect(path: string): void {
    this.#expected.add(path);
  }

  /**
   * Takes over what somebody has put into the tree that stands, beside what builds write: a CNAME, say. Their own data
   * and answers belong to the builds, and the exports in a folder that others may use too. Throws OutputError as
   * `copyFrom` does.
   */
  async keepOthersFiles(): Promise<void> {
    await this.#keepOthersIn('', (file) => file === 'data' || file === 'webapi' || file === exportsRoot);
    await this.#keepOthersIn(`${exportsRoot}/`, (file) => isExportName(file));
  }

  async #keepOthersIn(folder: string, isOfBuilds: (file: string) => boolean): Promise<void> {
    const standing = join(this.#place.path, folder);
    if (!existsSync(standing)) return;
    const isWanted = (name: string): boolean => {
      // A compressed twin goes with its file.
      const file = name.replace(/\.(?:br|gz)$/, '');
      return !isOfBuilds(file) && !existsSync(join(this.directory, folder, file));
    };
    if ((await readdir(standing)).some(isWanted)) await copyPlain(standing, join(this.directory, folder), isWanted);
  }

  /**
   * Puts the tree in its place; on failure the tree that stood there stands there again. Throws OutputError when files
   * that were written are there no more.
   */
  async publish(): Promise<void> {
    await this.#requireWhole();
    await this.#dateAfterEarlier();
    await this.#place.take(this.directory);
    await this.#place.release();
  }

  /** Removes what has been written; the tree that stands is not touched. */
  async discard(): Promise<void> {
    try {
      await rm(this.directory, { recursive: true, force: true });
    } finally {
      await this.#place.release();
    }
  }

  /** Whoever removes files meanwhile, a build that knows nothing of locks or a person, must not have them published. */
  async #requireWhole(): Promise<void> {
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true }).catch(() => []);
    const there = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
    const missing = [...this.#written.keys(), ...this.#expected].filter(
      (path) => !there.has(join(this.directory, path)),
    );
    if (missing.length === 0) return;
    throw new OutputError(
      `${this.#place.path} was not replaced: of the new tree ${missing.length} files were taken away while it was made, ` +
        `${missing[0] ?? ''} among them. Make sure that nothing else works in this folder, then build again.`,
    );
  }

  /**
   * Web servers make entity tags from the size of a file and the second of its last change. A file that replaces another
   * within one second could get the same tag, so it is dated a second later. Files with a hash in their names need no date.
   */
  async #dateAfterEarlier(): Promise<void> {
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      const path = relative(this.directory, file);
      if (!entry.isFile() || contentHashInName(path.replaceAll('\\', '/')) !== undefined) continue;
      const earlier = statSync(join(this.#place.path, path), { throwIfNoEntry: false });
      if (!earlier) continue;
      const { ino, mtimeMs } = statSync(file);
      const earlierSecond = Math.floor(earlier.mtimeMs / 1000);
      // The same inode: one file with two names.
      if (ino === earlier.ino || Math.floor(mtimeMs / 1000) > earlierSecond) continue;
      await utimes(file, earlierSecond + 1, earlierSecond + 1);
    }
  }

  #makeDirectory(directory: string): void {
    if (this.#directories.has(directory)) return;
    mkdirSync(directory, { recursive: true });
    this.#directories.add(directory);
  }
}
