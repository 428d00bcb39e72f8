import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const smallestBytes = 512;
/** Quality 6 costs a tenth of the time of the highest and gives files some 8 % larger. */
export const brotliQuality = 6;
const filesAtOnce = 4;

/** Writes each file of a folder, not of those below, also as `.br` and `.gz`, for hosts that send such twins. */
export async function precompressFolder(folder: string): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const existing = new Set(files.map(({ name }) => name));
  const next = [...existing].filter((name) => !/\.(br|gz)$/.test(name))[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const name of next) if (!existing.has(`${name}.br`)) await precompressFile(join(folder, name));
    }),
  );
}

async function precompressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < smallestBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await brotli(bytes, { params }));
  await writeFile(`${path}.gz`, await gzipped(bytes, { level: 6 }));
}
