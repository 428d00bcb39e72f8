import { createServer, type Server } from 'node:http';

import { answerHealthCheck, type Health } from './health.ts';

/** Provides the metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  read(): Promise<string>;
}

/** A server for the operator only: /metrics, /healthz and /readyz. Not yet listening. */
export function createManagementServer(health: Health, metrics: MetricsText): Server {
  const server = createServer((request, response) => {
    if (answerHealthCheck(request, response, health)) return;
    const path = (request.url ?? '').replace(/\?.*$/s, '');
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
