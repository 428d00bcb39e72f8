import cluster from 'node:cluster';

import { type LogOutput, openLog } from '../observability/logger.ts';
import { readServeOptions, type ServeOptions, ServeOptionsError, usage, warningAboutMountPoint } from './options.ts';
import { runServer } from './run-server.ts';
import { runWorkers } from './run-workers.ts';

/* `npm run serve`: serves a site. */

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ServeOptionsError ? error.exitCode : 1;
}

/** Logs a bug in this program before the process ends, so that an operator finds it. */
function endOnFault(log: LogOutput): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // Reporting the first one may fail too.
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
  // Not with a message: standard error is often the same pipe.
  process.kill(process.pid, 'SIGKILL');
}

async function serve(options: ServeOptions): Promise<void> {
  const { logLevel: level, logFormat: format, logFile: file, workers } = options;
  const log = openLog({ level, format, file, isShared: workers > 1 });
  endOnFault(log);
  // Standard output and standard error are often pipes to a program that keeps logs. Its end must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const warning = cluster.isPrimary ? warningAboutMountPoint(options.directory) : undefined;
  if (warning !== undefined) log.logger.warn(warning);
  try {
    await (options.workers > 1 && cluster.isPrimary ? runWorkers(options, log) : runServer(options, log));
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
// Its channel to the primary process keeps a worker alive.
if (cluster.isWorker) process.exit();
