import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

import { isColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { readPlainFile } from './plain-files.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

const minBytes = 512;
/** Quality 6 takes a tenth of the time of the highest, for files about 8 % larger. */
const brotliQuality = 6;
/**
 * The explorer reads the columns on each first visit, so their few files are worth more time: they become 12 %
 * smaller.
 */
const brotliQualityOfColumnChunks = 10;
const filesAtOnce = 4;

export const compressedExtensions = ['.br', '.gz'] as const;
const compressedFormats = /\.(?:br|gz|png|jpe?g|webp|avif|woff2|pmtiles)$/i;

/** Whether the format of a file is compressed by itself, so that the file has no compressed copies. */
function isCompressedFormat(path: string): boolean {
  return compressedFormats.test(path);
}

type CompressedExtension = (typeof compressedExtensions)[number];

/**
 * Writes compressed copies (`.br`, `.gz`) of the files in a folder, for hosts that can send them. Subfolders are not
 * searched. Keeps existing copies, but `unverified` ones only if they match their file. Skips images and other
 * compressed formats.
 */
export async function precompressFolder(
  folder: string,
  existingCopies: 'trusted' | 'unverified' = 'trusted',
): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const existing = new Set(files.map(({ name }) => name));
  const next = [...existing].filter((name) => !isCompressedFormat(name))[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const name of next) {
        const path = join(folder, name);
        const missing: CompressedExtension[] = [];
        for (const ending of compressedExtensions) {
          const isThere = existing.has(name + ending);
          if (isThere && (existingCopies === 'trusted' || (await isCompressedCopy(path + ending, ending, path))))
            continue;
          missing.push(ending);
        }
        if (missing.length > 0) await precompressFile(path, missing);
      }
    }),
  );
}

async function precompressFile(path: string, endings: readonly CompressedExtension[]): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  for (const ending of endings) await writeFile(path + ending, await compress(bytes, ending));
}

/** Compresses a file for its copy with this extension. Level and quality are those of gzip and Brotli. */
export function compress(
  bytes: Buffer,
  ending: CompressedExtension,
  { level = 6, quality = brotliQualityFor(bytes) } = {},
): Promise<Buffer> {
  if (ending === '.gz') return gzipped(bytes, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}

/** The quality for a file with this content. */
export function brotliQualityFor(bytes: Uint8Array): number {
  return isColumnChunk(bytes) ? brotliQualityOfColumnChunks : brotliQuality;
}

/** Whether a file is an undamaged compressed copy of another one. */
export async function isCompressedCopy(copy: string, ending: CompressedExtension, path: string): Promise<boolean> {
  const [compressed, bytes] = await Promise.all([readPlainFile(copy), readFile(path)]);
  try {
    // One byte too many is enough to reject the copy, so a decompression bomb is never unpacked.
    const options = { maxOutputLength: bytes.length + 1 };
    return bytes.equals(await (ending === '.br' ? unbrotli : gunzipped)(compressed, options));
  } catch {
    return false;
  }
}
