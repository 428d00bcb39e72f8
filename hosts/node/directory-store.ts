import { close, open, read } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { StoredDataError, type ReadOptions, type Store } from '../../core/storage/snapshot/store.ts';

/** How long a manifest is used before its file is checked again. */
const manifestTrustInMilliseconds = 500;

/** Creates a store that reads a directory with the static tree. It detects when a new build replaces the tree. */
export function createDirectoryStore(directory: string): Store {
  let manifest: { readonly bytes: Uint8Array<ArrayBuffer>; readonly fingerprint: string } | undefined;
  let checkedAt = -Infinity;

  async function readManifest({ fresh, current = false }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const now = performance.now();
    if (manifest && !fresh && !current && now - checkedAt < manifestTrustInMilliseconds) return manifest.bytes;
    const path = join(directory, manifestPath);
    const { mtimeMs, size, ino } = await stat(path);
    const fingerprint = `${mtimeMs} ${size} ${ino}`;
    // The reader recognises an unchanged manifest because the same array is returned.
    if (fresh || manifest?.fingerprint !== fingerprint) manifest = { bytes: await readBytes(path), fingerprint };
    checkedAt = now;
    return manifest.bytes;
  }

  return {
    read: (path, options) =>
      orStoredDataError(path, path === manifestPath ? readManifest(options) : readBytes(join(directory, path))),
    readPart: (path, offset, length) => orStoredDataError(path, readBytesAt(join(directory, path), offset, length)),
  };
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await readFile(path);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

/**
 * Uses callbacks, because a file handle of `node:fs/promises` costs more than reading a few hundred bytes. Does not use
 * synchronous calls, because a lost network drive would block the whole server.
 */
function readBytesAt(path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (failure, file) => {
      if (failure) {
        reject(failure);
        return;
      }
      const buffer = new Uint8Array(length);
      read(file, buffer, 0, length, offset, (error, bytesRead) => {
        // Closing a file that was only read cannot fail in a way that matters.
        close(file, () => undefined);
        if (error) reject(error);
        else resolve(buffer.subarray(0, bytesRead));
      });
    });
  });
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
    await decodeManifest(await readBytes(join(directory, manifestPath)));
    return true;
  } catch {
    return false;
  }
}
