import { contentHash } from '../../core/storage/content-hash.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { dataFilePath } from '../../core/storage/layout.ts';

/** Where a build puts the files of the static tree. */
export interface TreeSink {
  /**
   * Adds a file; its path is relative to the tree's root and spelled by `layout`. A content-hashed file may be added
   * again (two tables can hold the same bytes); any other path has one producer.
   */
  write(path: string, bytes: Uint8Array): void | Promise<void>;
}

/** A tree in memory, for tests and for work that needs no disk. */
export class MemoryTree implements TreeSink {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  write(path: string, bytes: Uint8Array): void {
    const known = this.files.get(path);
    if (known && Buffer.compare(known, bytes) !== 0) throw new Error(`two producers of ${path}`);
    this.files.set(path, Uint8Array.from(bytes));
  }
}

/** Writes a file under the name that its content gives it. */
export async function writeHashed(
  bytes: Uint8Array<ArrayBuffer>,
  extension: 'json' | 'bin',
  sink: TreeSink,
): Promise<FileReference> {
  const hash = await contentHash(bytes);
  await sink.write(dataFilePath({ hash, extension }), bytes);
  return { hash, bytes: bytes.length };
}
