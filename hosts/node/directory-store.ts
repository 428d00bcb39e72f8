import { statfsSync, statSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { StoredDataError, type ReadOptions, type Store } from '../../core/storage/snapshot/store.ts';
import { OpenFiles, readWholeFile } from './open-files.ts';

/**
 * Creates a store that reads a directory with the static tree. It detects when a new build replaces the tree.
 *
 * Data files on a local disk are read synchronously, as nginx does by default, because that is several times as fast.
 * Other reads are asynchronous: a network drive that stops responding must not block the whole server.
 */
export function createDirectoryStore(directory: string, isLocal = isOnLocalDisk(directory)): Store {
  let manifest: { readonly bytes: Uint8Array<ArrayBuffer>; readonly fingerprint: string } | undefined;
  const openFiles = new OpenFiles(directory);
  const readFileBytes = isLocal ? async (path: string) => toBytes(readWholeFile(path)) : readBytes;

  async function readManifest({ fresh }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const path = join(directory, manifestPath);
    const { mtimeMs, size, ino } = isLocal ? statSync(path) : await stat(path);
    const fingerprint = `${mtimeMs} ${size} ${ino}`;
    // The reader recognises an unchanged manifest because the same array is returned.
    if (fresh || manifest?.fingerprint !== fingerprint) {
      manifest = { bytes: await readFileBytes(path), fingerprint };
      // The build may have deleted files of earlier versions.
      openFiles.closeAll();
    }
    return manifest.bytes;
  }

  const readFilePart = async (path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const file = await open(join(directory, path));
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };

  return {
    read: (path, options) =>
      orStoredDataError(path, path === manifestPath ? readManifest(options) : readFileBytes(join(directory, path))),
    readPart: (path, offset, length) => {
      if (!isLocal) return orStoredDataError(path, readFilePart(path, offset, length));
      try {
        return openFiles.read(path, offset, length);
      } catch (cause) {
        throw toStoredDataError(path, cause);
      }
    },
    readsQuickly: true,
  };
}

/**
 * The numbers of the file systems on local disks and in memory, from statfs(2): ext2 to ext4, XFS, Btrfs, F2FS, ZFS,
 * tmpfs, and overlayfs, which containers use.
 */
const localFileSystems = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630]);

function isOnLocalDisk(directory: string): boolean {
  try {
    return process.platform === 'linux' && localFileSystems.has(statfsSync(directory).type);
  } catch {
    return false; // the first read reports why
  }
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return toBytes(await readFile(path));
}

function toBytes({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, length);
}

function orStoredDataError<Value>(path: string, reading: Promise<Value>): Promise<Value> {
  return reading.catch((cause: unknown) => {
    throw toStoredDataError(path, cause);
  });
}

function toStoredDataError(path: string, cause: unknown): StoredDataError {
  return new StoredDataError(path, describeFailure(cause), { cause });
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
