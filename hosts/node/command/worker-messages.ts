import type { MetricObjectWithValues, MetricValue } from 'prom-client';

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
