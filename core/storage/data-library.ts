import type { DatasetOutline } from '../datasets/dataset-description.ts';
import { MalformedBytesError } from './bytes.ts';
import { DataFiles } from './data-files.ts';
import { manifestPath } from './layout.ts';
import { decodeManifest, type Manifest } from './manifest.ts';
import type { OpenedDataset } from './overview-files.ts';
import { StoredDataError, type ReadOptions, type Store } from './store.ts';

/** One version of the data, held fast: whatever is read through it belongs to this version alone. */
export class DataVersion {
  readonly manifest: Manifest;
  readonly #files: DataFiles;
  readonly #options: ReadOptions;

  constructor(manifest: Manifest, files: DataFiles, options: ReadOptions) {
    this.manifest = manifest;
    this.#files = files;
    this.#options = options;
  }

  /**
   * For `OverviewFiles` or `openDataset`: this file must not bring all readers along. Throws StoredDataError when this
   * version does not name the dataset.
   */
  opened({ name }: DatasetOutline): OpenedDataset {
    const entry = this.manifest.datasets[name];
    if (!entry) throw new StoredDataError(manifestPath, `does not name the dataset ${name}`);
    return { entry, files: this.#files, options: this.#options };
  }
}

const defaultMaximumBytes = 64 * 1024 * 1024;

/** The way into a store: pins versions and shares what has been read among them. */
export class DataLibrary {
  readonly #store: Store;
  readonly #files: DataFiles;
  #lastManifest: { readonly bytes: Uint8Array; readonly manifest: Manifest } | undefined;

  /** `maximumBytes` bounds the stored files that are remembered between requests. */
  constructor(store: Store, { maximumBytes = defaultMaximumBytes }: { readonly maximumBytes?: number } = {}) {
    this.#store = store;
    this.#files = new DataFiles(store, maximumBytes);
  }

  /** Reads the manifest and holds fast the version it names. Throws StoredDataError. */
  async pin(options: ReadOptions = { fresh: false }): Promise<DataVersion> {
    const bytes = await this.#store.read(manifestPath, options);
    return new DataVersion(await this.#decode(bytes), this.#files, options);
  }

  async #decode(bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
    if (this.#lastManifest?.bytes === bytes) return this.#lastManifest.manifest;
    try {
      const manifest = await decodeManifest(bytes);
      this.#lastManifest = { bytes, manifest };
      return manifest;
    } catch (cause) {
      if (cause instanceof MalformedBytesError) throw new StoredDataError(manifestPath, cause.message, { cause });
      throw cause;
    }
  }
}
