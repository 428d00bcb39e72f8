import { type LogOutput, openLog } from '../observability/logger.ts';
import { readServeOptions, type ServeOptions, ServeOptionsError, usage, warningAboutMountPoint } from './options.ts';
import { runServer } from './run-server.ts';

/* `npm run serve`: serves a site. */

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ServeOptionsError ? error.exitCode : 1;
}

/** Logs an uncaught error, which is a bug in this program, and ends the process. */
function exitOnUncaughtError(log: LogOutput): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // Reporting the first error may fail with another one.
    if (isEnding) return;
    isEnding = true;
    process.stderr.write(`Unexpected failure: ${error.stack ?? error.message}\n`);
    try {
      log.logger.fatal({ err: error }, 'unexpected failure: the server exits');
    } catch {
      // The log is closed already.
    }
    void closeLog(log).then(() => process.exit(1));
  });
}

async function closeLog(log: LogOutput): Promise<void> {
  if (await log.close()) return;
  // Without a message, because standard error is often the same blocked pipe.
  process.kill(process.pid, 'SIGKILL');
}

async function serve(options: ServeOptions): Promise<void> {
  const { logLevel: level, logFormat: format, logFile: file } = options;
  const log = openLog({ level, format, file });
  exitOnUncaughtError(log);
  // Standard output and standard error are often pipes to a program that stores logs. If it exits, the server must
  // continue.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const warning = warningAboutMountPoint(options.directory);
  if (warning !== undefined) log.logger.warn(warning);
  try {
    await runServer(options, log);
  } finally {
    await closeLog(log);
  }
}

try {
  const options = readServeOptions(process.argv.slice(2));
  if (options) await serve(options);
  else process.stdout.write(usage);
} catch (error) {
  fail(error);
}
