import { contentHash, type FileReference } from '../../core/storage/format/file-reference.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';

/** Receives the files that a build writes. */
export interface TreeSink {
  /**
   * Adds a file. `layout.ts` defines its path, which is relative to the root of the tree. A content-hashed file may be
   * added again, because two tables can have the same bytes; any other path must be written only once.
   */
  write(path: string, bytes: Uint8Array): void | Promise<void>;
}

/** A tree in memory. */
export class MemoryTree implements TreeSink {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  write(path: string, bytes: Uint8Array): void {
    const known = this.files.get(path);
    if (known && Buffer.compare(known, bytes) !== 0)
      throw new Error(`${path} was written twice with different content`);
    this.files.set(path, Uint8Array.from(bytes));
  }
}

/** Writes a file under the hash of its content. */
export async function writeHashed(
  bytes: Uint8Array<ArrayBuffer>,
  extension: 'json' | 'bin',
  sink: TreeSink,
): Promise<FileReference> {
  const hash = await contentHash(bytes);
  await sink.write(dataFilePath({ hash, extension }), bytes);
  return { hash, bytes: bytes.length };
}
