import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { SourceFault } from './reading-faults.ts';
import type { Source, SourceOptions } from './source.ts';

const chunkBytes = 256 * 1024;

/** Opens a local file. Throws SourceFault. */
export async function openFile(path: string, { signal }: SourceOptions): Promise<Source> {
  const file = await open(path).catch((error: unknown) => {
    throw fileFault(error);
  });
  const status = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw fileFault(error);
  });
  if (status.isDirectory()) {
    await file.close();
    throw new SourceFault('isDirectory');
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (signal?.aborted === true) throw new SourceFault('readingStopped');
        // A new buffer each time: the parsers keep hold of the last one.
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes)).catch((error: unknown) => {
          throw fileFault(error);
        });
        if (bytesRead === 0) {
          requireUnchanged(status, await file.stat());
          return;
        }
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  return { totalBytes: status.isFile() ? status.size : undefined, hasVerifiableEnd: true, chunks: chunks() };
}

/** A file that is still being written has only a part of its records. Throws SourceFault. */
function requireUnchanged(before: Stats, after: Stats): void {
  if (!before.isFile() || (before.size === after.size && before.mtimeMs === after.mtimeMs)) return;
  const explanation = `${before.size} bytes when reading began, ${after.size} at the end`;
  throw new SourceFault('fileChanged', before.size === after.size ? undefined : explanation);
}

function fileFault(error: unknown): SourceFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new SourceFault('fileNotFound');
  if (code === 'EISDIR') return new SourceFault('isDirectory');
  return new SourceFault('fileNotReadable', code === 'EACCES' ? 'permission denied' : (code ?? String(error)));
}
