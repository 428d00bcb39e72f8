import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { StoredDataError, type ReadOptions, type Store } from '../../core/storage/snapshot/store.ts';
import { OpenFiles } from './open-files.ts';

/** How long a manifest is used before its file is checked again. */
const manifestTrustInMilliseconds = 500;

/** Creates a store that reads a directory with the static tree. It detects when a new build replaces the tree. */
export function createDirectoryStore(directory: string): Store {
  let manifest: { readonly bytes: Uint8Array<ArrayBuffer>; readonly fingerprint: string } | undefined;
  let checkedAt = -Infinity;
  const openFiles = new OpenFiles();

  async function readManifest({ fresh, current = false }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const now = performance.now();
    if (manifest && !fresh && !current && now - checkedAt < manifestTrustInMilliseconds) return manifest.bytes;
    const path = join(directory, manifestPath);
    const { mtimeMs, size, ino } = await stat(path);
    const fingerprint = `${mtimeMs} ${size} ${ino}`;
    // The reader recognises an unchanged manifest because the same array is returned.
    if (fresh || manifest?.fingerprint !== fingerprint) {
      manifest = { bytes: await readBytes(path), fingerprint };
      // The build may have deleted files of earlier versions.
      openFiles.closeAll();
    }
    checkedAt = now;
    return manifest.bytes;
  }

  return {
    read: (path, options) =>
      orStoredDataError(path, path === manifestPath ? readManifest(options) : readBytes(join(directory, path))),
    readPart: (path, offset, length) => orStoredDataError(path, openFiles.read(join(directory, path), offset, length)),
    readsQuickly: true,
  };
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = await readFile(path);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
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
