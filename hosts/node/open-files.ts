import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** A named pipe without a writer is read as an empty file, instead of blocking this process. */
const readWithoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads a whole file. Throws the error of the file system. */
export function readWholeFile(path: string): Buffer<ArrayBuffer> {
  const descriptor = openSync(path, readWithoutWaiting);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads parts of files that never change. Keeps the files open, up to a maximum number, because opening and closing a
 * file takes longer than reading a few hundred bytes. If a file has been deleted or replaced since it was opened, its
 * previous content is read.
 *
 * Reads are synchronous: handing a read to another thread and back takes several times as long as reading from the page
 * cache of the operating system. The class is therefore only for local disks.
 */
export class OpenFiles {
  readonly #directory: string;
  readonly #maximum: number;
  /** File descriptors by path, in the order in which the files were opened. */
  readonly #descriptors = new Map<string, number>();

  /** Paths are relative to `directory`. */
  constructor(directory: string, maximum = defaultMaximum()) {
    this.#directory = directory;
    this.#maximum = maximum;
  }

  /** Reads `length` bytes of a file from `offset`, or fewer at its end. Throws the error of the file system. */
  read(path: string, offset: number, length: number): Uint8Array<ArrayBuffer> {
    const descriptor = this.#descriptors.get(path) ?? this.#open(path);
    const buffer = new Uint8Array(length);
    try {
      const bytesRead = readSync(descriptor, buffer, 0, length, offset);
      return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
    } catch (error) {
      // The next read opens the file again.
      this.#close(path, descriptor);
      throw error;
    }
  }

  /** Closes all files, which frees the disk space of deleted files. */
  closeAll(): void {
    for (const [path, descriptor] of this.#descriptors) this.#close(path, descriptor);
  }

  #open(path: string): number {
    const [oldest] = this.#descriptors;
    if (oldest && this.#descriptors.size >= this.#maximum) this.#close(...oldest);
    const descriptor = openSync(join(this.#directory, path), readWithoutWaiting);
    this.#descriptors.set(path, descriptor);
    return descriptor;
  }

  #close(path: string, descriptor: number): void {
    this.#descriptors.delete(path);
    closeSync(descriptor);
  }
}

/**
 * A quarter of the files and sockets that this process may open, but at least 128 and at most 4,096. The latter is
 * enough for all record shards of a million records.
 */
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
