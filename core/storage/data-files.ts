import { MalformedBytesError } from './bytes.ts';
import { contentHash } from './content-hash.ts';
import type { DataMemory } from './data-memory.ts';
import type { FileReference } from './file-reference.ts';
import { dataFilePath } from './layout.ts';
import { StoredDataError, type ReadOptions, type Store } from './store.ts';

/**
 * Reads the content-hashed files of a store: checks length and hash, decodes, remembers the most recently used within
 * a bound, and reads no file twice at once.
 */
export class DataFiles {
  readonly #store: Store;
  readonly #memory: DataMemory;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(store: Store, memory: DataMemory) {
    this.#store = store;
    this.#memory = memory;
  }

  /**
   * `memoryPerByte` is what the decoded content takes in memory for each byte of the file. Throws StoredDataError when
   * the file is missing, out of reach or not what its name promises.
   */
  async read<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    options: ReadOptions,
    memoryPerByte = 1,
  ): Promise<Content> {
    const path = dataFilePath({ hash: file.hash, extension });
    const remembered = this.#memory.recall(path);
    // A path is always decoded in the same way.
    if (remembered !== undefined) return remembered as Content;
    const key = options.fresh ? `${path} fresh` : path;
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay as Promise<Content>;
    const reading = this.#readChecked(file, path, options).then((bytes) => {
      const content = decodeNamed(path, bytes, decode);
      this.#memory.remember(path, content, bytes.length * memoryPerByte);
      return content;
    });
    this.#underWay.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** As `read`, but not remembered: for what is read once, or kept by whoever reads it. */
  async readOnce<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    options: ReadOptions,
  ): Promise<Content> {
    const path = dataFilePath({ hash: file.hash, extension });
    return decodeNamed(path, await this.#readChecked(file, path, options), decode);
  }

  /** The checked bytes of a file, not remembered: for what passes through once. */
  async readBytes(
    file: FileReference,
    extension: 'json' | 'bin',
    options: ReadOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#readChecked(file, dataFilePath({ hash: file.hash, extension }), options);
  }

  async #readChecked(file: FileReference, path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#store.read(path, options);
    if (bytes.length !== file.bytes) throw new StoredDataError(path, `${bytes.length} bytes in place of ${file.bytes}`);
    if ((await contentHash(bytes)) !== file.hash)
      throw new StoredDataError(path, 'its content does not match its name');
    return bytes;
  }
}

/** Throws StoredDataError, which names the file, in place of MalformedBytesError. */
export function decodeNamed<Content>(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
): Content {
  try {
    return decode(bytes);
  } catch (cause) {
    if (cause instanceof MalformedBytesError) throw new StoredDataError(path, cause.message, { cause });
    throw cause;
  }
}
