import { MalformedBytesError } from './bytes.ts';
import { contentHash } from './content-hash.ts';
import type { DataMemory } from './data-memory.ts';
import type { FileReference } from './file-reference.ts';
import { Asker, unlessGivenUp } from './asker.ts';
import { dataFilePath } from './layout.ts';
import { StoredDataError, type ReadOptions, type Store } from './store.ts';

/** A read that several may wait for. */
interface SharedRead {
  readonly content: Promise<unknown>;
  readonly asker: Asker;
  waiting: number;
}

/**
 * Reads the content-hashed files of a store: checks length and hash, decodes, remembers the most recently used within
 * a bound, and reads no file twice at once.
 */
export class DataFiles {
  readonly #store: Store;
  readonly #memory: DataMemory;
  readonly #underWay = new Map<string, SharedRead>();

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
    const shared = this.#underWay.get(key) ?? this.#begin(key, file, path, decode, options, memoryPerByte);
    shared.waiting++;
    try {
      return (await unlessGivenUp(shared.content, path, options.asker)) as Content;
    } finally {
      // What nobody waits for any more may hang for ever: the next one who asks begins anew.
      if (--shared.waiting === 0 && this.#end(key, shared)) {
        shared.asker.giveUp(options.asker?.reason ?? new Error('no longer needed'));
      }
    }
  }

  #begin<Content>(
    key: string,
    file: FileReference,
    path: string,
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    { fresh }: ReadOptions,
    memoryPerByte: number,
  ): SharedRead {
    const asker = new Asker();
    const content = this.#readChecked(file, path, { fresh, asker }).then((bytes) => {
      const decoded = decodeNamed(path, bytes, decode);
      this.#memory.remember(path, decoded, bytes.length * memoryPerByte);
      return decoded;
    });
    const shared: SharedRead = { content, asker, waiting: 0 };
    this.#underWay.set(key, shared);
    const end = (): boolean => this.#end(key, shared);
    content.then(end, end);
    return shared;
  }

  /** False when it had ended before. */
  #end(key: string, shared: SharedRead): boolean {
    return this.#underWay.get(key) === shared && this.#underWay.delete(key);
  }

  /**
   * What follows from stored files alone, remembered beside them: `question` tells it apart from everything else, and
   * `make` gives it with the bytes of memory it takes. Made at once, so that nobody can ask for it meanwhile.
   */
  derived<Content>(question: string, make: () => { readonly content: Content; readonly bytes: number }): Content {
    const remembered = this.#memory.recall(question);
    if (remembered !== undefined) return remembered as Content; // a question is always answered in the same way
    const { content, bytes } = make();
    this.#memory.remember(question, content, bytes);
    return content;
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
    const reading = this.#store.read(path, { ...options, maximumBytes: file.bytes });
    const bytes = await unlessGivenUp(reading, path, options.asker);
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
