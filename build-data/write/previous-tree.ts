import { stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { contentHash } from '../../core/storage/content-hash.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import { parseInventory, type InventoryEntry } from './inventory.ts';
import { linkOrCopy } from './link-or-copy.ts';
import { readPlainFile } from './plain-files.ts';
import { compressedEndings, isCompressedForm } from './precompress.ts';
import { isUrl, openPreviousStore } from './previous-store.ts';
import type { StagedTree } from '../publish/staged-tree.ts';

/** For all that is read from an address, unless told. */
const defaultLimitInMinutes = 30;

/** A version whose files a new build carries forward. */
export interface CarriedVersion extends PreviousVersion {
  /** Its inventory included. */
  readonly files: readonly InventoryEntry[];
}

/** The tree of an earlier build: its versions go on being readable in the next one. */
export class PreviousTree {
  readonly manifest: Manifest;
  /** Its own version, then those before it that it still holds. */
  readonly versions: readonly CarriedVersion[];
  readonly #location: string;
  readonly #store: Store;
  readonly #hashedPaths: ReadonlySet<string>;

  private constructor(location: string, store: Store, manifest: Manifest, versions: readonly CarriedVersion[]) {
    this.#location = location;
    this.#store = store;
    this.manifest = manifest;
    this.versions = versions;
    this.#hashedPaths = new Set(versions.flatMap(({ files }) => files.map(({ path }) => path)));
  }

  /**
   * Opens the tree at a directory or an http(s) address, of which all that is ever read has so many minutes to come.
   * Throws StoredDataError when it is not readable as one.
   */
  static async open(location: string, limitInMinutes = defaultLimitInMinutes): Promise<PreviousTree> {
    const store = openPreviousStore(location, limitInMinutes);
    const { manifest } = await new DataLibrary(store).pin();
    const own = { dataVersion: manifest.dataVersion, inventory: manifest.inventory };
    const versions: CarriedVersion[] = [{ ...own, files: await readInventory(store, own) }];
    for (const version of manifest.previous) {
      const files = await readInventory(store, version).catch((error: unknown) => {
        // One that cannot be read any more is left out.
        if (!(error instanceof StoredDataError) || store.isLate) throw error;
      });
      if (files) versions.push({ ...version, files });
    }
    return new PreviousTree(location, store, manifest, versions);
  }

  /** Brings the files of a version into a new tree, those that it does not hold already. Throws StoredDataError. */
  async carryInto(tree: StagedTree, version: CarriedVersion): Promise<void> {
    for (const { path, bytes } of version.files) {
      if (tree.written.has(path) || existsSync(join(tree.directory, path))) continue;
      await this.#carryFile(path, bytes, tree);
    }
  }

  /** A file is carried only if it is what its name promises: a damaged one would stand under a name that vouches. */
  async #carryFile(path: string, bytes: number, tree: StagedTree): Promise<void> {
    const content = await this.#store.read(path, { fresh: false });
    if (content.length !== bytes) throw new StoredDataError(path, `${content.length} bytes in place of ${bytes}`);
    if (!path.includes(await contentHash(content)))
      throw new StoredDataError(path, 'its content does not match its name');
    if (isUrl(this.#location)) await tree.write(path, content);
    else await linkOrCopy(join(this.#location, path), join(tree.directory, path));
  }

  /** The text of a file that no inventory lists, and no hash vouches for; undefined when it cannot be read. */
  async readText(path: string): Promise<string | undefined> {
    const bytes = await this.#store.read(path, { fresh: false }).catch((error: unknown) => {
      if (error instanceof StoredDataError) return undefined;
      throw error;
    });
    return bytes && new TextDecoder().decode(bytes);
  }

  /**
   * Whether this tree holds the same content at a path as a new tree. For a tree at an address, only the files with a hash
   * in their name are known; all others count as different.
   */
  async holdsSame(newDirectory: string, path: string, bytes: number): Promise<boolean> {
    if (this.#hashedPaths.has(path)) return true;
    if (isUrl(this.#location)) return false;
    const earlier = join(this.#location, path);
    const size = (await stat(earlier).catch(() => undefined))?.size;
    if (size !== bytes) return false;
    return (await readPlainFile(earlier)).equals(await readPlainFile(join(newDirectory, path)));
  }

  /**
   * A file of the same name has the same content, so its compressed twins serve again, where they are at hand and hold
   * that content: no name vouches for theirs.
   */
  async reuseCompressed(tree: StagedTree): Promise<void> {
    if (isUrl(this.#location)) return;
    const paths = new Set([...tree.written.keys(), ...this.#hashedPaths]);
    for (const path of paths) {
      if (!path.startsWith('data/') || path === 'data/manifest.json' || !existsSync(join(tree.directory, path)))
        continue;
      for (const ending of compressedEndings) {
        const source = join(this.#location, path + ending);
        if (!existsSync(source)) continue;
        if (await isCompressedForm(source, ending, join(tree.directory, path))) {
          await linkOrCopy(source, join(tree.directory, path + ending));
        }
      }
    }
  }
}

/** The files of a version, its inventory among them. Throws StoredDataError. */
async function readInventory(store: Store, version: PreviousVersion): Promise<readonly InventoryEntry[]> {
  const path = dataFilePath({ hash: version.inventory.hash, extension: 'json' });
  const bytes = await store.read(path, { fresh: false });
  if ((await contentHash(bytes)) !== version.inventory.hash) {
    throw new StoredDataError(path, 'its content does not match its name');
  }
  const entries = parseInventory(new TextDecoder().decode(bytes));
  if (!entries) throw new StoredDataError(path, 'is not a list of data files');
  return [...entries, { path, bytes: bytes.length }];
}
