import { OutputError } from './output-error.ts';

/** What went wrong while an output was written, as an OutputError where a publisher can do something about it. */
export function describeFailure(error: unknown, outputDirectory: string): unknown {
  if (error instanceof OutputError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EACCES: 'it may not be written to',
    EPERM: 'it may not be written to',
    EROFS: 'it is read-only',
    ENOTDIR: 'a part of its path is not a directory',
    EDQUOT: 'the disk quota is used up',
    ENOTEMPTY: 'another build took its place at the same moment',
  };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) return error;
  return new OutputError(`${outputDirectory} was not written: ${reason}. What stood there is as it was.`, {
    cause: error,
  });
}
