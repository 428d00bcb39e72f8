import type { ByteReader, ByteWriter } from './bytes.ts';
import { fromHexadecimal, hashBytes, toHexadecimal } from './content-hash.ts';

/** A file named by its content, and its length: what a reader needs to fetch and to check it. */
export interface FileReference {
  readonly hash: string;
  readonly bytes: number;
}

/** Their number, all hashes, all lengths: hashes do not compress, so they are kept apart from what does. */
export function writeReferences(writer: ByteWriter, files: readonly FileReference[]): void {
  writer.unsigned(files.length);
  for (const file of files) writer.bytes(fromHexadecimal(file.hash));
  for (const file of files) writer.unsigned(file.bytes);
}

/** Throws MalformedBytesError. */
export function readReferences(reader: ByteReader): FileReference[] {
  const count = reader.count(hashBytes + 1);
  const hashes = Array.from({ length: count }, () => toHexadecimal(reader.bytes(hashBytes)));
  return hashes.map((hash) => ({ hash, bytes: reader.unsigned() }));
}
