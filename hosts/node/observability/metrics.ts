import { Counter, Gauge, Registry, collectDefaultMetrics, type Histogram } from 'prom-client';

import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import type { CacheStatistics } from '../../../core/collections/lru-cache.ts';
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

/** The counts of one route. */
interface RouteCounts {
  /** The number of requests in each bucket, not cumulative; the last element is for durations above all bounds. */
  readonly buckets: number[];
  seconds: number;
  bytes: number;
  aborted: number;
}

/** The Prometheus metrics of one server process. */
export class Metrics {
  readonly registry = new Registry();
  /**
   * Requests are counted here, and the counts are passed on when the metrics are collected: prom-client resolves labels
   * with every increment, which takes longer than everything else that logging and metrics do for a request.
   */
  readonly #routes = new Map<string, RouteCounts>();
  readonly #requests = new Map<RouteClass, Map<string, Map<number, number>>>();
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
    this.#addRequests();
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

  requestEnded(routeClass: RouteClass, method: string, status: number, seconds: number, bytes: number): void {
    let byMethod = this.#requests.get(routeClass);
    if (!byMethod) this.#requests.set(routeClass, (byMethod = new Map()));
    const label = knownMethods.has(method) ? method : 'other';
    let byStatus = byMethod.get(label);
    if (!byStatus) byMethod.set(label, (byStatus = new Map()));
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const counts = this.#getCounts(routeClass.route);
    let bucket = 0;
    while (bucket < durationBuckets.length && seconds > (durationBuckets[bucket] ?? Infinity)) bucket++;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.seconds += seconds;
    counts.bytes += bytes;
  }

  responseAborted({ route }: RouteClass): void {
    this.#getCounts(route).aborted++;
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

  #getCounts(route: string): RouteCounts {
    let counts = this.#routes.get(route);
    if (!counts) {
      counts = { buckets: new Array<number>(durationBuckets.length + 1).fill(0), seconds: 0, bytes: 0, aborted: 0 };
      this.#routes.set(route, counts);
    }
    return counts;
  }

  #addRequests(): void {
    const registers = [this.registry];
    const routes = this.#routes;
    const requests = this.#requests;
    new Counter({
      name: 'coastwatch_http_requests_total',
      help: 'Requests, by route, dataset, method and status of the response.',
      labelNames: ['route', 'dataset', 'method', 'status'],
      registers,
      collect() {
        this.reset();
        for (const [routeClass, byMethod] of requests) {
          for (const [method, byStatus] of byMethod) {
            for (const [status, count] of byStatus) this.inc({ ...routeClass, method, status: String(status) }, count);
          }
        }
      },
    });
    const counter = (name: string, help: string, count: 'bytes' | 'aborted'): void => {
      new Counter({
        name,
        help,
        labelNames: ['route'],
        registers,
        collect() {
          this.reset();
          for (const [route, counts] of routes) this.inc({ route }, counts[count]);
        },
      });
    };
    counter('coastwatch_http_response_bytes_total', 'Bytes of the bodies of responses, by route.', 'bytes');
    counter(
      'coastwatch_http_responses_aborted_total',
      'Responses that ended before they were sent completely, by route.',
      'aborted',
    );
    const name = 'coastwatch_http_request_duration_seconds';
    const description = {
      name,
      help: 'Time from the headers of a request to the end of its response, by route.',
      type: 'histogram',
    };
    const histogram = {
      ...description,
      get: () =>
        Promise.resolve({
          ...description,
          values: [...routes].flatMap(([route, c]) => histogramValues(name, route, c)),
        }),
    };
    // A registry reads only the properties and the method `get` of a metric.
    this.registry.registerMetric(histogram as unknown as Histogram);
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

/** The series of a histogram for one route, in the form that prom-client expects. */
function histogramValues(name: string, route: string, { buckets, seconds }: RouteCounts) {
  let count = 0;
  const cumulative = buckets.map((inBucket, index) => {
    count += inBucket;
    return { metricName: `${name}_bucket`, labels: { le: durationBuckets[index] ?? '+Inf', route }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels: { route }, value: seconds },
    { metricName: `${name}_count`, labels: { route }, value: count },
  ];
}
