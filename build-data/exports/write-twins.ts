import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Transform } from 'node:stream';

import { linkOrCopy } from '../write/link-or-copy.ts';
import { compressedEndings, isCompressedForm } from '../write/precompress.ts';
import type { ExportTarget } from './export-target.ts';
import type { ExportedFile } from './exported-file.ts';

/** Larger ones are asked for now and then, and would take minutes of each build. */
const largestBytes = 64 * 1024 * 1024;
/** Quality 4 takes half the time of 6, and gives texts like these some 5 % larger. */
const brotliQuality = 4;

/** Writes the compressed forms of exports beside them, under both names; those of an earlier tree serve again. */
export async function writeTwins(
  files: readonly ExportedFile[],
  target: ExportTarget,
  previousDirectory: string | undefined,
): Promise<void> {
  await Promise.all(
    files
      .filter(({ bytes }) => bytes <= largestBytes)
      .flatMap((file) =>
        compressedEndings.map(async (ending) => {
          const path = target.targetOf(file.path);
          const hashedTwin = target.targetOf(file.hashedPath + ending);
          const earlier = previousDirectory && join(previousDirectory, file.hashedPath + ending);
          if (earlier && existsSync(earlier) && (await isCompressedForm(earlier, ending, path)))
            await linkOrCopy(earlier, hashedTwin);
          else await pipeline(createReadStream(path), compressor(ending, file.bytes), createWriteStream(hashedTwin));
          await linkOrCopy(hashedTwin, path + ending);
        }),
      ),
  );
}

function compressor(ending: (typeof compressedEndings)[number], bytes: number): Transform {
  if (ending === '.gz') return createGzip({ level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes };
  return createBrotliCompress({ params });
}
