/** Exit codes of the build and `verify`. Scripts rely on them; `docs/publishing.md` lists them. */
export const exitCodes = {
  success: 0,
  /** The output could not be written, or a check found something wrong. */
  failed: 1,
  usage: 2,
  inputRefused: 3,
  /** More records would be removed than `--max-removed` allows. */
  removalRefused: 4,
  /** A warning named by `--fail-on-warning` was found. */
  warningRefused: 5,
  /** A bug. `EX_SOFTWARE` of sysexits.h. */
  internalError: 70,
} as const;

/** What a command prints about an unexpected error: one line, and with `showStack` the stack trace. */
export function describeInternalError(error: unknown, showStack: boolean): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = `Internal error: ${text.replace(/\s+/g, ' ').trim()}.`.replace(/\.\.$/, '.');
  if (!showStack) return `${line} Run again with COASTWATCH_DEBUG=1 for the stack trace, and report it.`;
  return error instanceof Error && error.stack !== undefined ? `${line}\n${error.stack}` : line;
}
