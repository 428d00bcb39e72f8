import { closeSync, openSync } from 'node:fs';

import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

export interface LogOutput {
  readonly logger: Logger;
  /** Whether each line of standard output must be JSON. */
  readonly isJsonOnStandardOutput: boolean;
  /** Lines that could not be written, for example because the disk was full. */
  readonly linesDropped: number;
  /** Opens the log file again, after log rotation has renamed it. */
  reopen(): void;
  /** Writes what is buffered soon, and not only when there is more. */
  flush(): void;
  /** Writes everything that is buffered. Nothing may be logged afterwards. */
  close(): Promise<void>;
}

/**
 * Lines are collected up to this size and written together: a system call for each request would cost more than the rest of
 * its log line. Several processes may share a pipe, which does not split a write of at most 4,096 bytes (PIPE_BUF).
 */
const writeSizeInBytes = 4096;
const fullEnoughInBytes = 3072;
/** A line is written at the latest after this time. */
const flushIntervalInMilliseconds = 500;
/** Shutdown does not wait longer for an output that takes nothing more. */
const closeTimeoutInMilliseconds = 1000;
/** Lines waiting for an output that does not take them. Further lines are dropped, so that memory stays bounded. */
const maximumBufferedBytes = 8 * 1024 * 1024;

/** Throws an Error whose message is one line when the log file cannot be opened. */
export function openLog({ level, format, file }: LogOptions): LogOutput {
  if (file !== undefined) requireWritable(file);
  const destination = pino.destination({
    dest: file ?? 1,
    append: true,
    sync: false,
    minLength: fullEnoughInBytes,
    maxWrite: writeSizeInBytes,
    maxLength: maximumBufferedBytes,
  });
  let linesDropped = 0;
  let hasWarned = false;
  destination.on('drop', () => linesDropped++);
  // A full disk or a closed pipe must not end the server. Sonic-boom keeps the lines and tries again.
  destination.on('error', (error: Error) => {
    if (!hasWarned)
      process.stderr.write(`The log cannot be written to ${file ?? 'standard output'}: ${error.message}\n`);
    hasWarned = true;
  });
  destination.on('write', () => {
    hasWarned = false;
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
  const timer = setInterval(() => {
    destination.flush();
  }, flushIntervalInMilliseconds).unref();

  return {
    logger,
    isJsonOnStandardOutput: file === undefined && format === 'json',
    get linesDropped() {
      return linesDropped;
    },
    reopen: () => {
      if (file !== undefined) destination.reopen();
    },
    // Not `flushSync`, which tries for ever when the disk is full.
    flush: () => {
      destination.flush();
    },
    close: () => {
      clearInterval(timer);
      return new Promise((resolve) => {
        // Pino writes what is left when the process exits, and tries for ever when the disk is full.
        const giveUp = (): void => {
          destination.destroy();
          resolve();
        };
        destination
          .once('close', () => {
            resolve();
          })
          .once('error', giveUp);
        setTimeout(giveUp, closeTimeoutInMilliseconds).unref();
        if (prettyStream) prettyStream.end();
        else destination.end();
      });
    },
  };
}

let lastMillisecond = 0;
let lastMember = '';

/** The time in ISO 8601 as a member of a JSON line. Many lines are written in the same millisecond. */
function timestampMember(): string {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastMember = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastMember;
}

function requireWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--log-file ${file} cannot be opened: ${reason}. Name a file in a directory that is writable.`, {
      cause: error,
    });
  }
}
