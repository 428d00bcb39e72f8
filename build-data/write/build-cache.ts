import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

import { datasets } from '../../core/datasets/datasets.ts';
import { EarlierRecords, type CachedRecords } from './earlier-records.ts';
import type { RecordTable } from './record-table.ts';
import { RecordValues } from './record-values.ts';

/*
 * The build cache, by which a build continues from the last one: a sequence of parts, then the SHA-256 of all bytes before
 * it. Each part is a length in 8 bytes and a value serialised by V8: the key, a hash of what the content depends on besides
 * the input; the digests; and for each dataset its records, then its columns. A file with another key or hash is not used.
 */

const lengthBytes = 8;
const hashBytes = 32;
const bytesAtOnce = 1024 * 1024;

/** What the build cache has of the last build. */
export interface CachedBuild {
  /** By name of the dataset. */
  readonly records: ReadonlyMap<string, EarlierRecords>;
  /** The digests of compressed copies and downloads, as in `CompressedCopies`. */
  readonly digests: ReadonlyMap<string, string>;
}

interface WrittenBuild extends Pick<CachedBuild, 'digests'> {
  readonly tables: readonly RecordTable[];
  /** By name of the dataset. */
  readonly cached: ReadonlyMap<string, CachedRecords>;
}

/** Writes the file. `settings` is what the checks of the records depend on. */
export async function writeBuildCache(
  path: string,
  settings: unknown,
  { tables, cached, digests }: WrittenBuild,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    const hash = createHash('sha256');
    await writePart(file, hash, keyOf(settings));
    await writePart(file, hash, digests);
    for (const table of tables) {
      const { values, order } = table.content;
      await writePart(file, hash, cached.get(table.dataset.name));
      for (const part of values.stored(order)) await writePart(file, hash, part);
    }
    await file.writeFile(hash.digest());
  } finally {
    await file.close();
  }
}

async function writePart(file: FileHandle, hash: Hash, part: unknown): Promise<void> {
  const bytes = serialize(part);
  const length = Buffer.alloc(lengthBytes);
  length.writeBigUInt64LE(BigInt(bytes.length));
  for (const each of [length, bytes]) {
    hash.update(each);
    await file.writeFile(each);
  }
}

/**
 * Undefined if the file is missing, damaged or cannot be read, or was written with other settings or by another program:
 * then the build takes longer, but is the same.
 */
export async function readBuildCache(path: string, settings: unknown): Promise<CachedBuild | undefined> {
  let file: FileHandle | undefined;
  try {
    if (!(await lstat(path)).isFile()) return undefined;
    file = await open(path, 'r');
    return (await isUndamaged(file)) ? await readParts(file, settings) : undefined;
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Whether a file ends with the hash of everything before. */
async function isUndamaged(file: FileHandle): Promise<boolean> {
  const end = (await file.stat()).size - hashBytes;
  const hash = createHash('sha256');
  for (let at = 0; at < end; at += bytesAtOnce) hash.update(await readAt(file, at, Math.min(bytesAtOnce, end - at)));
  return (await readAt(file, end, hashBytes)).equals(hash.digest());
}

async function readParts(file: FileHandle, settings: unknown): Promise<CachedBuild | undefined> {
  let at = 0;
  const next = async (): Promise<unknown> => {
    const length = Number((await readAt(file, at, lengthBytes)).readBigUInt64LE());
    const part: unknown = deserialize(await readAt(file, at + lengthBytes, length));
    at += lengthBytes + length;
    return part;
  };
  if ((await next()) !== keyOf(settings)) return undefined;
  const digests = (await next()) as CachedBuild['digests'];
  const records = new Map<string, EarlierRecords>();
  for (const dataset of datasets) {
    const cached = (await next()) as CachedRecords;
    const values = await RecordValues.restored(dataset, next);
    records.set(dataset.name, new EarlierRecords(dataset, values, cached));
  }
  return { records, digests };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at);
    if (bytesRead === 0) throw new RangeError('the file ends too early');
    at += bytesRead;
  }
  return bytes;
}

/** The settings and the program, since another program can make other files from the same records. */
function keyOf(settings: unknown): string {
  return JSON.stringify([program, process.version, settings]);
}

/** Identified when it is loaded, because it may be replaced while it runs. */
const program = identifyProgram();

/** The hash of the sources and their dependencies. A compiled program imports files with hashes in their names. */
function identifyProgram(): string {
  const hash = createHash('sha256');
  for (const file of import.meta.url.endsWith('.ts') ? sourceFiles() : process.argv.slice(1, 2)) {
    hash.update(readFileSync(file));
  }
  return hash.digest('base64');
}

function sourceFiles(): readonly string[] {
  const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const sources = ['build-data', 'core'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return [fromRoot('package-lock.json'), ...sources.sort()];
}
