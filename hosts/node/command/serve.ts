import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { listen } from '../listen.ts';
import { type LogOutput, openLog } from '../observability/logger.ts';
import { createManagementServer } from '../observability/health.ts';
import { Metrics } from '../observability/metrics.ts';
import { RequestObserver } from '../observability/request-observer.ts';
import { createSite, type Site } from '../site-server.ts';
import { readServeOptions, type ServeOptions, ServeOptionsError, usage, warningAboutMountPoint } from './options.ts';
import { whenAskedToStop } from './signals.ts';

/* `npm run serve`: serves a site. */

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ServeOptionsError ? error.exitCode : 1;
}

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

/**
 * Serves a site from this process until it is asked to stop. Throws an Error with a one-line message if it cannot
 * listen.
 */
async function runServer(options: ServeOptions, log: LogOutput): Promise<void> {
  const { logger } = log;
  const observer = new RequestObserver({
    logger,
    isAccessLogOn: options.isAccessLogOn,
    basePath: options.basePath,
  });
  const site = createSite({ ...options, observer });
  const metrics = options.metrics ? createMetrics(site, log) : undefined;
  observer.metrics = metrics;
  // Registered before the address is announced, because signals may arrive from then on.
  const stopped = untilStopped(options, log, site);
  process.on('SIGHUP', () => {
    log.reopen();
    logger.info({ reason: 'SIGHUP' }, 'reloading');
    // The observer logs files that cannot be read.
    void site
      .refresh()
      .catch(() => undefined)
      .then(() => site.health.readiness());
  });
  // Loads the tables, so that the first request finds them in memory.
  await site.health.readiness();
  // The management server starts first: if its port is in use, no other server keeps the process running.
  const management = metrics ? await startManagement(options, site, metrics, log) : undefined;
  const address = await listen(site.server, options).catch((error: unknown) => {
    closeManagement(management);
    throw error;
  });
  announce(address, log);

  await stopped;
  // A signal may have arrived before the server was listening.
  site.server.close();
  closeManagement(management);
  logger.info('server stopped');
}

/** Logs the address of the site, and prints it as a line of text unless each line of standard output must be JSON. */
function announce(address: string, { logger, isJsonOnStandardOutput, flush }: LogOutput): void {
  logger.info({ address }, `Coastwatch is at ${address} and accepts requests`);
  flush();
  if (!isJsonOnStandardOutput || !logger.isLevelEnabled('info')) process.stdout.write(`Coastwatch is at ${address}\n`);
}

function untilStopped(options: ServeOptions, { logger }: LogOutput, site: Site): Promise<void> {
  return new Promise((resolve) => {
    const forced = new AbortController();
    const stop = async (reason: string): Promise<void> => {
      site.health.beginShutdown();
      const { responsesInProgress } = site.connections;
      logger.info({ reason, responsesInProgress }, 'server stopping');
      await pause(options.shutdownDelayInMilliseconds, undefined, { signal: forced.signal }).catch(() => undefined);
      await site.connections.close();
      resolve();
    };
    whenAskedToStop(
      (reason) => void stop(reason),
      () => {
        forced.abort();
        site.connections.destroy();
      },
    );
  });
}

function createMetrics(site: Site, log: LogOutput): Metrics {
  return new Metrics({
    caches: site.caches,
    manifest: site.manifest,
    isReady: async () => !site.health.isShuttingDown && (await site.health.readiness()).isReady,
    lastRefresh: () => site.health.refreshedAt,
    responsesInProgress: () => site.connections.responsesInProgress,
    logLinesDropped: () => log.linesDropped,
  });
}

/** Starts the management server, and logs its address. Throws an Error with a one-line message if it cannot listen. */
async function startManagement(
  { metrics }: ServeOptions,
  { health }: Site,
  { registry }: Metrics,
  { logger }: LogOutput,
): Promise<Server> {
  const { contentType } = registry;
  const read = async (): Promise<string> => {
    // Reads the manifest, because without requests nothing else would notice a new version.
    await health.readiness();
    return registry.metrics();
  };
  const server = createManagementServer(health, { contentType, read });
  const { port = 0, host = '' } = metrics ?? {};
  const address = await listen(server, { port, host, basePath: '/', portOption: '--metrics-port' });
  logger.info({ address }, `metrics are at ${address}metrics`);
  return server;
}

function closeManagement(server: Server | undefined): void {
  server?.close();
  server?.closeAllConnections();
}

try {
  const options = readServeOptions(process.argv.slice(2));
  if (options) await serve(options);
  else process.stdout.write(usage);
} catch (error) {
  fail(error);
}
