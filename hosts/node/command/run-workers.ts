import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../directory-store.ts';
import { rootUrl } from '../listen.ts';
import { createManagementServer, Health } from '../observability/health.ts';
import type { LogOutput } from '../observability/logger.ts';
import type { ServeOptions } from './options.ts';
import { announce, closeManagement, listenForManagement } from './run-server.ts';
import { whenAskedToStop } from './signals.ts';
import { type MessageToWorker, WorkerMetrics } from './worker-metrics.ts';

/** A worker that exits is replaced after this time, which doubles with each worker that exits soon after its start. */
const firstBackOffInMilliseconds = 500;
const longestBackOffInMilliseconds = 30_000;
/** If a worker has run for longer than this, its exit resets the back-off. */
const stableAfterInMilliseconds = 10_000;
/** A worker needs at most 9.8 s to stop. If it has not exited after this time, it is killed. */
const killAfterInMilliseconds = 9_900;

/**
 * Serves a site from several processes until a signal stops them. Throws an Error with a one-line message if the first
 * one cannot start.
 */
export async function runWorkers(options: ServeOptions, log: LogOutput): Promise<void> {
  const pool = new WorkerPool(options, log);
  // Registered before the address is announced, because signals may arrive from then on.
  process.on('SIGHUP', () => {
    log.reopen();
    void pool.reload();
  });
  const stopped = new Promise<void>((resolve) => {
    const stop = async (reason: string): Promise<void> => {
      log.logger.info({ reason }, 'server stopping');
      await pool.stop();
      resolve();
    };
    whenAskedToStop(
      (reason) => void stop(reason),
      () => {
        pool.kill();
      },
    );
  });
  // The management server starts first: if its port is in use, no worker is started.
  const management = options.metrics && (await startManagement(options, pool, log));
  const port = await pool.start().catch((error: unknown) => {
    closeManagement(management);
    throw error;
  });
  announce(rootUrl(options.host, port, options.basePath), log);
  log.logger.info({ workers: options.workers }, 'workers started');

  await stopped;
  closeManagement(management);
  log.logger.info('server stopped');
}

function startManagement(options: ServeOptions, pool: WorkerPool, log: LogOutput) {
  // The primary process reads the data only for health checks.
  const health: Health = new Health(
    new DatasetReader(createDirectoryStore(options.directory), {
      onManifest: () => {
        health.noteRefresh();
      },
    }),
    () => pool.isServing,
  );
  return listenForManagement(options, createManagementServer(health, pool.metrics), log);
}

/** The workers that serve a site: starts, replaces and stops them. */
class WorkerPool {
  readonly metrics = new WorkerMetrics();
  readonly #options: ServeOptions;
  readonly #log: LogOutput;
  readonly #listening = new Set<Worker>();
  readonly #starting = new Set<Worker>();
  readonly #startedAt = new Map<Worker, number>();
  /** Workers that were asked to stop. */
  readonly #ending = new Set<Worker>();
  #backOffInMilliseconds = firstBackOffInMilliseconds;
  #isStopping = false;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;

  constructor(options: ServeOptions, log: LogOutput) {
    this.#options = options;
    this.#log = log;
  }

  get isServing(): boolean {
    return this.#listening.size > 0 && !this.#isStopping;
  }

  /** Starts all workers, and returns the port that they share. Throws an Error if the first one cannot start. */
  async start(): Promise<number> {
    let port = 0;
    cluster.on('exit', (worker, exitCode, signal) => {
      this.#handleExit(worker, exitCode, signal);
    });
    cluster.on('listening', (worker, address) => {
      this.#listening.add(worker);
      ({ port } = address);
    });
    // The worker has written the reason to standard error.
    if (!(await this.#startAnother())) throw new Error('The server could not start.');
    const others = Array.from({ length: this.#options.workers - 1 }, () => this.#startAnother());
    for (const isServing of await Promise.all(others)) if (!isServing) this.#replaceLater();
    return port;
  }

  /** Replaces all workers, one after the other: each old one serves until its replacement is ready. */
  reload(): Promise<void> {
    if (this.#reloading) this.#reloadAgain = true;
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined;
      if (!this.#reloadAgain) return;
      this.#reloadAgain = false;
      void this.reload();
    });
    return this.#reloading;
  }

  /** Stops all workers. Resolves when they have exited. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.#end(worker)));
  }

  kill(): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  }

  /** Starts a worker. Resolves with whether it serves requests. */
  async #startAnother(): Promise<boolean> {
    const worker = cluster.fork();
    this.#starting.add(worker);
    this.#startedAt.set(worker, performance.now());
    const isServing = await Promise.race([
      once(worker, 'listening').then(() => true),
      once(worker, 'exit').then(() => false),
    ]);
    this.#starting.delete(worker);
    // The worker was forked just before the others were asked to stop.
    if (isServing && this.#isStopping) void this.#end(worker);
    return isServing;
  }

  async #reload(): Promise<void> {
    const { logger } = this.#log;
    const workers = [...this.#listening].filter((worker) => !this.#ending.has(worker));
    logger.info({ reason: 'SIGHUP', workers: workers.length }, 'reloading');
    // If their replacements fail, the old workers continue with the new log file and data.
    for (const worker of workers) worker.process.kill('SIGHUP');
    const ended: Promise<void>[] = [];
    for (const worker of workers) {
      if (this.#isStopping) return;
      if (worker.isDead()) continue;
      this.#ending.add(worker); // its exit is expected from now on
      if (await this.#startAnother()) {
        ended.push(this.#end(worker));
      } else {
        this.#ending.delete(worker);
        logger.error('a new worker could not start: the reload is cancelled, and the old workers keep serving');
        return;
      }
    }
    await Promise.all(ended);
    logger.info('reloaded');
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    this.#ending.add(worker);
    const ended = once(worker, 'exit');
    const message: MessageToWorker = { kind: 'stop' };
    if (worker.isConnected()) worker.send(message, () => undefined);
    const timer = setTimeout(() => {
      worker.process.kill('SIGKILL');
    }, killAfterInMilliseconds + this.#options.shutdownDelayInMilliseconds);
    await ended;
    clearTimeout(timer);
  }

  #handleExit(worker: Worker, exitCode: number, signal: string): void {
    const runTimeInMilliseconds = performance.now() - (this.#startedAt.get(worker) ?? 0);
    this.#listening.delete(worker);
    this.#startedAt.delete(worker);
    // The caller of #startAnother handles a worker that does not start.
    if (this.#ending.delete(worker) || this.#starting.has(worker) || this.#isStopping) return;
    if (runTimeInMilliseconds > stableAfterInMilliseconds) this.#backOffInMilliseconds = firstBackOffInMilliseconds;
    const fields = { workerPid: worker.process.pid, exitCode, signal: signal || undefined };
    this.#log.logger.error(fields, 'a worker ended unexpectedly');
    this.#replaceLater();
  }

  #replaceLater(): void {
    const delayInMilliseconds = this.#backOffInMilliseconds;
    this.#backOffInMilliseconds = Math.min(2 * delayInMilliseconds, longestBackOffInMilliseconds);
    this.#log.logger.warn({ delayInMilliseconds }, 'a new worker will be started after a delay');
    const start = async (): Promise<void> => {
      if (this.#isStopping) return;
      this.metrics.workerRestarted();
      if (!(await this.#startAnother()) && !this.#isStopping) this.#replaceLater();
    };
    setTimeout(() => void start(), delayInMilliseconds);
  }
}
