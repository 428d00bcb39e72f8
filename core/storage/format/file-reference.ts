import type { ByteReader, ByteWriter } from './bytes.ts';

/** The number of bytes of a SHA-256 digest that are used: 128 bits distinguish any two files. */
export const hashBytes = 16;

/** The first 128 bits of the SHA-256 of a file's bytes, in lower-case hexadecimal: its name in the tree. */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // The platform's digest is many times faster, but is not available to pages on plain http.
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : await digestWithoutPlatform(bytes);
  return toHexadecimal(digest.subarray(0, hashBytes));
}

/** Loads the code of the digest only when it is needed. */
async function digestWithoutPlatform(bytes: Uint8Array): Promise<Uint8Array> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return sha256(bytes);
}

function toHexadecimal(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

function fromHexadecimal(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}

/** The hash of a file's content, which is its name, and its length: a reader needs both to fetch and check it. */
export interface FileReference {
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Writes the number of files, all hashes, then all lengths. Hashes do not compress, so they are separated from data
 * that does.
 */
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
