import { createServer, type Server, type ServerResponse } from 'node:http';

import { datasets } from '../../../core/datasets/datasets.ts';
import { CancelToken } from '../../../core/storage/snapshot/store.ts';
import type { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { openDataset } from '../../../core/storage/reader/stored-dataset.ts';
import { formatVersion } from '../../../core/storage/format/envelope.ts';
import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { isHealthCheck, livenessPath, type ServerRequest } from './route-class.ts';

interface Readiness {
  readonly isReady: boolean;
  readonly body: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * If reads take longer, for example because the disk hangs, the health check responds that the server is not ready.
 */
const readTimeoutInMilliseconds = 2000;

export class Health {
  readonly #reader: DatasetReader;
  readonly #onUnreadable: ((error: unknown) => void) | undefined;
  #isShuttingDown = false;
  #refreshedAt: number | undefined;

  /** `onUnreadable` is called when the data cannot be read. */
  constructor(reader: DatasetReader, onUnreadable?: (error: unknown) => void) {
    this.#reader = reader;
    this.#onUnreadable = onUnreadable;
  }

  /** When the manifest was last read, in milliseconds since 1970. */
  get refreshedAt(): number | undefined {
    return this.#refreshedAt;
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  noteRefresh(): void {
    this.#refreshedAt = Date.now();
  }

  beginShutdown(): void {
    this.#isShuttingDown = true;
  }

  /**
   * Reads the manifest and, unless they are cached, the list table, the tile table and the last identifier table of
   * each dataset.
   */
  async readiness(): Promise<Readiness> {
    const cancelToken = new CancelToken();
    const timer = setTimeout(() => {
      cancelToken.cancel(new Error(`not read within ${readTimeoutInMilliseconds / 1000} s`));
    }, readTimeoutInMilliseconds);
    let manifest: Manifest | undefined;
    let reason: string | undefined;
    try {
      const snapshot = await this.#reader.openSnapshot({ fresh: false, current: true, cancelToken });
      ({ manifest } = snapshot);
      for (const dataset of datasets) {
        const files = openDataset(snapshot, dataset);
        await Promise.all([files.listTable(), files.tileTable(), files.blockOfIdentifier(Infinity)]);
      }
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      this.#onUnreadable?.(error);
    } finally {
      clearTimeout(timer);
    }
    const isReady = reason === undefined && !this.#isShuttingDown;
    const status = this.#isShuttingDown ? 'not serving' : isReady ? 'ready' : 'data unavailable';
    return { isReady, body: { status, ...(reason === undefined ? {} : { reason }), ...this.#describe(manifest) } };
  }

  #describe(manifest: Manifest | undefined): Readiness['body'] {
    if (!manifest) return {};
    const { dataVersion, builtAt, target, sample } = manifest;
    const ageInSeconds = Math.round((Date.now() - Date.parse(builtAt)) / 1000);
    const lastRefresh = this.#refreshedAt === undefined ? null : new Date(this.#refreshedAt).toISOString();
    return { dataVersion, builtAt, ageInSeconds, lastRefresh, target, sample, formatVersion };
  }
}

export function handleHealthCheck(
  { url: target, method }: ServerRequest,
  response: ServerResponse,
  health: Health,
): boolean {
  if (!isHealthCheck(target)) return false;
  if (method !== 'GET' && method !== 'HEAD') {
    sendStatus(response, 405, { status: 'only GET and HEAD are allowed' }, { Allow: 'GET, HEAD' });
  } else if (target.startsWith(livenessPath)) {
    sendStatus(response, 200, { status: 'alive' });
  } else {
    void health.readiness().then(({ isReady, body }) => {
      sendStatus(response, isReady ? 200 : 503, body);
    });
  }
  return true;
}

function sendStatus(response: ServerResponse, status: number, content: Readiness['body'], headers = {}): void {
  const body = `${JSON.stringify(content)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

export interface MetricsText {
  readonly contentType: string;
  read(): Promise<string>;
}

/** Creates a server for operators only, with /metrics, /healthz and /readyz. It is not listening yet. */
export function createManagementServer(health: Health, metrics: MetricsText): Server {
  const server = createServer((message, response) => {
    const request = message as ServerRequest;
    if (handleHealthCheck(request, response, health)) return;
    const path = request.url.replace(/\?.*$/s, '');
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(path === '/metrics' ? 405 : 404, { 'Content-Type': 'text/plain; charset=UTF-8' });
      response.end('GET /metrics, /healthz and /readyz are available on this port.\n');
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        response.writeHead(503, { 'Content-Type': 'text/plain; charset=UTF-8' });
        response.end(`The metrics could not be collected: ${error instanceof Error ? error.message : String(error)}\n`);
      },
    );
  });
  // A scrape must not keep the process alive.
  server.keepAliveTimeout = 5000;
  return server;
}
