/** The output cannot be written; the message says what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Another build holds the lock of the output. */
export class LockError extends OutputError {}

/** What each system error code means for an output, and what to do. */
const explanations: Readonly<Record<string, readonly [reason: string, whatToDo: string]>> = {
  ENOSPC: ['the disk is full', 'Free space there: a build needs room for a second version.'],
  EDQUOT: ['the disk quota is used up', 'Free space there, or raise the quota.'],
  EFBIG: ['a file is larger than allowed', 'Raise the limit of the file system or of "ulimit -f".'],
  EACCES: ['permission denied', 'Give this user write permission there, or choose another --out.'],
  EPERM: ['permission denied', 'Give this user write permission there, or choose another --out.'],
  EROFS: ['the file system is read-only', 'Mount it read-write, or choose another --out.'],
  ENOTDIR: ['a part of the path is not a directory', 'Choose another --out.'],
  EEXIST: ['a part of the path is not a directory', 'Choose another --out.'],
  ENOENT: ['a file or directory does not exist or cannot be created', 'Check the path, or choose another --out.'],
  ENAMETOOLONG: ['a name or the whole path is too long', 'Choose a shorter --out.'],
  ELOOP: ['the links in the path form a loop', 'Correct the links, or choose another --out.'],
  EBUSY: ['it is in use, for example as a mount point', 'Choose a directory inside the mount as --out.'],
  EXDEV: [
    'it cannot be renamed, for example because it belongs to the image of a container',
    'Choose a directory on a volume as --out.',
  ],
  ENOTEMPTY: ['another build replaced it at the same moment', 'Build again.'],
  EISDIR: ['a directory is where a file should be', 'Remove it, or choose another --out.'],
  EMFILE: ['too many files are open', 'Raise the limit of "ulimit -n".'],
  ENFILE: ['too many files are open on this system', 'End other programs, or raise the limit.'],
  ENOMEM: ['memory is used up', 'End other programs, or add memory.'],
  EIO: ['the disk reports an error', 'Check the disk.'],
  ESTALE: ['the network file system has lost a file', 'Mount it again.'],
  ENOTSUP: ['the file system does not support this', 'Choose an --out on another file system.'],
};

/**
 * Converts a system error that occurred while an output was written to an OutputError. Returns other errors unchanged.
 */
export function describeFailure(error: unknown, outputDirectory: string): unknown {
  if (error instanceof OutputError) return error;
  const code = codeOf(error);
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code) || !(error instanceof Error)) return error;
  const [reason, whatToDo] = explanations[code] ?? ['the system reports an error', 'Check the disk, then build again.'];
  return new OutputError(
    `${outputDirectory} was not written: ${reason} (${error.message}). ${whatToDo} The published version is unchanged.`,
    { cause: error },
  );
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.some((code) => code === codeOf(error));
}

/** The code of a system error, such as ENOENT; undefined for other errors. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
