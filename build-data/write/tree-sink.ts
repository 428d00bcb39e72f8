import { contentHash, type FileReference } from '../../core/storage/format/file-reference.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';
import type { CompressedCopies } from './compressed-copies.ts';

export interface TreeSink {
  /**
   * Adds a file. `layout.ts` defines its path, which is relative to the root of the tree. A content-hashed file may be
   * added again, because two tables can have the same bytes; any other path must be written only once.
   */
  write(path: string, bytes: Uint8Array): void | Promise<void>;
  /**
   * Adds a content-hashed file of the earlier build. Returns its length in bytes, or undefined if the earlier build lacks
   * the file, or it is damaged.
   */
  reuse?(path: string): Promise<number | undefined>;
}

/** A new version of a site on disk, until it is published. */
export interface TreeOnDisk extends TreeSink {
  readonly directory: string;
  readonly copies: CompressedCopies;
  /** Files that `write` and `reuse` have added so far, with their lengths in bytes. */
  readonly written: ReadonlyMap<string, number>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  reuse(path: string): Promise<number | undefined>;
  /** Copies everything in another directory. Throws OutputError when it contains anything but files and directories. */
  copyFrom(source: string): Promise<void>;
  /** The path on disk for code that writes a file itself and then calls `expect`. Its directory exists. */
  targetOf(path: string): string;
  /** Requires a file to have its current length when the tree is published. */
  expect(path: string): void;
}

export async function writeHashed(
  bytes: Uint8Array<ArrayBuffer>,
  extension: 'json' | 'bin',
  sink: TreeSink,
): Promise<FileReference> {
  const hash = await contentHash(bytes);
  await sink.write(dataFilePath({ hash, extension }), bytes);
  return { hash, bytes: bytes.length };
}
