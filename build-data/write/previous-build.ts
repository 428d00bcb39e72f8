import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { contentHash } from '../../core/storage/format/file-reference.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { createFetchedStore } from '../../core/storage/snapshot/fetched-store.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import type { Manifest, PreviousVersion } from '../../core/storage/snapshot/manifest.ts';
import { StoredDataError, type Store } from '../../core/storage/snapshot/store.ts';
import { OutputError } from './output-error.ts';
import { readPlainFile } from './plain-files.ts';
import type { TreeOnDisk } from './tree-sink.ts';
import { parseInventory, type InventoryEntry } from './write-datasets.ts';

export interface PreviousOptions {
  readonly outputDirectory: string;
  /** A directory or URL with the tree of an earlier build. Default: the tree in the output directory. */
  readonly previous?: string | undefined;
  /** The time limit for everything that is read from an earlier build at a URL. Default: 30. */
  readonly previousLimitInMinutes?: number | undefined;
}

/**
 * Opens the earlier build; undefined when there is none. Adds a warning for a damaged build in the output directory,
 * which will be replaced. Throws OutputError when the build that `previous` names cannot be read.
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

/** The number of earlier versions whose files are kept, so that clients that have begun to read one can finish. */
const carriedVersions = 2;

/**
 * Copies earlier versions into the tree and returns them. Omits a damaged version with a warning, or throws OutputError
 * if the publisher named its tree with `previous`.
 */
export async function carryForward(
  previous: PreviousTree,
  dataVersion: string,
  tree: TreeOnDisk,
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
      'Name another tree with --previous, or omit the option: then the new site keeps no version of this tree.',
    { cause: error },
  );
}

const defaultLimitInMinutes = 30;

interface CarriedVersion extends PreviousVersion {
  /** All files of the version, including its inventory. */
  readonly files: readonly InventoryEntry[];
}

/** The tree of an earlier build, whose versions remain available in the next one. */
export class PreviousTree {
  readonly manifest: Manifest;
  /** The tree's own version, then the earlier versions whose files it still contains. */
  readonly versions: readonly CarriedVersion[];
  readonly #location: string;
  readonly #store: Store;

  private constructor(location: string, store: Store, manifest: Manifest, versions: readonly CarriedVersion[]) {
    this.#location = location;
    this.#store = store;
    this.manifest = manifest;
    this.versions = versions;
  }

  /**
   * Opens the tree at a directory or an http(s) URL. `limitInMinutes` applies to all reads from a URL together. Throws
   * StoredDataError if the tree cannot be read.
   */
  static async open(location: string, limitInMinutes = defaultLimitInMinutes): Promise<PreviousTree> {
    const store = openPreviousStore(location, limitInMinutes);
    const { manifest } = await new DatasetReader(store, { acceptsEarlierReleases: true }).openSnapshot();
    const own = { dataVersion: manifest.dataVersion, inventory: manifest.inventory };
    const versions: CarriedVersion[] = [{ ...own, files: await readInventory(store, own) }];
    for (const version of manifest.previous) {
      const files = await readInventory(store, version).catch((error: unknown) => {
        // An unreadable version is left out, but exceeding the time limit is an error.
        if (!(error instanceof StoredDataError) || store.isLate) throw error;
      });
      if (files) versions.push({ ...version, files });
    }
    return new PreviousTree(location, store, manifest, versions);
  }

  /** Copies or links the files of a version that a new tree does not have yet. Throws StoredDataError. */
  async carryInto(tree: TreeOnDisk, version: CarriedVersion): Promise<void> {
    for (const { path, bytes } of version.files) {
      if (tree.written.has(path) || existsSync(join(tree.directory, path))) continue;
      await this.#carryFile(path, bytes, tree);
    }
  }

  /** Checks the content against the name, because readers trust hashed names. */
  async #carryFile(path: string, bytes: number, tree: TreeOnDisk): Promise<void> {
    if (!isUrl(this.#location)) {
      if ((await tree.reuse(path)) !== bytes) throw new StoredDataError(path, 'is missing or damaged');
      return;
    }
    const content = await this.#store.read(path, { fresh: false });
    if (content.length !== bytes) throw new StoredDataError(path, `${content.length} bytes instead of ${bytes}`);
    if (!path.includes(await contentHash(content)))
      throw new StoredDataError(path, 'its content does not match its name');
    await tree.write(path, content);
  }

  /** The text of a file that is not in an inventory and has no hash in its name; undefined if it cannot be read. */
  async readText(path: string): Promise<string | undefined> {
    const bytes = await this.#store.read(path, { fresh: false }).catch((error: unknown) => {
      if (error instanceof StoredDataError) return undefined;
      throw error;
    });
    return bytes && new TextDecoder().decode(bytes);
  }
}

/** The files of a version, including its inventory. Throws StoredDataError. */
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

/** A read fails when it receives nothing for this long. */
const idleTimeoutInMilliseconds = 30_000;

/** A store over an earlier tree with a time limit for all reads. */
interface PreviousStore extends Store {
  readonly isLate: boolean;
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * Opens a directory or an http(s) URL. A host may send data slowly forever, so reads from a URL fail once this number
 * of minutes has passed.
 */
function openPreviousStore(location: string, limitInMinutes: number): PreviousStore {
  return isUrl(location) ? storeAtUrl(location, limitInMinutes) : { ...storeInDirectory(location), isLate: false };
}

function storeAtUrl(location: string, limitInMinutes: number): PreviousStore {
  const limit = new AbortController();
  setTimeout(() => {
    limit.abort(
      new Error(
        `reading was not complete after ${limitInMinutes} minutes: copy the site into a folder and name the folder`,
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

/** The part of a manifest that every version of the format has. */
export interface ManifestSummary {
  readonly sample: boolean;
  /** By dataset name. */
  readonly records: Readonly<Record<string, number>>;
}

/**
 * Reads a manifest of any version of the format, for the safeguards that must also protect the data of an older build.
 * Undefined if there is no manifest, or if it is damaged.
 */
export function readManifestSummary(directory: string): ManifestSummary | undefined {
  try {
    const { content } = JSON.parse(readFileSync(join(directory, manifestPath), 'utf8')) as {
      content: { sample: unknown; datasets: Record<string, { records: unknown }> };
    };
    if (typeof content.sample !== 'boolean') return undefined;
    const records = Object.entries(content.datasets).map(([name, dataset]) => [name, Number(dataset.records)] as const);
    if (!records.every(([, count]) => Number.isSafeInteger(count))) return undefined;
    return { sample: content.sample, records: Object.fromEntries(records) };
  } catch {
    return undefined;
  }
}

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
