import { closeSync, openSync, statSync } from 'node:fs';

import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

export interface LogOutput {
  readonly logger: Logger;
  /** Whether each line of standard output must be JSON. */
  readonly isJsonOnStandardOutput: boolean;
  /** The number of lines that could not be written, for example because the disk was full. */
  readonly linesDropped: number;
  reopen(): void;
  flush(): void;
  /**
   * Writes all buffered lines. Nothing may be logged afterwards. Resolves to false if a write is still blocked, for
   * example by a pipe without a reader: the process then cannot exit by itself, because Node waits for the write.
   */
  close(): Promise<boolean>;
}

/**
 * Lines are buffered up to this size and written together, because a system call for each request would cost too much.
 */
const writeSizeInBytes = 64 * 1024;
/** A line is written after this time at the latest. */
const flushIntervalInMilliseconds = 500;
/** Shutdown waits no longer than this for a blocked output. */
const closeTimeoutInMilliseconds = 1000;
/** The total size of lines that wait for a blocked output. Further lines are dropped, so that memory is bounded. */
const maximumBufferedBytes = 8 * 1024 * 1024;

/** Opens the log. Throws an Error with a one-line message if the log file cannot be opened. */
export function openLog({ level, format, file }: LogOptions): LogOutput {
  if (file !== undefined) requireWritable(file);
  const destination = pino.destination({
    dest: file ?? 1,
    append: true,
    sync: false,
    minLength: writeSizeInBytes - 1024,
    maxWrite: writeSizeInBytes,
    maxLength: maximumBufferedBytes,
  });
  let linesDropped = 0;
  let hasFailed = false;
  destination.on('drop', () => linesDropped++);
  // A full disk or a closed pipe must not end the server. Sonic-boom keeps the lines and tries again.
  destination.on('error', (error: Error) => {
    if (!hasFailed)
      process.stderr.write(`The log cannot be written to ${file ?? 'standard output'}: ${error.message}\n`);
    hasFailed = true;
  });
  destination.on('write', () => {
    hasFailed = false;
  });
  const prettyStream =
    format === 'pretty' ? pretty({ destination, translateTime: 'SYS:standard', ignore: 'pid' }) : undefined;
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    prettyStream ?? destination,
  );
  const flush = (): void => {
    // Not `flushSync`, which retries forever when the disk is full.
    destination.flush();
  };
  const timer = setInterval(flush, flushIntervalInMilliseconds).unref();

  return {
    logger,
    isJsonOnStandardOutput: file === undefined && format === 'json',
    get linesDropped() {
      return linesDropped;
    },
    reopen: () => {
      if (file !== undefined) destination.reopen();
    },
    flush,
    close: () => {
      clearInterval(timer);
      return new Promise((resolve) => {
        const finish = (isUnblocked: boolean): void => {
          clearTimeout(closeTimer);
          resolve(isUnblocked);
        };
        const discardRest = (isUnblocked: boolean): void => {
          // Otherwise, Pino writes the remaining lines when the process exits, and retries forever if the disk is full.
          destination.destroy();
          finish(isUnblocked);
        };
        // If the last write has failed, no write is in progress.
        const closeTimer = setTimeout(() => {
          discardRest(hasFailed);
        }, closeTimeoutInMilliseconds);
        destination.once('close', () => {
          finish(true);
        });
        destination.once('error', () => {
          discardRest(true);
        });
        if (prettyStream) prettyStream.end();
        else destination.end();
      });
    },
  };
}

function requireWritable(file: string): void {
  const state = statSync(file, { throwIfNoEntry: false });
  // Opening a pipe without a reader would block forever.
  if (state && !state.isFile() && !state.isCharacterDevice()) {
    throw new Error(`--log-file ${file} is not a regular file: name one, or omit the option for standard output.`);
  }
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--log-file ${file} cannot be opened: ${reason}. Name a file in a directory that is writable.`, {
      cause: error,
    });
  }
}
