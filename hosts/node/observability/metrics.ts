import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import type { CacheStatistics } from '../../../core/collections/clock-cache.ts';
import { formatVersion } from '../../../core/storage/format/envelope.ts';
import type { RouteClass } from './route-class.ts';

/** The state of the server that is read when the metrics are collected. */
interface MetricSources {
  /** Whether the data can be read and the server is not shutting down. */
  readonly isReady: () => Promise<boolean>;
  readonly caches: Readonly<Record<'response' | 'file', () => CacheStatistics>>;
  /** The manifest that was read last, if any. */
  readonly manifest: () => Manifest | undefined;
  /** When the manifest was last read, in milliseconds since 1970. */
  readonly lastRefresh: () => number | undefined;
  readonly responsesInProgress: () => number;
  readonly logLinesDropped: () => number;
}

/** The methods that have their own label. Others share one, because a client can send any text as a method. */
const knownMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE']);
/** The upper bounds of the histogram's buckets, in seconds. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The Prometheus metrics of one server process. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #bytes: Counter;
  readonly #aborted: Counter;
  readonly #refreshes: Counter;
  readonly #refreshFailures: Counter;
  readonly #dataErrors: Counter;

  constructor(sources: MetricSources) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    // These are gauges with the names of counters. The gauges without `_total` have the same values.
    for (const name of ['handles', 'requests', 'resources']) {
      this.registry.removeSingleMetric(`nodejs_active_${name}_total`);
    }
    this.#requests = new Counter({
      name: 'coastwatch_http_requests_total',
      help: 'Requests, by route, dataset, method and status of the response.',
      labelNames: ['route', 'dataset', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'coastwatch_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response, by route.',
      labelNames: ['route'],
      buckets: durationBuckets,
      registers,
    });
    this.#bytes = new Counter({
      name: 'coastwatch_http_response_bytes_total',
      help: 'Bytes of the bodies of responses, by route.',
      labelNames: ['route'],
      registers,
    });
    this.#aborted = new Counter({
      name: 'coastwatch_http_responses_aborted_total',
      help: 'Responses that ended before they were sent completely, by route.',
      labelNames: ['route'],
      registers,
    });
    this.#refreshes = new Counter({
      name: 'coastwatch_data_refreshes_total',
      help: 'New builds of the data that this server has loaded.',
      registers,
    });
    this.#refreshFailures = new Counter({
      name: 'coastwatch_data_refresh_failures_total',
      help: 'Manifests that could not be read.',
      registers,
    });
    this.#dataErrors = new Counter({
      name: 'coastwatch_data_errors_total',
      help: 'Requests that failed because stored data could not be read.',
      registers,
    });
    this.#addGauges(sources);
    this.#addCaches(sources.caches);
  }

  requestEnded({ route, dataset }: RouteClass, method: string, status: number, seconds: number, bytes: number): void {
    this.#requests.inc({ route, dataset, method: knownMethods.has(method) ? method : 'other', status });
    this.#durations.observe({ route }, seconds);
    this.#bytes.inc({ route }, bytes);
  }

  responseAborted({ route }: RouteClass): void {
    this.#aborted.inc({ route });
  }

  refreshed(): void {
    this.#refreshes.inc();
  }

  refreshFailed(): void {
    this.#refreshFailures.inc();
  }

  dataErrorOccurred(): void {
    this.#dataErrors.inc();
  }

  #addGauges({ isReady, manifest, lastRefresh, responsesInProgress, logLinesDropped }: MetricSources): void {
    const registers = [this.registry];
    const builtAt = (): number => new Date(manifest()?.builtAt ?? Number.NaN).getTime() / 1000;
    const gauge = (name: string, help: string, value: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    };
    gauge('coastwatch_http_responses_in_progress', 'Responses that are being prepared or sent.', responsesInProgress);
    new Gauge({
      name: 'coastwatch_ready',
      help: '1 while the data can be read and the server is not shutting down, as at /readyz; otherwise 0.',
      registers,
      async collect() {
        this.set((await isReady()) ? 1 : 0);
      },
    });
    gauge('coastwatch_data_age_seconds', 'Time since the data in service was built.', () => {
      return Date.now() / 1000 - builtAt();
    });
    gauge('coastwatch_data_built_timestamp_seconds', 'When the data in service was built.', builtAt);
    gauge('coastwatch_data_last_refresh_timestamp_seconds', 'When the manifest was last read.', () => {
      return (lastRefresh() ?? Number.NaN) / 1000;
    });
    new Gauge({
      name: 'coastwatch_data_info',
      help: 'The data in service: 1, labelled with its version.',
      labelNames: ['version', 'target', 'sample', 'format_version'],
      registers,
      collect() {
        this.reset();
        const current = manifest();
        if (!current) return;
        const { dataVersion: version, target, sample } = current;
        this.set({ version, target, sample: String(sample), format_version: String(formatVersion) }, 1);
      },
    });
    new Counter({
      name: 'coastwatch_log_lines_dropped_total',
      help: 'Log lines that could not be written.',
      registers,
      collect() {
        this.reset();
        this.inc(logLinesDropped());
      },
    });
  }

  #addCaches(caches: MetricSources['caches']): void {
    const registers = [this.registry];
    const counts = {
      hits: ['coastwatch_cache_hits_total', 'Reads that were served from a cache.'],
      misses: ['coastwatch_cache_misses_total', 'Reads that were not in a cache.'],
      evictions: ['coastwatch_cache_evictions_total', 'Entries evicted from a cache.'],
    } as const;
    for (const [count, [name, help]] of Object.entries(counts)) {
      new Counter({
        name,
        help,
        labelNames: ['cache'],
        registers,
        collect() {
          this.reset();
          for (const [cache, read] of Object.entries(caches)) this.inc({ cache }, read()[count as keyof typeof counts]);
        },
      });
    }
    new Gauge({
      name: 'coastwatch_cache_bytes',
      help: 'Estimated memory of the entries of a cache.',
      labelNames: ['cache'],
      registers,
      collect() {
        for (const [cache, read] of Object.entries(caches)) this.set({ cache }, read().bytes);
      },
    });
  }
}
