import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

import pLimit from 'p-limit';

import { contentHashInName } from '../../core/http/file-headers.ts';
import { isColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { apiRoot, exportsRoot } from '../../core/storage/format/layout.ts';
import { filesBelow, linkOrCopy, readPlainFile } from './plain-files.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

export const compressedExtensions = ['.br', '.gz'] as const;
const compressedFormats = /\.(?:br|gz|png|jpe?g|webp|avif|woff2|pmtiles)$/i;
/** Records, which are too small to be worth compressing, and downloads, which are added if they are to have copies. */
const hasNoCopies = new RegExp(`^(?:${exportsRoot}/|${apiRoot}/\\w+/\\d+\\.json$)`);

const minBytes = 512;

/** The level of gzip and the quality of Brotli. */
interface CompressionSettings {
  readonly level?: number;
  readonly quality?: number;
}

/** Quality 6 takes a tenth of the time of the highest, for files about 8 % larger. */
const defaultSettings = { level: 6, quality: 6 };
/**
 * The explorer reads the columns on each first visit, so their few files are worth more time: they become 12 % smaller.
 * With a million records, this would take a third of the processor time of the build.
 */
const qualityOfColumns = (records: number): number => (records <= 200_000 ? 10 : defaultSettings.quality);

interface AddedFile extends CompressionSettings {
  /** The content, if it is in memory; otherwise the file is read. */
  readonly bytes?: Uint8Array;
  /** A second path of the file, whose copies are the same. */
  readonly alias?: string;
}

export interface CopiesOptions {
  /** A directory with an earlier build, whose copies are used for files that have not changed. */
  readonly earlierDirectory?: string | undefined;
  /** The `digests` of the last build; only the copies of these are used. */
  readonly earlierDigests?: ReadonlyMap<string, string> | undefined;
  /** False if the host compresses files itself, and does not send copies. */
  readonly isWanted: boolean;
}

/** About this many copies may wait with their file in memory. */
const maxWaiting = 128;
/** More than there are threads, so that these stay busy while the build blocks the event loop. */
const copiesAtOnce = 16;

/**
 * Writes compressed copies (`.br`, `.gz`) of the files of a site, for hosts that can send them, in the threads of Node
 * while the build goes on.
 */
export class CompressedCopies {
  readonly #directory: string;
  readonly #options: CopiesOptions;
  readonly #limit = pLimit(copiesAtOnce);
  readonly #tasks: Promise<void>[] = [];
  readonly #added = new Set<string>();
  /** By path: a hash of each copy, its file and its settings. `writeExports` adds those of downloads. */
  readonly digests = new Map<string, string>();
  #qualityOfColumns = qualityOfColumns(0);
  #isStopped = false;

  constructor(directory: string, options: CopiesOptions) {
    this.#directory = directory;
    this.#options = options;
  }

  /** One of the `digests` of the last build. */
  earlierDigest(path: string): string | undefined {
    return this.#options.earlierDigests?.get(path);
  }

  /** Must be called before the first column is added. */
  setRecords(records: number): void {
    this.#qualityOfColumns = qualityOfColumns(records);
  }

  /** Begins the copies of a file, which must not change afterwards. Waits while too many files wait in memory. */
  async add(path: string, file: AddedFile = {}): Promise<void> {
    this.#begin(path, file);
    if (file.bytes) await this.#tasks.at(-maxWaiting);
  }

  /** Begins the copies of the files that are worth compressing. */
  addAll(paths: Iterable<string>): void {
    for (const path of paths) if (!hasNoCopies.test(path) && !compressedFormats.test(path)) this.#begin(path, {});
  }

  /** Adds all other files of the site. Resolves when all copies are complete. */
  async finish(): Promise<void> {
    this.addAll((await filesBelow(this.#directory)).map(({ path }) => path));
    await Promise.all(this.#tasks);
  }

  /** Resolves when nothing more is written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#tasks);
  }

  #begin(path: string, file: AddedFile): void {
    if (this.#added.has(path) || !this.#options.isWanted) return;
    this.#added.add(path);
    for (const ending of compressedExtensions) {
      const task = this.#limit(async () => {
        if (!this.#isStopped) await this.#writeCopy(path, ending, file);
      });
      // `finish` rejects with its error.
      task.catch(() => undefined);
      this.#tasks.push(task);
    }
  }

  async #writeCopy(path: string, ending: CompressedExtension, { alias, ...file }: AddedFile): Promise<void> {
    const target = join(this.#directory, path);
    const bytes = file.bytes ?? (await readFile(target));
    if (bytes.length < minBytes) return;
    const quality = isColumnChunk(bytes) ? this.#qualityOfColumns : defaultSettings.quality;
    const settings = { ...defaultSettings, quality, ...file };
    const copy = target + ending;
    const digestOf = (compressed: Uint8Array): string => {
      const hash = createHash('sha256').update(JSON.stringify([path, settings.level, settings.quality]));
      // A hash in the name identifies the content.
      if (contentHashInName(path) === undefined) hash.update(bytes).update(ending);
      return hash.update(compressed).digest('base64');
    };
    // The explorer is copied with its own copies.
    const found = await readCopy(copy);
    if (!found || !(await isCompressedCopy(found, ending, bytes))) {
      // Not overwritten, because it may be linked to a file of the previous version.
      if (found) await rm(copy, { force: true });
      const { earlierDirectory } = this.#options;
      const digest = this.earlierDigest(path + ending);
      const earlier = earlierDirectory && digest ? join(earlierDirectory, path + ending) : undefined;
      const compressed = earlier && (await readCopy(earlier));
      if (earlier && compressed && digestOf(compressed) === digest) {
        await linkOrCopy(earlier, copy);
        this.digests.set(path + ending, digest);
      } else {
        const written = await compress(bytes, ending, settings);
        await writeFile(copy, written);
        this.digests.set(path + ending, digestOf(written));
      }
    }
    if (alias !== undefined) await linkOrCopy(copy, join(this.#directory, alias + ending));
  }
}

/** Room for the complete result, so that a thread never waits for the event loop between chunks. Unused memory costs nothing. */
const chunkSizeFor = (bytes: number): number => bytes + 1024;

type CompressedExtension = (typeof compressedExtensions)[number];

function compress(
  bytes: Uint8Array,
  ending: CompressedExtension,
  { level, quality }: Required<CompressionSettings>,
): Promise<Buffer> {
  const chunkSize = chunkSizeFor(bytes.length);
  if (ending === '.gz') return gzipped(bytes, { level, chunkSize });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params, chunkSize });
}

async function readCopy(path: string): Promise<Buffer | undefined> {
  return existsSync(path) ? readPlainFile(path).catch(() => undefined) : undefined;
}

/** Whether a copy decompresses to these bytes. */
async function isCompressedCopy(copy: Buffer, ending: CompressedExtension, bytes: Uint8Array): Promise<boolean> {
  try {
    // One byte too many is enough to reject the copy, so a decompression bomb is never unpacked.
    const options = { maxOutputLength: bytes.length + 1, chunkSize: chunkSizeFor(bytes.length) };
    return (await (ending === '.br' ? unbrotli : gunzipped)(copy, options)).equals(bytes);
  } catch {
    return false;
  }
}
