import { ClockCache } from '../../collections/clock-cache.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { contentHash, type FileReference } from '../format/file-reference.ts';
import { dataFilePath } from '../format/layout.ts';
import type { Manifest } from './manifest.ts';
import { CancelToken, orCancelled, type ReadOptions, type Store, StoredDataError } from './store.ts';

export interface CachedManifest {
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
  /** In milliseconds, by the clock of `performance.now`. */
  readonly readAt: number;
}

/**
 * Caches decoded files, none of which may be undefined, up to a number of bytes, and the manifest that was read last. It
 * contains no pending reads, so that requests can share it in a runtime that does not let a request wait for the reads of
 * another.
 */
export class FileCache extends ClockCache<unknown> {
  manifest: CachedManifest | undefined;

  /** Whether content of this size, in bytes of memory, leaves room for other content. */
  hasRoomFor(bytes: number): boolean {
    return bytes <= this.maximumBytes / 2;
  }
}

/** A read that several callers may wait for. */
interface SharedRead {
  readonly content: Promise<unknown>;
  readonly cancelToken: CancelToken;
  waiting: number;
}

/**
 * Reads the content-hashed files of a store: checks their length and hash, decodes them and caches the content. Callers
 * that need the same file at the same time share one read.
 */
export class DataFiles {
  readonly #store: Store;
  readonly #cache: FileCache;
  readonly #pending = new Map<string, SharedRead>();

  constructor(store: Store, cache: FileCache) {
    this.#store = store;
    this.#cache = cache;
  }

  /**
   * Returns the decoded content of a file. `memoryPerByte` is the memory that the content uses per byte of the file. A
   * file that is decoded in different ways has a different `form` for each. With `startBytes`, reads only the start of
   * the file, and `decode` must check it. Throws StoredDataError when the file is missing, unreachable or does not match
   * its name.
   */
  async read<Content>(
    file: FileReference,
    extension: 'json' | 'bin',
    decode: (bytes: Uint8Array<ArrayBuffer>) => Content,
    options: ReadOptions,
    memoryPerByte = 1,
    form = '',
    startBytes?: number,
  ): Promise<Content> {
    // No path is built to find cached content: most requests need several files, and all of them are cached.
    const cacheKey = form === '' ? file.hash : file.hash + form;
    const cached = this.#cache.get(cacheKey);
    // The type is right because a form of a file is always decoded in the same way.
    if (cached !== undefined) return cached as Content;
    const path = dataFilePath({ hash: file.hash, extension });
    return this.#share(options.fresh ? `${cacheKey} fresh` : cacheKey, path, options, async (readOptions) => {
      const bytes = await (startBytes === undefined
        ? this.#readChecked(file, path, readOptions)
        : this.readPart(file, extension, { offset: 0, length: startBytes }, readOptions));
      const decoded = decodeFile(path, bytes, decode);
      this.#cache.set(cacheKey, decoded, bytes.length * memoryPerByte);
      return decoded;
    });
  }

  /** Joins the pending read with this key, or begins one. */
  async #share<Content>(
    key: string,
    path: string,
    options: ReadOptions,
    read: (options: ReadOptions) => Promise<Content>,
  ): Promise<Content> {
    const shared = this.#pending.get(key) ?? this.#begin(key, options, read);
    shared.waiting++;
    try {
      return (await orCancelled(shared.content, path, options.cancelToken)) as Content;
    } finally {
      // An abandoned read may hang forever, so the next caller begins a new read.
      if (--shared.waiting === 0 && this.#end(key, shared)) {
        shared.cancelToken.cancel(options.cancelToken?.reason ?? new Error('no longer needed'));
      }
    }
  }

  #begin(key: string, { fresh }: ReadOptions, read: (options: ReadOptions) => Promise<unknown>): SharedRead {
    const cancelToken = new CancelToken();
    const content = read({ fresh, cancelToken });
    const shared: SharedRead = { content, cancelToken, waiting: 0 };
    this.#pending.set(key, shared);
    const end = (): boolean => this.#end(key, shared);
    content.then(end, end);
    return shared;
  }

  /** Ends a shared read. Returns false if it had already ended. */
  #end(key: string, shared: SharedRead): boolean {
    return this.#pending.get(key) === shared && this.#pending.delete(key);
  }

  /**
   * Returns content derived from stored files, from the same cache if possible. `compute` returns the content and the
   * bytes of memory that it uses. It is synchronous, so that two callers never compute the same content.
   */
  cached<Content>(key: string, compute: () => { readonly content: Content; readonly bytes: number }): Content {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached as Content; // A key always identifies the same computation.
    const { content, bytes } = compute();
    this.#cache.set(key, content, bytes);
    return content;
  }

  /**
   * How to read parts of files that, when cached, together use this many bytes of memory. From a disk, files that fit
   * into the cache are read whole, and only parts of others. Over a network, what is best depends on the files:
   * undefined.
   */
  preferredReads(bytes: number): 'whole files' | 'parts' | undefined {
    if (this.#store.hasLowLatency !== true) return undefined;
    return this.#cache.hasRoomFor(bytes) ? 'whole files' : 'parts';
  }

  async readBytes(
    file: FileReference,
    extension: 'json' | 'bin',
    options: ReadOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#readChecked(file, dataFilePath({ hash: file.hash, extension }), options);
  }

  /**
   * Part of a file, not cached, from `offset`: `length` bytes, or fewer at its end. Only the bytes of a whole file can
   * be compared with its hash, so the caller must check the part itself. A fresh read checks the whole file first.
   */
  async readPart(
    file: FileReference,
    extension: 'json' | 'bin',
    { offset, length }: { readonly offset: number; readonly length: number },
    options: ReadOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const path = dataFilePath({ hash: file.hash, extension });
    if (options.fresh || !this.#store.readPart) {
      return (await this.#readChecked(file, path, options)).subarray(offset, offset + length);
    }
    const reading = this.#store.readPart(path, offset, length, { ...options, maximumBytes: file.bytes });
    return orCancelled(reading, path, options.cancelToken);
  }

  async #readChecked(file: FileReference, path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const reading = this.#store.read(path, { ...options, maximumBytes: file.bytes });
    const bytes = await orCancelled(reading, path, options.cancelToken);
    if (bytes.length !== file.bytes) throw new StoredDataError(path, `${bytes.length} bytes instead of ${file.bytes}`);
    if ((await contentHash(bytes)) !== file.hash)
      throw new StoredDataError(path, 'its content does not match its name');
    return bytes;
  }
}

/** Decodes a file. Throws a StoredDataError, which names the file, in place of a MalformedBytesError. */
export function decodeFile<Content>(
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
