import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** More than the tests use at any time, so that they do not fill the memory of a small machine. */
const neededBytes = 4 * 2 ** 30;

/**
 * Puts the temporary files of tests into memory, on systems that have a directory for that. Every build flushes its
 * files to disk, which on a real disk takes longer than the rest of a small build. If `TMPDIR` is set, the files are
 * written there instead. Returns a function that removes the files.
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasMemoryDirectory()) return () => undefined;
  const directory = mkdtempSync(join(memory, 'coastwatch-tests-'));
  // As in /tmp, any user can create files: some tests run programs as another user.
  chmodSync(directory, 0o1777);
  process.env['TMPDIR'] = directory;
  return () => {
    rmSync(directory, { recursive: true, force: true });
  };
}

function hasMemoryDirectory(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    // Tests run programs from their temporary files.
    const isExecutable = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
    return isExecutable && bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
