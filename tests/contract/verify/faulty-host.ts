import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as startRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/** A forwarded response, which can be changed before it is sent. */
export interface ForwardedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  /** Decompressed. It is compressed again if the Content-Encoding header is unchanged. */
  body: Buffer;
}

interface ForwardedRequest {
  readonly method: string;
  /** The path from the root of the site, without a leading slash, and the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Changes a response. Alternatively returns `cut` to close the connection, or `silence` to send nothing. */
export type Fault = (response: ForwardedResponse, request: ForwardedRequest) => 'cut' | 'silence' | undefined;

export interface FaultyHost {
  readonly siteUrl: string;
  fault: Fault;
  close(): void;
}

/** Starts a proxy in front of a correct host, which applies its fault to every response. `siteUrl` ends in a slash. */
export async function startFaultyHost(siteUrl: string): Promise<FaultyHost> {
  const correctHost = new URL(siteUrl);
  const server = createServer((request, response) => {
    void forward(correctHost, request).then((forwarded) => {
      const { method = 'GET', url = '/', headers } = request;
      const ending = host.fault(forwarded, { method, path: url.slice(1), headers });
      if (ending === 'cut') request.socket.destroy();
      if (ending !== undefined) return;
      response.writeHead(forwarded.status, forwarded.headers).end(method === 'HEAD' ? undefined : encoded(forwarded));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: FaultyHost = {
    siteUrl: `http://127.0.0.1:${port}/`,
    fault: () => undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

function forward({ hostname, port }: URL, { method, url, headers }: IncomingMessage): Promise<ForwardedResponse> {
  return new Promise((resolve, reject) => {
    const forwarded = startRequest({ hostname, port, path: url, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);
        const endToEnd = Object.entries(response.headers).filter(([name]) => !hopByHop.has(name));
        const headers = Object.fromEntries(endToEnd);
        const body = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
        resolve({ status: response.statusCode ?? 0, headers, body });
      });
    });
    forwarded.once('error', reject);
    forwarded.end();
  });
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function encoded({ headers, body }: ForwardedResponse): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return encoding === 'gzip' ? gzipSync(body) : body;
}

export const page = Buffer.from('<!doctype html><title>Not found</title>');

/** Replaces a response with an HTML page. */
export function becomePage(response: ForwardedResponse, status = response.status): void {
  Object.assign(response, { status, headers: { 'content-type': 'text/html' }, body: page });
}

export function changeText(response: ForwardedResponse, change: (text: string) => string): void {
  response.body = Buffer.from(change(response.body.toString()));
}
