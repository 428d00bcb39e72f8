import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as startRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/** A response that can be changed before it is sent. */
interface PassingAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  /** Uncompressed; it is compressed again if its header still says so. */
  body: Buffer;
}

interface PassingRequest {
  readonly method: string;
  /** From the root of the site, without a leading slash; with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Changes a response, or decides what happens to the connection instead. */
export type Fault = (answer: PassingAnswer, request: PassingRequest) => 'cut' | 'silence' | undefined;

export interface FaultyHost {
  readonly siteUrl: string;
  fault: Fault;
  close(): void;
}

/** Starts a proxy for a correct host that forwards everything, except for its fault. `siteUrl` ends in a slash. */
export async function startFaultyHost(siteUrl: string): Promise<FaultyHost> {
  const behind = new URL(siteUrl);
  const server = createServer((request, response) => {
    void askBehind(behind, request).then((answer) => {
      const { method = 'GET', url = '/', headers } = request;
      const ending = host.fault(answer, { method, path: url.slice(1), headers });
      if (ending === 'cut') request.socket.destroy();
      if (ending !== undefined) return;
      response.writeHead(answer.status, answer.headers).end(method === 'HEAD' ? undefined : encoded(answer));
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

function askBehind({ hostname, port }: URL, { method, url, headers }: IncomingMessage): Promise<PassingAnswer> {
  return new Promise((resolve, reject) => {
    const passed = startRequest({ hostname, port, path: url, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);
        const passedOn = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
        const headers = Object.fromEntries(passedOn);
        const body = decoded(Buffer.concat(chunks), answer.headers['content-encoding']);
        resolve({ status: answer.statusCode ?? 0, headers, body });
      });
    });
    passed.once('error', reject);
    passed.end();
  });
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function encoded({ headers, body }: PassingAnswer): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return encoding === 'gzip' ? gzipSync(body) : body;
}

export const isApi = (path: string): boolean => path.startsWith('webapi/');
export const isData = (path: string): boolean => /^data\/[0-9a-f]{32}\./.test(path);
export const isPage = (path: string): boolean => path === '' || path.endsWith('.html');
export const page = Buffer.from('<!doctype html><title>Not found</title>');

/** Replaces a response by a page. */
export function becomePage(answer: PassingAnswer, status = answer.status): void {
  Object.assign(answer, { status, headers: { 'content-type': 'text/html' }, body: page });
}

export function changeText(answer: PassingAnswer, change: (text: string) => string): void {
  answer.body = Buffer.from(change(answer.body.toString()));
}

/** The title of a fault, how the host produces it, and what the finding and its remedy must match. */
export type SingleFault = readonly [name: string, fault: Fault, what: RegExp, remedy: RegExp];
