import cluster, { type Worker } from 'node:cluster';

import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';

import type { MetricsText } from '../observability/management-server.ts';
import type { CollectedMetrics, MessageFromWorker, MessageToWorker } from './worker-messages.ts';

/** A worker that does not answer in time is left out of a scrape. */
const collectTimeoutInMilliseconds = 2000;

/**
 * Adds up the metrics of all workers in the primary process. The counts of a worker that has ended are kept: a counter that
 * decreases looks to Prometheus like a restart of everything.
 */
export class WorkerMetrics implements MetricsText {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #own = new Registry();
  readonly #restarts: Counter;
  readonly #pending = new Map<number, (metrics: CollectedMetrics, worker: Worker) => void>();
  #requests = 0;
  #ended: CollectedMetrics = [];

  constructor() {
    const registers = [this.#own];
    this.#restarts = new Counter({
      name: 'coastwatch_worker_restarts_total',
      help: 'Workers that ended unexpectedly and were replaced.',
      registers,
    });
    new Gauge({
      name: 'coastwatch_workers',
      help: 'Worker processes that run.',
      registers,
      collect() {
        this.set(Object.keys(cluster.workers ?? {}).length);
      },
    });
    cluster.on('message', (worker, message: MessageFromWorker) => {
      if (message.request === undefined) void this.#keepCounts(message.metrics);
      else this.#pending.get(message.request)?.(message.metrics, worker);
    });
  }

  workerRestarted(): void {
    this.#restarts.inc();
  }

  async read(): Promise<string> {
    const collected = await this.#collect();
    const sums = AggregatorRegistry.aggregate([this.#ended, ...collected] as object[][]);
    return `${await this.#own.metrics()}\n${await sums.metrics()}`;
  }

  async #keepCounts(metrics: CollectedMetrics): Promise<void> {
    const counts = metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    const sums = AggregatorRegistry.aggregate([this.#ended, counts] as object[][]);
    this.#ended = (await sums.getMetricsAsJSON()) as CollectedMetrics;
  }

  #collect(): Promise<CollectedMetrics[]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const request = this.#requests++;
    const collected: CollectedMetrics[] = [];
    const awaited = new Set(workers);
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#pending.delete(request);
        resolve(collected);
      };
      const timer = setTimeout(finish, collectTimeoutInMilliseconds);
      const leaveOut = (worker: Worker | undefined): void => {
        if (awaited.delete(worker) && awaited.size === 0) finish();
      };
      this.#pending.set(request, (metrics, worker) => {
        collected.push(metrics);
        leaveOut(worker);
      });
      if (workers.length === 0) finish();
      for (const worker of workers) {
        worker?.once('exit', () => {
          leaveOut(worker);
        });
        const message: MessageToWorker = { kind: 'collect', request };
        worker?.send(message, (error) => {
          if (error) leaveOut(worker);
        });
      }
    });
  }
}
