import { setTimeout as pause } from 'node:timers/promises';
import cluster from 'node:cluster';

import { listen } from '../listen.ts';
import { createManagementServer } from '../observability/management-server.ts';
import { Metrics } from '../observability/metrics.ts';
import type { LogOutput } from '../observability/logger.ts';
import { RequestObserver } from '../observability/request-observer.ts';
import { createSite, type Site } from '../site-server.ts';
import type { ServeOptions } from './options.ts';
import { isStartedByNpm, whenParentEnds } from './parent-process.ts';

/** Signals that arrive so soon after the first are copies: a terminal and npm both send them. */
const repeatedSignalAfterInMilliseconds = 1000;

/** Serves a site until a signal stops it. Throws an Error of one line when it cannot listen. */
export async function runServer(options: ServeOptions, log: LogOutput): Promise<void> {
  const { logger } = log;
  const observer = new RequestObserver({
    logger,
    isAccessLogOn: options.isAccessLogOn,
    basePath: options.basePath,
  });
  const site = createSite({ ...options, observer });
  if (options.metrics) observer.metrics = metricsOf(site, log);
  const address = await listen(site.server, options);
  const management = cluster.isPrimary ? await startManagement(options, site, observer) : undefined;
  if (cluster.isPrimary) announce(address, log);

  await new Promise<void>((resolve) => {
    handleSignals(options, log, site, resolve);
  });
  management?.close();
  management?.closeAllConnections();
  logger.info('server stopped');
}

/** Says where the site is: in a line of text, unless each line of standard output must be JSON. */
export function announce(address: string, { logger, isJsonOnStandardOutput, flushNow }: LogOutput): void {
  logger.info({ address }, `Coastwatch is at ${address} and answers requests`);
  flushNow();
  if (!isJsonOnStandardOutput || !logger.isLevelEnabled('info')) process.stdout.write(`Coastwatch is at ${address}\n`);
}

export function metricsOf(site: Site, log: LogOutput): Metrics {
  return new Metrics({
    caches: site.caches,
    manifest: site.manifest,
    lastRefresh: () => site.health.refreshedAt,
    responsesInProgress: () => site.connections.responsesInProgress,
    logLinesDropped: () => log.linesDropped,
  });
}

async function startManagement({ metrics }: ServeOptions, { health }: Site, observer: RequestObserver) {
  if (!metrics || !observer.metrics) return undefined;
  const { registry } = observer.metrics;
  const server = createManagementServer(health, {
    contentType: registry.contentType,
    read: async () => {
      // Without requests, nothing else would notice a new version.
      await health.readiness();
      return registry.metrics();
    },
  });
  await listen(server, { ...metrics, basePath: '/', portOption: '--metrics-port' });
  return server;
}

function handleSignals(options: ServeOptions, { logger, reopen }: LogOutput, site: Site, onStopped: () => void): void {
  let stoppingSince: number | undefined;
  const stop = (reason: string): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > repeatedSignalAfterInMilliseconds) site.connections.destroy();
      return;
    }
    stoppingSince = performance.now();
    site.health.beginShutdown();
    const { responsesInProgress } = site.connections;
    logger.info({ reason, responsesInProgress }, 'server stopping');
    void pause(options.shutdownDelayInMilliseconds)
      .then(() => site.connections.close())
      .then(onStopped);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal);
    });
  }
  process.on('SIGHUP', () => {
    reopen();
    logger.info({ reason: 'SIGHUP' }, 'reloading');
    site.refresh().catch((error: unknown) => {
      logger.error({ reason: error instanceof Error ? error.message : String(error) }, 'the manifest cannot be read');
    });
  });
  if (cluster.isWorker) {
    process.on('disconnect', () => {
      stop('the primary process ended');
    });
  } else if (isStartedByNpm()) {
    whenParentEnds(() => {
      stop('npm ended');
    });
  }
}
