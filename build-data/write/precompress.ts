import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

import { isOverviewPiece } from '../../core/storage/overview-piece.ts';
import { readPlainFile } from './plain-files.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

const minBytes = 512;
/** Quality 6 costs a tenth of the time of the highest and gives files some 8 % larger. */
const brotliQuality = 6;
/** The explorer reads its overview at each first visit, so these few files are worth more: another 12 % less. */
const brotliQualityOfColumnChunks = 10;
const filesAtOnce = 4;

/** What the names of compressed twins end in. */
export const compressedExtensions = ['.br', '.gz'] as const;
/** What is compressed in itself, and gains nothing. */
const compressedForms = /\.(?:br|gz|png|jpe?g|webp|avif|woff2)$/i;
type CompressedExtension = (typeof compressedExtensions)[number];

/**
 * Writes each file of a folder, not of those below, also as `.br` and `.gz`, for hosts that send such twins. One that is
 * there already stays, unless it is `unverified` and does not hold what its file holds now. Images and the like, compressed
 * in themselves, have none.
 */
export async function precompressFolder(
  folder: string,
  existingTwins: 'trusted' | 'unverified' = 'trusted',
): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const existing = new Set(files.map(({ name }) => name));
  const next = [...existing].filter((name) => !compressedForms.test(name))[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const name of next) {
        const path = join(folder, name);
        const missing: CompressedExtension[] = [];
        for (const ending of compressedExtensions) {
          const isThere = existing.has(name + ending);
          if (isThere && (existingTwins === 'trusted' || (await isCompressedForm(path + ending, ending, path))))
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

function compress(bytes: Buffer, ending: CompressedExtension): Promise<Buffer> {
  if (ending === '.gz') return gzipped(bytes, { level: 6 });
  const quality = brotliQualityFor(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}

/** With which quality a file of this content is compressed. */
export function brotliQualityFor(bytes: Uint8Array): number {
  return isOverviewPiece(bytes) ? brotliQualityOfColumnChunks : brotliQuality;
}

/** Whether a file holds the compressed form of another one, whole and undamaged. */
export async function isCompressedForm(twin: string, ending: CompressedExtension, path: string): Promise<boolean> {
  const [compressed, bytes] = await Promise.all([readPlainFile(twin), readFile(path)]);
  try {
    // A few more bytes than there should be are enough to tell; a flood of them is not unpacked.
    const options = { maxOutputLength: bytes.length + 1 };
    return bytes.equals(await (ending === '.br' ? unbrotli : gunzipped)(compressed, options));
  } catch {
    return false;
  }
}
