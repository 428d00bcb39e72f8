import type { DatasetOutline } from '../../datasets/dataset-description.ts';
import type { SiteRules } from '../../datasets/site.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import type { FileReference } from '../format/file-reference.ts';
import { manifestPath } from '../format/layout.ts';
import { DataFiles, FileCache } from './file-cache.ts';
import { decodeManifest, type Manifest, type ManifestDataset, requireRules } from './manifest.ts';
import { orCancelled, type ReadOptions, type Store, StoredDataError } from './store.ts';

/** The files of one dataset in one version, and the options for reading them. */
export interface DatasetSource {
  readonly dataVersion: string;
  readonly entry: ManifestDataset;
  /** Undefined in the manifests of earlier releases. */
  readonly rules: SiteRules | undefined;
  readonly files: DataFiles;
  readonly options: ReadOptions;
}

/** One version of the data: everything read through it belongs to this version. */
export class Snapshot {
  readonly manifest: Manifest;
  readonly #files: DataFiles;
  readonly #options: ReadOptions;

  constructor(manifest: Manifest, files: DataFiles, options: ReadOptions) {
    this.manifest = manifest;
    this.#files = files;
    this.#options = options;
  }

  /**
   * The source of a dataset, for `StoredColumns` or `openDataset`. This module does not import either, so that a page
   * that reads only columns does not load the other readers. Throws StoredDataError when the manifest does not
   * name the dataset.
   */
  source({ name }: DatasetOutline): DatasetSource {
    const entry = this.manifest.datasets[name];
    if (!entry) throw new StoredDataError(manifestPath, `does not name the dataset ${name}`);
    const { dataVersion, rules } = this.manifest;
    return { dataVersion, entry, rules, files: this.#files, options: this.#options };
  }

  /** How the records are read. Throws StoredDataError when the manifest is that of an earlier release. */
  get rules(): SiteRules {
    return requireRules(this.manifest);
  }

  /** The bytes of a file that the manifest names. Throws StoredDataError. */
  async file(file: FileReference, extension: 'json' | 'bin'): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read(file, extension, (bytes) => bytes, this.#options);
  }
}

/** About a hundred times the size of a usual manifest. */
const maximumManifestBytes = 1024 * 1024;
const defaultCacheBytes = 64 * 1024 * 1024;

interface DatasetReaderOptions {
  /** Caches decoded files between requests. Other readers can share it. Default: a cache of 64 MiB. */
  readonly cache?: FileCache;
  /** How long a manifest is used before it is read again; 0, the default, reads it each time. */
  readonly manifestMaxAgeInMilliseconds?: number;
  /** Receives each new manifest after it was decoded, with the previous one. */
  readonly onManifest?: (manifest: Manifest, previous: Manifest | undefined) => void;
  /** Whether trees of earlier releases are opened, whose records can be read but not interpreted. Default: no. */
  readonly acceptsEarlierReleases?: boolean;
}

/** Opens snapshots of the data in a store. The snapshots share one cache. */
export class DatasetReader {
  readonly #store: Store;
  readonly #files: DataFiles;
  readonly #cache: FileCache;
  readonly #manifestMaxAgeInMilliseconds: number;
  readonly #onManifest: DatasetReaderOptions['onManifest'];
  readonly #acceptsEarlierReleases: boolean;

  constructor(store: Store, options: DatasetReaderOptions = {}) {
    const { cache = new FileCache(defaultCacheBytes), manifestMaxAgeInMilliseconds = 0, onManifest } = options;
    this.#store = store;
    this.#cache = cache;
    this.#files = new DataFiles(store, cache);
    this.#manifestMaxAgeInMilliseconds = manifestMaxAgeInMilliseconds;
    this.#onManifest = onManifest;
    this.#acceptsEarlierReleases = options.acceptsEarlierReleases ?? false;
  }

  /** Opens the current version, which the manifest names. Throws StoredDataError. */
  async openSnapshot(options: ReadOptions = { fresh: false }): Promise<Snapshot> {
    return new Snapshot(await this.#readManifest(options), this.#files, options);
  }

  /** The manifest that was read last, if it is used without reading it again. */
  get recentManifest(): Manifest | undefined {
    const { manifest: cached } = this.#cache;
    const isRecent = cached && performance.now() - cached.readAt < this.#manifestMaxAgeInMilliseconds;
    return isRecent ? cached.manifest : undefined;
  }

  async #readManifest(options: ReadOptions): Promise<Manifest> {
    const recent = this.recentManifest;
    if (recent && !options.fresh && options.current !== true) return recent;
    const reading = this.#store.read(manifestPath, { ...options, maximumBytes: maximumManifestBytes });
    const bytes = await orCancelled(reading, manifestPath, options.cancelToken);
    return this.#decode(bytes);
  }

  async #decode(bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
    const { manifest: last } = this.#cache;
    if (last?.bytes === bytes) {
      this.#cache.manifest = { ...last, readAt: performance.now() };
      return last.manifest;
    }
    try {
      const decoded = await decodeManifest(bytes);
      if (!this.#acceptsEarlierReleases) requireRules(decoded);
      // The same object as before, so that what is derived from the rules can be kept for as long as they are the same.
      const isSame = JSON.stringify(decoded.rules) === JSON.stringify(last?.manifest.rules);
      const manifest = isSame ? { ...decoded, rules: last?.manifest.rules } : decoded;
      this.#cache.manifest = { bytes, manifest, readAt: performance.now() };
      this.#onManifest?.(manifest, last?.manifest);
      return manifest;
    } catch (cause) {
      if (cause instanceof MalformedBytesError) throw new StoredDataError(manifestPath, cause.message, { cause });
      throw cause;
    }
  }
}
