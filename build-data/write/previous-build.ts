import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { contentHash } from '../../core/storage/content-hash.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { createFetchedStore } from '../../core/storage/fetched-store.ts';
import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import { OutputError } from '../publish/output-error.ts';
import type { StagedTree } from '../publish/staged-tree.ts';
import { linkOrCopy, readPlainFile } from './plain-files.ts';
import { compressedExtensions, isCompressedForm } from './precompress.ts';
import { parseInventory, type InventoryEntry } from './write-datasets.ts';

/** Where an earlier build is looked for. */
export interface PreviousOptions {
  readonly outputDirectory: string;
  /** A directory or address with the tree of an earlier build; by default the tree that stands in the output. */
  readonly previous?: string | undefined;
  /** For all that is read of an earlier build at an address; half an hour unless told. */
  readonly previousLimitInMinutes?: number | undefined;
}

/**
 * The earlier build; undefined when there is none. A damaged one in the output is replaced, with a warning. Throws OutputError
 * when the publisher named one that is unreadable.
 */
export async function openPrevious(options: PreviousOptions, warnings: string[]): Promise<PreviousTree | undefined> {
  const { previous, outputDirectory } = options;
  if (previous === undefined && !existsSync(join(outputDirectory, manifestPath))) return undefined;
  try {
    return await PreviousTree.open(previous ?? outputDirectory, options.previousLimitInMinutes);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    if (previous !== undefined) throw unreadable(previous, error);
    warnings.push(
      `The earlier build in ${outputDirectory} cannot be read: ${error.message}. It is replaced, and its versions are not kept.`,
    );
    return undefined;
  }
}

/** A reader who began with an earlier version finds its files through this many builds. */
const carriedVersions = 2;

/**
 * Keeps earlier versions in the tree and returns them. A damaged one is left out, with a warning. Throws OutputError when it
 * belongs to a tree that the publisher named.
 */
export async function carryForward(
  previous: PreviousTree,
  dataVersion: string,
  tree: StagedTree,
  options: PreviousOptions,
  warnings: string[],
): Promise<PreviousVersion[]> {
  const carried: PreviousVersion[] = [];
  for (const version of previous.versions) {
    if (version.dataVersion === dataVersion || carried.length === carriedVersions) continue;
    try {
      await previous.carryInto(tree, version);
      carried.push({ dataVersion: version.dataVersion, inventory: version.inventory });
    } catch (error) {
      if (!(error instanceof StoredDataError)) throw error;
      if (options.previous !== undefined) throw unreadable(options.previous, error);
      warnings.push(`Version ${version.dataVersion} is not kept: ${error.message}.`);
    }
  }
  return carried;
}

function unreadable(previous: string, error: StoredDataError): OutputError {
  return new OutputError(
    `The previous tree at ${previous} cannot be read: ${error.message}. ` +
      'Name another --previous, or none: its versions are then no longer readable.',
    { cause: error },
  );
}

/** For all that is read from an address, unless told. */
const defaultLimitInMinutes = 30;

/** A version whose files a new build carries forward. */
interface CarriedVersion extends PreviousVersion {
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
      for (const ending of compressedExtensions) {
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

/** A read of which nothing comes for so long has failed. */
const idleTimeoutInMilliseconds = 30_000;

/** A store over an earlier tree, and whether the time for reading all of it is over. */
interface PreviousStore extends Store {
  readonly isLate: boolean;
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * Over a directory or an http(s) address. A host may send something again and again and never come to an end: from an
 * address all reads together, beginning now, have so many minutes, and fail after that.
 */
function openPreviousStore(location: string, limitInMinutes: number): PreviousStore {
  return isUrl(location) ? storeAtUrl(location, limitInMinutes) : { ...storeInDirectory(location), isLate: false };
}

function storeAtUrl(location: string, limitInMinutes: number): PreviousStore {
  const limit = new AbortController();
  setTimeout(() => {
    limit.abort(
      new Error(
        `all of it was not there after ${limitInMinutes} minutes: give it more with --previous-timeout, or copy the ` +
          'site into a folder and name that',
      ),
    );
  }, limitInMinutes * 60_000).unref();
  const { signal } = limit;
  const store = createFetchedStore({
    baseUrl: location.endsWith('/') ? location : `${location}/`,
    fetch: (url, init) =>
      globalThis.fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal }),
    timeoutInMilliseconds: idleTimeoutInMilliseconds,
  });
  return {
    read: (path, options) => store.read(path, options),
    get isLate() {
      return signal.aborted;
    },
  };
}

/** The files of a tree, or of one that is being written. */
export function storeInDirectory(directory: string): Store {
  return {
    async read(path) {
      try {
        return new Uint8Array(await readPlainFile(join(directory, path)));
      } catch (cause) {
        throw new StoredDataError(path, 'cannot be read', { cause });
      }
    },
  };
}

/** Files and their bytes, and how many of them are new or changed since the previous tree. */
interface MeasuredFiles {
  readonly files: number;
  readonly bytes: number;
  readonly changedFiles: number;
  readonly changedBytes: number;
}

interface MeasuredTree {
  /** The data only, without compressed copies. */
  readonly data: MeasuredFiles;
  /** Everything in the tree. A deploy sends what has changed. */
  readonly all: MeasuredFiles;
}

/** Measures a finished tree against the previous one. */
export async function measureChanges(
  directory: string,
  isData: (path: string) => boolean,
  previous: PreviousTree | undefined,
): Promise<MeasuredTree> {
  const data = { files: 0, bytes: 0, changedFiles: 0, changedBytes: 0 };
  const all = { ...data };
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(directory, file).replaceAll('\\', '/');
    const bytes = (await stat(file)).size;
    const isSame = (await previous?.holdsSame(directory, path, bytes)) ?? false;
    for (const total of isData(path) ? [data, all] : [all]) {
      total.files++;
      total.bytes += bytes;
      if (isSame) continue;
      total.changedFiles++;
      total.changedBytes += bytes;
    }
  }
  return { data, all };
}
