import { copyFile, link, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { contentHash } from '../../core/storage/content-hash.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { createFetchedStore } from '../../core/storage/fetched-store.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import type { StagedTree } from './staged-tree.ts';

const timeoutInMilliseconds = 30_000;

/** One file of a version, as its inventory lists it. */
export interface InventoryEntry {
  readonly path: string;
  readonly bytes: number;
}

/** A version whose files a new build carries forward. */
export interface CarriedVersion extends PreviousVersion {
  readonly files: readonly InventoryEntry[];
}

/** The tree of an earlier build: its versions go on being readable in the next one. */
export class PreviousTree {
  readonly manifest: Manifest;
  /** Its own version, then those before it that it still holds. */
  readonly versions: readonly CarriedVersion[];
  readonly #location: string;
  readonly #store: Store;

  private constructor(location: string, store: Store, manifest: Manifest, versions: readonly CarriedVersion[]) {
    this.#location = location;
    this.#store = store;
    this.manifest = manifest;
    this.versions = versions;
  }

  /** Opens the tree at a directory or an http(s) address. Throws StoredDataError when it is not readable as one. */
  static async open(location: string): Promise<PreviousTree> {
    const store = isUrl(location) ? storeAtUrl(location) : storeInDirectory(location);
    const { manifest } = await new DataLibrary(store).pin();
    const own = { dataVersion: manifest.dataVersion, inventory: manifest.inventory };
    const versions = await Promise.all(
      [own, ...manifest.previous].map(async (version) => ({
        ...version,
        files: await readInventory(store, version),
      })),
    );
    return new PreviousTree(location, store, manifest, versions);
  }

  /** Brings the files of these versions into a new tree, those that it does not hold already. */
  async carryInto(tree: StagedTree, versions: readonly CarriedVersion[]): Promise<void> {
    for (const version of versions) {
      const inventory = dataFilePath({ hash: version.inventory.hash, extension: 'json' });
      for (const { path } of [{ path: inventory }, ...version.files]) {
        if (!tree.written.has(path) && !existsSync(join(tree.directory, path))) await this.#carryFile(path, tree);
      }
    }
    if (!isUrl(this.#location)) await this.#reuseCompressed(tree);
  }

  async #carryFile(path: string, tree: StagedTree): Promise<void> {
    if (isUrl(this.#location)) await tree.write(path, await this.#store.read(path, { fresh: false }));
    else await linkOrCopy(join(this.#location, path), join(tree.directory, path));
  }

  /** A file of the same name has the same content, so its compressed twins serve again. */
  async #reuseCompressed(tree: StagedTree): Promise<void> {
    const paths = new Set([
      ...tree.written.keys(),
      ...this.versions.flatMap(({ files }) => files.map(({ path }) => path)),
    ]);
    for (const path of paths) {
      if (!path.startsWith('data/') || path === 'data/manifest.json') continue;
      for (const ending of ['.br', '.gz']) {
        const source = join(this.#location, path + ending);
        if (existsSync(source)) await linkOrCopy(source, join(tree.directory, path + ending));
      }
    }
  }
}

async function readInventory(store: Store, version: PreviousVersion): Promise<readonly InventoryEntry[]> {
  const path = dataFilePath({ hash: version.inventory.hash, extension: 'json' });
  const bytes = await store.read(path, { fresh: false });
  if ((await contentHash(bytes)) !== version.inventory.hash) {
    throw new StoredDataError(path, 'its content does not match its name');
  }
  // Its name vouches for its content, which writeDataVersion wrote.
  return JSON.parse(new TextDecoder().decode(bytes)) as readonly InventoryEntry[];
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target);
  }
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

function storeAtUrl(location: string): Store {
  const baseUrl = location.endsWith('/') ? location : `${location}/`;
  return createFetchedStore({ baseUrl, fetch: globalThis.fetch, timeoutInMilliseconds });
}

function storeInDirectory(directory: string): Store {
  return {
    async read(path) {
      try {
        return new Uint8Array(await readFile(join(directory, path)));
      } catch (cause) {
        throw new StoredDataError(path, 'cannot be read', { cause });
      }
    },
  };
}
