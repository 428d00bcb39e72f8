import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

import { isColumnChunk } from '../../core/storage/columns/column-chunk.ts';
import { filesBelow, readPlainFile } from './plain-files.ts';

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

type CompressedExtension = (typeof compressedExtensions)[number];

/**
 * Writes compressed copies (`.br`, `.gz`) of the files of a site, for hosts that can send them. Keeps existing copies
 * that match their file. Skips images and other compressed formats, and the files for which `isIncluded` is false.
 */
export async function precompressTree(directory: string, isIncluded: (path: string) => boolean): Promise<void> {
  const files = await filesBelow(directory);
  const existing = new Set(files.map(({ path }) => path));
  const next = files.filter(({ path }) => !compressedFormats.test(path) && isIncluded(path)).values();
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const { path, file } of next) {
        for (const ending of compressedExtensions) {
          if (existing.has(path + ending)) {
            if (await isCompressedCopy(file + ending, ending, file)) continue;
            // Not overwritten, because it may be linked to a file of the previous version.
            await rm(file + ending);
          }
          const bytes = await readFile(file);
          if (bytes.length >= minBytes) await writeFile(file + ending, await compress(bytes, ending));
        }
      }
    }),
  );
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
