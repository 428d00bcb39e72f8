import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, requireRules } from '../../core/storage/snapshot/manifest.ts';
import { StoredDataError, type ReadOptions, type Store } from '../../core/storage/snapshot/store.ts';

/** Creates a store that reads a directory with the static tree. It detects when a new build replaces the tree. */
export function createDirectoryStore(directory: string): Store {
  let manifest: { readonly bytes: Uint8Array<ArrayBuffer>; readonly fingerprint: string } | undefined;

  async function readManifest({ fresh }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const path = join(directory, manifestPath);
    const { mtimeMs, size, ino } = await stat(path);
    const fingerprint = `${mtimeMs} ${size} ${ino}`;
    // The reader recognises an unchanged manifest because the same array is returned.
    if (fresh || manifest?.fingerprint !== fingerprint) manifest = { bytes: await readBytes(path), fingerprint };
    return manifest.bytes;
  }

  async function readFilePart(path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = await open(join(directory, path));
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  return {
    read: (path, options) =>
      orStoredDataError(path, path === manifestPath ? readManifest(options) : readBytes(join(directory, path))),
    readPart: (path, offset, length) => orStoredDataError(path, readFilePart(path, offset, length)),
    hasLowLatency: true,
  };
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { buffer, byteOffset, length } = await readFile(path);
  return new Uint8Array(buffer, byteOffset, length);
}

function orStoredDataError<Value>(path: string, reading: Promise<Value>): Promise<Value> {
  return reading.catch((cause: unknown) => {
    throw new StoredDataError(path, describeFailure(cause), { cause });
  });
}

function describeFailure(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return code === 'ENOENT' ? 'missing' : `cannot be read (${code})`;
}

/** Whether a directory has a site that this version of the software can read. */
export async function hasCurrentFormat(directory: string): Promise<boolean> {
  try {
    requireRules(await decodeManifest(await readBytes(join(directory, manifestPath))));
    return true;
  } catch {
    return false;
  }
}
