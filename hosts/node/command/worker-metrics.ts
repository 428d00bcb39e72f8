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
  /** Undefined for the last metrics of a worker that ends. */
  readonly request: number | undefined;
  readonly metrics: CollectedMetrics;
}

/** A worker that does not reply in time is included in a scrape with the metrics that it sent last. */
const collectTimeoutInMilliseconds = 2000;

/**
 * Adds up the metrics of all workers in the primary process. The counts of a worker that has ended are kept: a counter that
 * decreases looks to Prometheus like a restart of everything. Of a worker that was killed, those of the last scrape are kept.
 */
export class WorkerMetrics implements MetricsText {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #own = new Registry();
  readonly #restarts: Counter;
  readonly #pending = new Map<number, (metrics: CollectedMetrics, worker: Worker) => void>();
  #requests = 0;
  /** What each running worker sent last. */
  readonly #latest = new Map<Worker, CollectedMetrics>();
  /** Workers whose counts are in `#ended`. */
  readonly #isEnded = new WeakSet<Worker>();
  /** The sums of the workers that have ended. */
  #ended: Promise<CollectedMetrics> = Promise.resolve([]);

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
      if (message.request === undefined) this.#keepCounts(worker, message.metrics);
      else if (!this.#isEnded.has(worker)) {
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
    const sums = AggregatorRegistry.aggregate([await this.#ended, ...collected] as object[][]);
    return `${await this.#own.metrics()}\n${await sums.metrics()}`;
  }

  #keepCounts(worker: Worker, metrics: CollectedMetrics): void {
    if (this.#isEnded.has(worker)) return;
    this.#isEnded.add(worker);
    this.#latest.delete(worker);
    const counts = metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    // One after the other, because several workers may end at the same time.
    this.#ended = this.#ended.then(async (ended) => {
      const sums = AggregatorRegistry.aggregate([ended, counts] as object[][]);
      return (await sums.getMetricsAsJSON()) as CollectedMetrics;
    });
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
      const timer = setTimeout(() => {
        for (const worker of awaited) {
          const latest = worker && this.#latest.get(worker);
          if (latest) collected.push(latest);
        }
        finish();
      }, collectTimeoutInMilliseconds);
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
