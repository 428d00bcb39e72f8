import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import type { CacheStatistics } from '../../../core/collections/clock-cache.ts';
import { formatVersion } from '../../../core/storage/format/envelope.ts';
import type { RouteClass } from './route-class.ts';

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

function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These are gauges with the names of counters. The gauges without `_total` have the same values.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  return registry;
}

export class Metrics {
  readonly registry = createRegistry();
  readonly #requests = this.#counter(
    'coastwatch_http_requests_total',
    'Requests, by route, dataset, method and status of the response.',
    ['route', 'dataset', 'method', 'status'],
  );
  readonly #durations = new Histogram({
    name: 'coastwatch_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, by route.',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers: [this.registry],
  });
  readonly #bytes = this.#counter(
    'coastwatch_http_response_bytes_total',
    'Bytes of the bodies of responses, by route.',
    ['route'],
  );
  readonly #aborted = this.#counter(
    'coastwatch_http_responses_aborted_total',
    'Responses that ended before they were sent completely, by route.',
    ['route'],
  );
  readonly refreshes = this.#counter(
    'coastwatch_data_refreshes_total',
    'New builds of the data that this server has loaded.',
  );
  readonly refreshFailures = this.#counter(
    'coastwatch_data_refresh_failures_total',
    'Manifests that could not be read.',
  );
  readonly dataErrors = this.#counter(
    'coastwatch_data_errors_total',
    'Requests that failed because stored data could not be read.',
  );

  constructor({ isReady, caches, manifest, lastRefresh, responsesInProgress, logLinesDropped }: MetricSources) {
    const builtAt = (): number => new Date(manifest()?.builtAt ?? Number.NaN).getTime() / 1000;
    this.#gauge(
      'coastwatch_http_responses_in_progress',
      'Responses that are being prepared or sent.',
      responsesInProgress,
    );
    this.#gauge(
      'coastwatch_ready',
      '1 while the data can be read and the server is not shutting down, as at /readyz; otherwise 0.',
      async () => Number(await isReady()),
    );
    this.#gauge('coastwatch_data_age_seconds', 'Time since the data in service was built.', () => {
      return Date.now() / 1000 - builtAt();
    });
    this.#gauge('coastwatch_data_built_timestamp_seconds', 'When the data in service was built.', builtAt);
    this.#gauge('coastwatch_data_last_refresh_timestamp_seconds', 'When the manifest was last read.', () => {
      return (lastRefresh() ?? Number.NaN) / 1000;
    });
    new Gauge({
      name: 'coastwatch_data_info',
      help: 'The data in service: 1, labelled with its version.',
      labelNames: ['version', 'target', 'sample', 'format_version'],
      registers: [this.registry],
      collect() {
        this.reset();
        const current = manifest();
        if (!current) return;
        const { dataVersion: version, target, sample } = current;
        this.set({ version, target, sample: String(sample), format_version: String(formatVersion) }, 1);
      },
    });
    this.#counter('coastwatch_log_lines_dropped_total', 'Log lines that could not be written.', [], (counter) => {
      counter.inc(logLinesDropped());
    });
    const countPerCache = (name: string, help: string, count: 'hits' | 'misses' | 'evictions'): void => {
      this.#counter(name, help, ['cache'], (counter) => {
        for (const [cache, read] of Object.entries(caches)) counter.inc({ cache }, read()[count]);
      });
    };
    countPerCache('coastwatch_cache_hits_total', 'Reads that were served from a cache.', 'hits');
    countPerCache('coastwatch_cache_misses_total', 'Reads that were not in a cache.', 'misses');
    countPerCache('coastwatch_cache_evictions_total', 'Entries evicted from a cache.', 'evictions');
    new Gauge({
      name: 'coastwatch_cache_bytes',
      help: 'Estimated memory of the entries of a cache.',
      labelNames: ['cache'],
      registers: [this.registry],
      collect() {
        for (const [cache, read] of Object.entries(caches)) this.set({ cache }, read().bytes);
      },
    });
  }

  requestEnded({ route, dataset }: RouteClass, method: string, status: number, seconds: number, bytes: number): void {
    this.#requests.inc({ route, dataset, method: knownMethods.has(method) ? method : 'other', status });
    this.#durations.observe({ route }, seconds);
    this.#bytes.inc({ route }, bytes);
  }

  responseAborted({ route }: RouteClass): void {
    this.#aborted.inc({ route });
  }

  /** `count` sets a counter whose value is known elsewhere: it is 0 before each call. */
  #counter(
    name: string,
    help: string,
    labelNames: readonly string[] = [],
    count?: (counter: Counter) => void,
  ): Counter {
    const collect = count && {
      collect(this: Counter) {
        this.reset();
        count(this);
      },
    };
    return new Counter({ name, help, labelNames, registers: [this.registry], ...collect });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
