import type { DatasetOutline } from '../datasets/dataset-description.ts';
import { MalformedBytesError } from './bytes.ts';
import { DataFiles } from './data-files.ts';
import { DataMemory } from './data-memory.ts';
import { unlessGivenUp } from './asker.ts';
import type { FileReference } from './file-reference.ts';
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

  /** The bytes of a document that the manifest names. Throws StoredDataError. */
  document(file: FileReference): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read(file, 'json', (bytes) => bytes, this.#options);
  }
}

/** Some hundred times what one takes. */
const maximumManifestBytes = 1024 * 1024;
const defaultMaximumBytes = 64 * 1024 * 1024;

export interface DataLibraryOptions {
  /** Bounds the stored files that are remembered between requests. */
  readonly maximumBytes?: number;
  readonly memory?: DataMemory;
  /** Receives each manifest that was read and decoded, with the one before it. */
  readonly onManifest?: (manifest: Manifest, previous: Manifest | undefined) => void;
}

/** The way into a store: pins versions and shares what has been read among them. */
export class DataLibrary {
  readonly #store: Store;
  readonly #files: DataFiles;
  readonly #memory: DataMemory;
  readonly #onManifest: DataLibraryOptions['onManifest'];

  /** `memory` is what is remembered between requests: by default some of its own, of `maximumBytes`. */
  constructor(store: Store, { maximumBytes = defaultMaximumBytes, memory, onManifest }: DataLibraryOptions = {}) {
    this.#store = store;
    this.#memory = memory ?? new DataMemory(maximumBytes);
    this.#files = new DataFiles(store, this.#memory);
    this.#onManifest = onManifest;
  }

  /** Reads the manifest and holds fast the version it names. Throws StoredDataError. */
  async pin(options: ReadOptions = { fresh: false }): Promise<DataVersion> {
    const reading = this.#store.read(manifestPath, { ...options, maximumBytes: maximumManifestBytes });
    const bytes = await unlessGivenUp(reading, manifestPath, options.asker);
    return new DataVersion(await this.#decode(bytes), this.#files, options);
  }

  async #decode(bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
    const { manifest: last } = this.#memory;
    if (last?.bytes === bytes) return last.manifest;
    try {
      const manifest = await decodeManifest(bytes);
      this.#memory.manifest = { bytes, manifest };
      this.#onManifest?.(manifest, last?.manifest);
      return manifest;
    } catch (cause) {
      if (cause instanceof MalformedBytesError) throw new StoredDataError(manifestPath, cause.message, { cause });
      throw cause;
    }
  }
}
