import cluster, { type Worker } from 'node:cluster';

import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

import type { MetricsText } from '../observability/health.ts';

/** The metrics of one process, as they are sent between processes. */
export type CollectedMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** From the primary process to a worker. */
export type MessageToWorker = { readonly kind: 'stop' } | { readonly kind: 'collect'; readonly request: number };

/** From a worker to the primary process. */
export interface MessageFromWorker {
  readonly kind: 'metrics';
  /** The number of the request; undefined for the last metrics of a worker that exits. */
  readonly request: number | undefined;
  readonly metrics: CollectedMetrics;
}

/** If a worker does not reply within this time, a scrape includes the metrics that it sent last. */
const collectTimeoutInMilliseconds = 2000;

/**
 * Adds up the metrics of all workers in the primary process. The counts of a worker that has exited are kept, because
 * Prometheus interprets a counter that decreases as a restart of the whole server. For a worker that was killed, these
 * are the counts of the last scrape.
 */
export class WorkerMetrics implements MetricsText {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #own = new Registry();
  readonly #restarts: Counter;
  readonly #pending = new Map<number, (metrics: CollectedMetrics, worker: Worker) => void>();
  #nextRequest = 0;
  /** The metrics that each running worker sent last. */
  readonly #latest = new Map<Worker, CollectedMetrics>();
  /** Workers whose counts are included in `#endedCounts`. */
  readonly #endedWorkers = new WeakSet<Worker>();
  /** The sums of the counts of workers that have exited. */
  #endedCounts: Promise<CollectedMetrics> = Promise.resolve([]);

  constructor() {
    const registers = [this.#own];
    this.#restarts = new Counter({
      name: 'coastwatch_worker_restarts_total',
      help: 'Workers that ended unexpectedly and were replaced.',
      registers,
    });
    new Gauge({
      name: 'coastwatch_workers',
      help: 'Running worker processes.',
      registers,
      collect() {
        this.set(Object.keys(cluster.workers ?? {}).length);
      },
    });
    cluster.on('message', (worker, message: MessageFromWorker) => {
      if (message.request === undefined) this.#keepCounts(worker, message.metrics);
      else if (!this.#endedWorkers.has(worker)) {
        this.#latest.set(worker, message.metrics);
        this.#pending.get(message.request)?.(message.metrics, worker);
      }
    });
    cluster.on('exit', (worker) => {
      this.#keepCounts(worker, this.#latest.get(worker) ?? []);
    });
  }

  workerRestarted(): void {
    this.#restarts.inc();
  }

  async read(): Promise<string> {
    const collected = await this.#collect();
    const sums = AggregatorRegistry.aggregate([await this.#endedCounts, ...collected] as object[][]);
    return `${await this.#own.metrics()}\n${await sums.metrics()}`;
  }

  #keepCounts(worker: Worker, metrics: CollectedMetrics): void {
    if (this.#endedWorkers.has(worker)) return;
    this.#endedWorkers.add(worker);
    this.#latest.delete(worker);
    const counts = metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    // Added one after the other, because several workers may exit at the same time.
    this.#endedCounts = this.#endedCounts.then(async (ended) => {
      const sums = AggregatorRegistry.aggregate([ended, counts] as object[][]);
      return (await sums.getMetricsAsJSON()) as CollectedMetrics;
    });
  }

  #collect(): Promise<CollectedMetrics[]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const request = this.#nextRequest++;
    const collected: CollectedMetrics[] = [];
    const awaited = new Set(workers);
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#pending.delete(request);
        resolve(collected);
      };
      const timer = setTimeout(() => {
        for (const worker of awaited) {
          const latest = worker && this.#latest.get(worker);
          if (latest) collected.push(latest);
        }
        finish();
      }, collectTimeoutInMilliseconds);
      const stopAwaiting = (worker: Worker | undefined): void => {
        if (awaited.delete(worker) && awaited.size === 0) finish();
      };
      this.#pending.set(request, (metrics, worker) => {
        collected.push(metrics);
        stopAwaiting(worker);
      });
      if (workers.length === 0) finish();
      for (const worker of workers) {
        worker?.once('exit', () => {
          stopAwaiting(worker);
        });
        const message: MessageToWorker = { kind: 'collect', request };
        worker?.send(message, (error) => {
          if (error) stopAwaiting(worker);
        });
      }
    });
  }
}
