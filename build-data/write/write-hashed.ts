import { contentHash } from '../../core/storage/content-hash.ts';
import type { FileReference } from '../../core/storage/file-reference.ts';
import { dataFilePath } from '../../core/storage/layout.ts';
import type { TreeSink } from './tree-sink.ts';

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
