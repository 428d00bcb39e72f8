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
  /** Whether several processes write to it. */
  readonly isShared: boolean;
}

export interface LogOutput {
  readonly logger: Logger;
  /** Whether each line of standard output must be JSON. */
  readonly isJsonOnStandardOutput: boolean;
  /** Lines that could not be written, for example because the disk was full. */
  readonly linesDropped: number;
  /** Opens the log file again, after log rotation has renamed it. */
  reopen(): void;
  /**
   * Writes a finished line of JSON, including its line feed. Pino takes several microseconds to format one, which is too long
   * to do for each request.
   */
  writeLine(line: string): void;
  /** Starts to write what is buffered, without waiting for more. */
  flush(): void;
  /**
   * Writes everything that is buffered. Nothing may be logged afterwards. Resolves to false if a write is still blocked, for
   * example by a pipe without a reader: then the process cannot exit by itself, because Node waits for the write.
   */
  close(): Promise<boolean>;
}

/** Lines are buffered up to this size and written together: a system call for each request costs too much. */
const writeSizeInBytes = 64 * 1024;
/** For processes that share a pipe, which does not split a write of at most 4,096 bytes (PIPE_BUF). */
const writeSizeToSharedPipeInBytes = 4096;
/** A line is written at the latest after this time. */
const flushIntervalInMilliseconds = 500;
/** Shutdown does not wait longer for a blocked output. */
const closeTimeoutInMilliseconds = 1000;
/** Lines waiting for a blocked output. Further lines are dropped, so that memory stays bounded. */
const maximumBufferedBytes = 8 * 1024 * 1024;

/** Throws an Error whose message is one line when the log file cannot be opened. */
export function openLog({ level, format, file, isShared }: LogOptions): LogOutput {
  const writeSize = isShared && file === undefined ? writeSizeToSharedPipeInBytes : writeSizeInBytes;
  if (file !== undefined) requireWritable(file);
  const destination = pino.destination({
    dest: file ?? 1,
    append: true,
    sync: false,
    minLength: writeSize - 1024,
    maxWrite: writeSize,
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
      timestamp: timestampMember,
      formatters: { level: (label) => ({ level: label }) },
    },
    prettyStream ?? destination,
  );
  const output = prettyStream ?? destination;
  // Copied here immediately: a string that is concatenated from thousands of pieces takes several times as long to write.
  const pending = Buffer.allocUnsafe(writeSize);
  let pendingBytes = 0;
  const writePending = (): void => {
    if (pendingBytes > 0) output.write(pending.toString('utf8', 0, pendingBytes));
    pendingBytes = 0;
  };
  const flush = (): void => {
    writePending();
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
    writeLine: (line) => {
      if (pendingBytes + line.length > writeSize - 1024) writePending();
      pendingBytes += pending.write(line, pendingBytes);
    },
    flush,
    close: () => {
      clearInterval(timer);
      writePending();
      return new Promise((resolve) => {
        // Pino writes what is left when the process exits, and retries forever when the disk is full.
        const finish = (isUnblocked: boolean): void => {
          clearTimeout(closeTimer);
          resolve(isUnblocked);
        };
        const giveUp = (isUnblocked: boolean): void => {
          destination.destroy();
          finish(isUnblocked);
        };
        // A write that failed is not in progress.
        const closeTimer = setTimeout(() => {
          giveUp(hasFailed);
        }, closeTimeoutInMilliseconds);
        destination.once('close', () => {
          finish(true);
        });
        destination.once('error', () => {
          giveUp(true);
        });
        if (prettyStream) prettyStream.end();
        else destination.end();
      });
    },
  };
}

let lastMillisecond = NaN;
let lastMember = '';

/** The time in ISO 8601 as a member of a JSON line. */
const timestampMember = (): string => `,"time":"${new Date().toISOString()}"`;

/** The same for `performance.now()`, which is known already. Many lines are written in the same millisecond. */
export function timestampMemberAt(now: number): string {
  const millisecond = Math.trunc(now);
  if (millisecond !== lastMillisecond) {
    lastMillisecond = millisecond;
    lastMember = timestampMember();
  }
  return lastMember;
}

function requireWritable(file: string): void {
  const state = statSync(file, { throwIfNoEntry: false });
  // Opening a pipe without a reader would block forever.
  if (state && !state.isFile() && !state.isCharacterDevice()) {
    throw new Error(`--log-file ${file} is not a regular file: name one, or leave the option out for standard output.`);
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
