import { close, open, read, readFileSync } from 'node:fs';

interface OpenFile {
  /** The file descriptor. */
  readonly descriptor: Promise<number>;
  reads: number;
  isEvicted: boolean;
}

/**
 * Reads parts of files that never change, and keeps those files open that were read last: opening and closing a file
 * takes longer than reading a few hundred bytes. A file that was deleted or replaced in the meantime is still read as
 * it was.
 *
 * Uses callbacks, because a file handle of `node:fs/promises` costs more. Does not use synchronous calls, because a lost
 * network drive would block the whole server.
 */
export class OpenFiles {
  readonly #maximum: number;
  /** By path; the file read least recently is first. */
  readonly #files = new Map<string, OpenFile>();

  constructor(maximum = defaultMaximum()) {
    this.#maximum = maximum;
  }

  /** `length` bytes of a file from `offset`, or fewer at its end. Rejects with the error of the file system. */
  async read(path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#files.get(path) ?? { descriptor: openToRead(path), reads: 0, isEvicted: false };
    this.#files.delete(path);
    this.#files.set(path, file);
    file.reads++;
    if (this.#files.size > this.#maximum) this.#evictOldest();
    try {
      return await readAt(await file.descriptor, offset, length);
    } catch (error) {
      // The next read opens the file again.
      if (this.#files.get(path) === file) this.#evict(path, file);
      throw error;
    } finally {
      file.reads--;
      closeIfUnused(file);
    }
  }

  /** Closes all files, so that the disk space of deleted ones becomes free. Reads in progress end normally. */
  closeAll(): void {
    for (const [path, file] of this.#files) this.#evict(path, file);
  }

  #evictOldest(): void {
    const [oldest] = this.#files;
    if (oldest) this.#evict(...oldest);
  }

  #evict(path: string, file: OpenFile): void {
    this.#files.delete(path);
    file.isEvicted = true;
    closeIfUnused(file);
  }
}

/** The system may give the number of a closed descriptor to another file, so no read may be in progress. */
function closeIfUnused({ descriptor, reads, isEvicted }: OpenFile): void {
  if (!isEvicted || reads > 0) return;
  descriptor.then(
    (opened) => {
      // Closing a file that was only read cannot fail in a way that matters.
      close(opened, () => undefined);
    },
    () => undefined,
  );
}

/** At most a quarter of the files and sockets that this process may open; all shards of a million records. */
function defaultMaximum(): number {
  const [few, many] = [128, 4096];
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, limit = '0'] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? [];
    return limit === 'unlimited' ? many : Math.min(many, Math.max(few, Math.floor(Number(limit) / 4)));
  } catch {
    return few;
  }
}

function openToRead(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, descriptor) => {
      if (error) reject(error);
      else resolve(descriptor);
    });
  });
}

function readAt(descriptor: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const buffer = new Uint8Array(length);
    read(descriptor, buffer, 0, length, offset, (error, bytesRead) => {
      if (error) reject(error);
      else resolve(buffer.subarray(0, bytesRead));
    });
  });
}
