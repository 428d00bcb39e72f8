import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Manifest } from '../../../core/storage/manifest.ts';
import type { CacheStatistics } from '../../../core/storage/data-memory.ts';
import { formatVersion } from '../../../core/storage/format-version.ts';
import type { RouteClass } from './route-class.ts';

/** What the metrics read from the server when they are collected. */
export interface MetricSources {
  readonly caches: Readonly<Record<'response' | 'file', () => CacheStatistics>>;
  /** The manifest read last, if there is one. */
  readonly manifest: () => Manifest | undefined;
  /** When that was, in milliseconds since 1970. */
  readonly lastRefresh: () => number | undefined;
  readonly responsesInProgress: () => number;
  readonly logLinesDropped: () => number;
}

/** The methods that have a label of their own: a client can send any other text. */
const knownMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'];
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one route class and method: their labels are resolved once. */
interface Series {
  readonly durations: { observe(seconds: number): void };
  readonly bytes: { inc(bytes: number): void };
  readonly aborted: { inc(): void };
  readonly requests: Map<number, { inc(): void }>;
}

/** The Prometheus metrics of one server process. */
export class Metrics {
  readonly registry = new Registry();
  readonly #series = new Map<RouteClass, Map<string, Series>>();
  readonly #requests: Counter<'route' | 'dataset' | 'method' | 'status'>;
  readonly #durations: Histogram<'route'>;
  readonly #bytes: Counter<'route'>;
  readonly #aborted: Counter<'route'>;
  readonly #refreshes: Counter;
  readonly #refreshFailures: Counter;
  readonly #dataErrors: Counter;

  constructor(sources: MetricSources) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    // Gauges whose names say that they are counters. The same numbers are in gauges without `_total`.
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
      help: 'Bytes of responses with their headers, by route.',
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
      help: 'New versions or builds of the data that were noticed.',
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

  requestEnded(routeClass: RouteClass, method: string, status: number, seconds: number, bytes: number): void {
    const series = this.#seriesOf(routeClass, method);
    let requests = series.requests.get(status);
    if (!requests) {
      const label = knownMethods.includes(method) ? method : 'other';
      requests = this.#requests.labels({ ...routeClass, method: label, status: String(status) });
      series.requests.set(status, requests);
    }
    requests.inc();
    series.durations.observe(seconds);
    series.bytes.inc(bytes);
  }

  responseAborted(routeClass: RouteClass, method: string): void {
    this.#seriesOf(routeClass, method).aborted.inc();
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

  #seriesOf(routeClass: RouteClass, method: string): Series {
    let byMethod = this.#series.get(routeClass);
    if (!byMethod) this.#series.set(routeClass, (byMethod = new Map()));
    const known = byMethod.get(method);
    if (known) return known;
    const { route } = routeClass;
    const series = {
      durations: this.#durations.labels({ route }),
      bytes: this.#bytes.labels({ route }),
      aborted: this.#aborted.labels({ route }),
      requests: new Map(),
    };
    // A client can make up methods: those without a label of their own are not kept.
    if (knownMethods.includes(method)) byMethod.set(method, series);
    return series;
  }

  #addGauges({ manifest, lastRefresh, responsesInProgress, logLinesDropped }: MetricSources): void {
    const registers = [this.registry];
    const builtAt = (): number => new Date(manifest()?.builtAt ?? Number.NaN).getTime() / 1000;
    const gauge = (name: string, help: string, aggregator: 'sum' | 'max' | 'min', value: () => number): void => {
      new Gauge({
        name,
        help,
        aggregator,
        registers,
        collect() {
          this.set(value());
        },
      });
    };
    gauge(
      'coastwatch_http_responses_in_progress',
      'Responses that are being prepared or sent.',
      'sum',
      responsesInProgress,
    );
    gauge('coastwatch_data_age_seconds', 'Time since the data in service was built.', 'max', () => {
      return Date.now() / 1000 - builtAt();
    });
    gauge('coastwatch_data_built_timestamp_seconds', 'When the data in service was built.', 'min', builtAt);
    gauge('coastwatch_data_last_refresh_timestamp_seconds', 'When the manifest was last read.', 'min', () => {
      return (lastRefresh() ?? Number.NaN) / 1000;
    });
    new Gauge({
      name: 'coastwatch_data_info',
      help: 'The data in service: 1, labelled with its version.',
      labelNames: ['version', 'target', 'sample', 'format_version'],
      aggregator: 'max',
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
      hits: ['coastwatch_cache_hits_total', 'Reads answered from a cache.'],
      misses: ['coastwatch_cache_misses_total', 'Reads that a cache could not answer.'],
      evictions: ['coastwatch_cache_evictions_total', 'Entries removed to make room for others.'],
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
