import { describeInternalError, exitCodes } from '../core/http/exit-codes.ts';
import { escapeText } from './format-text.ts';

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command {
  /** Classes of errors whose messages say what to do. They end the command with exit code 1. */
  readonly expectedErrors: readonly (abstract new (...parameters: never[]) => Error)[];
  run(commandLine: readonly string[]): Promise<number>;
}

/** Runs a command as this process. Every error becomes a message on standard error and an exit code. */
export async function runCommand(command: Command): Promise<void> {
  // A reader that ends early, such as `head`, is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    process.exit(reportError(error, command));
  });
  process.exitCode = await exitCodeOf(command, process.argv.slice(2));
}

/** Runs a command within this process, and returns its exit code. */
export async function exitCodeOf(command: Command, commandLine: readonly string[]): Promise<number> {
  try {
    return await command.run(commandLine);
  } catch (error) {
    return reportError(error, command);
  }
}

function reportError(error: unknown, { expectedErrors }: Command): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${escapeLines(error.message)}\n\nRun with --help for all options.\n`);
    return exitCodes.usage;
  }
  if (error instanceof Error && expectedErrors.some((kind) => error instanceof kind)) {
    process.stderr.write(`${escapeLines(error.message)}\n`);
    return exitCodes.failed;
  }
  if (isSystemError(error)) {
    process.stderr.write(`The operating system refused an operation: ${escapeText(error.message)}\n`);
    if (isDebugging()) process.stderr.write(`${String(error.stack)}\n`);
    return exitCodes.failed;
  }
  process.stderr.write(`${describeInternalError(error, isDebugging())}\n`);
  return exitCodes.internalError;
}

/** Escapes each line of a message, since a path in it may contain any character. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeText).join('\n');

/**
 * Whether a system call failed, for example because of a full disk or a missing permission. The message names the
 * reason, the operation and the path.
 */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && 'syscall' in error && 'errno' in error;
}

const isDebugging = (): boolean => process.env['COASTWATCH_DEBUG'] === '1';
