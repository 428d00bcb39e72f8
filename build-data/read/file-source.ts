import { constants, openSync, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';

import { SourceFault } from './reading-faults.ts';
import type { Source, SourceOptions } from './source.ts';

const chunkBytes = 256 * 1024;
/** Without blocking: opening a pipe that nobody writes to would otherwise hang the build forever. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;
const standardInput = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Opens a file or a pipe. Throws SourceFault. */
export async function openFile(path: string, options: SourceOptions): Promise<Source> {
  const status = await stat(path).catch((error: unknown) => {
    throw fileFault(error);
  });
  if (status.isDirectory()) throw new SourceFault('isDirectory');
  if (status.isFIFO() || status.isSocket()) return openPipe(path, options);
  if (!status.isFile()) throw new SourceFault('notAFile', 'it is a device');
  return openRegularFile(path, options);
}

async function openRegularFile(path: string, { signal }: SourceOptions): Promise<Source> {
  const file = await open(path, readFlags).catch((error: unknown) => {
    throw fileFault(error);
  });
  const status = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw fileFault(error);
  });

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
  return { totalBytes: status.size, hasVerifiableEnd: true, chunks: chunks() };
}

/** A file that is still being written contains only some of its records. Throws SourceFault. */
function requireUnchanged(before: Stats, after: Stats): void {
  if (before.size === after.size && before.mtimeMs === after.mtimeMs) return;
  const explanation = `${before.size} bytes when reading began, ${after.size} at the end`;
  throw new SourceFault('fileChanged', before.size === after.size ? undefined : explanation);
}

/** Opens a named pipe, the pipe of a process substitution, or standard input. */
function openPipe(path: string, { signal, idleTimeoutMilliseconds }: SourceOptions): Source {
  const pipe = new Socket({ fd: descriptorOf(path), readable: true, writable: false });

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const timeout = setTimeout(() => {
      const seconds = String(idleTimeoutMilliseconds / 1000);
      pipe.destroy(new SourceFault('timedOut', `nothing was written to this pipe for ${seconds} seconds`));
    }, idleTimeoutMilliseconds);
    const stop = (): void => {
      pipe.destroy(new SourceFault('readingStopped'));
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) stop();
    try {
      for await (const chunk of pipe as AsyncIterable<Buffer>) {
        yield chunk;
        timeout.refresh();
      }
    } catch (error) {
      throw error instanceof SourceFault ? error : fileFault(error);
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', stop);
      pipe.destroy();
    }
  }
  return { totalBytes: undefined, hasVerifiableEnd: true, chunks: chunks() };
}

function descriptorOf(path: string): number {
  // Standard input may be a socket, which cannot be opened by its path.
  if (standardInput.has(path)) return 0;
  try {
    return openSync(path, readFlags);
  } catch (error) {
    throw fileFault(error);
  }
}

function fileFault(error: unknown): SourceFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new SourceFault('fileNotFound');
  if (code === 'EISDIR') return new SourceFault('isDirectory');
  return new SourceFault('fileNotReadable', code === 'EACCES' ? 'permission denied' : (code ?? String(error)));
}
