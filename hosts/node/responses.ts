import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline as joinStreams, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ReadFailure } from '../../core/api/handle-request.ts';
import { type ApiResponse, failureResponse } from '../../core/api/responses.ts';
import {
  acceptedEncoding,
  allowsAnyOrigin,
  cacheControlOf,
  contentTypeOf,
  contentTypes,
  type Encoding,
  fileSecurityHeaders,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
  revalidateCacheControl,
} from '../../core/http/file-headers.ts';
import { embedPagePath, framePolicyIn, refusesFraming } from '../../core/http/embedding.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsHtml, missingPageForBasePath, missingPagePath, withTrailingSlash } from '../../core/http/site-paths.ts';
import type { ServerRequest } from './observability/route-class.ts';
import { openContentFile, sendFile, sendText } from './content-files.ts';

const brotliAtOnce = promisify(brotliCompress);
const gzipAtOnce = promisify(gzip);

/** Compressing a smaller response would not save a network packet. */
const smallestCompressedBytes = 1400;
/** Settings that are fast enough for every response. */
const brotliParameters = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    // A window of 256 KiB takes a sixteenth of the default memory per response, and records repeat within less than
    // that.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};
const gzipParameters = { level: 5 };

/**
 * Sends a response of the API handler, compressed if the client accepts that and it is worthwhile.
 *
 * @param onReadFailure is called when reading a streamed body fails
 */
export async function sendApiResponse(
  apiResponse: ApiResponse,
  request: IncomingMessage,
  response: ServerResponse,
  onReadFailure?: (failure: ReadFailure) => void,
): Promise<void> {
  const { status, headers, body } = apiResponse;
  const isCompressible = headers['Content-Type'] !== undefined && isWorthCompressing(apiResponse);
  const encoding = isCompressible ? acceptedEncoding(request.headers['accept-encoding']?.toString()) : undefined;

  if (body === null || body instanceof Uint8Array) {
    const bytes = body && encoding ? await compressBody(body, encoding) : body;
    // Each write wakes the client that waits for it, which takes longer than computing most responses. So the requests
    // of one turn of the event loop are computed first, and their responses written one after another.
    await nextTurn();
    if (response.destroyed) return;
    response.writeHead(status, headersToSend(headers, encoding, bytes?.length)).end(bytes);
  } else {
    const parts = yieldingToEventLoop(body);
    // Without a stream in between, which would keep a further part in memory while the client reads slowly.
    const bytes = encoding ? compressed(parts, encoding) : parts;
    try {
      if (bytes instanceof Readable) await untilReadable(bytes, response);
    } catch (error) {
      // Nothing has been sent yet, because the compressor buffers the first parts, so the client can be sent an error
      // response.
      reportFailure(error, onReadFailure);
      await sendApiResponse(failureResponse(error), request, response);
      return;
    }
    if (response.destroyed) {
      if (bytes instanceof Readable) bytes.destroy();
      else await bytes.return(undefined);
      return;
    }
    response.writeHead(status, headersToSend(headers, encoding, undefined));
    // The pipeline fails if the client disconnects or if data cannot be read. In the second case, the connection is
    // destroyed, so that no client mistakes the part that it received for the whole.
    await pipeline(bytes, response).catch((error: unknown) => {
      // A client that disconnects is not a read failure.
      if (!isClientDisconnect(error)) reportFailure(error, onReadFailure);
      response.destroy();
    });
  }
}

/**
 * Resolves when there are bytes to send, at the end of an empty stream, or when the client has disconnected and nothing
 * needs to be compressed. Rejects if the stream fails before that.
 */
function untilReadable(bytes: Readable, response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    bytes.once('readable', resolve).once('error', reject);
    response.once('close', resolve);
  });
}

/**
 * Yields the parts of a body, and lets the event loop run after each. Otherwise, a long response from memory to a fast
 * reader would block all other requests.
 */
async function* yieldingToEventLoop<Part>(body: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of body) {
    yield part;
    await nextTurn();
  }
}

/**
 * The headers to send, with alternating names and values, which is the cheapest form for the server. The
 * `Content-Length` of the handler is that of the uncompressed body.
 */
function headersToSend(
  headers: ApiResponse['headers'],
  encoding: Encoding | undefined,
  compressedBytes: number | undefined,
): string[] {
  const sent: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (encoding === undefined || name !== 'Content-Length') sent.push(name, value);
  }
  sent.push('Vary', 'Accept-Encoding'); // also on a 304
  if (encoding !== undefined) sent.push('Content-Encoding', encoding);
  if (encoding !== undefined && compressedBytes !== undefined) sent.push('Content-Length', String(compressedBytes));
  return sent;
}

function isWorthCompressing({ headers }: ApiResponse): boolean {
  const length = headers['Content-Length'];
  return length === undefined || Number(length) >= smallestCompressedBytes;
}

/** The compressed forms of bodies that are still in use, so that a cached response is compressed only once. */
const compressedBodies: Readonly<Record<Encoding, WeakMap<Uint8Array, Promise<Buffer>>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
};

function compressBody(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const known = compressedBodies[encoding].get(bytes);
  if (known) return known;
  const compressing = encoding === 'br' ? brotliAtOnce(bytes, brotliParameters) : gzipAtOnce(bytes, gzipParameters);
  compressedBodies[encoding].set(bytes, compressing);
  // Not cached, because a failure, for example for lack of memory, must not affect later requests.
  compressing.catch(() => compressedBodies[encoding].delete(bytes));
  return compressing;
}

function reportFailure(error: unknown, onReadFailure: ((failure: ReadFailure) => void) | undefined): void {
  onReadFailure?.({ error: error instanceof Error ? error : new Error(String(error)), isFinal: true });
}

/** Whether a pipeline failed because the client closed the connection. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** A failure of the source destroys the compressor with the same error. */
function compressed(parts: AsyncIterable<Uint8Array>, encoding: Encoding): Readable {
  const compressor = encoding === 'br' ? createBrotliCompress(brotliParameters) : createGzip(gzipParameters);
  return joinStreams(Readable.from(parts, { objectMode: false }), compressor, () => undefined);
}

type FileResponder = (request: ServerRequest, response: ServerResponse) => Promise<void>;

/** Handles every request outside the API: sends a file of the site, a redirect or a 404. */
export function createFileResponder(directory: string, basePath: string): FileResponder {
  return async (request, response) => {
    const notFound = (): void => {
      sendNotFound(request, response, directory, basePath);
    };
    const { url: target, method, headers } = request;
    const location = withTrailingSlash(target, basePath);
    const redirect = (): void => {
      response.writeHead(301, { Location: location, 'Cache-Control': revalidateCacheControl }).end();
    };
    if (!target.startsWith(basePath)) {
      if (location === undefined) notFound();
      else redirect();
      return;
    }
    const inSite = target.slice(basePath.length - 1);
    const isOpen = allowsAnyOrigin(inSite.slice(1).replace(/\?.*$/s, ''));
    if (method === 'OPTIONS' && isOpen) {
      response.writeHead(204, openFilePreflightHeaders).end();
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      sendText(response, 405, 'This site is read-only.', { Allow: isOpen ? openFileMethods : 'GET, HEAD' });
      return;
    }
    if (location !== undefined) {
      redirect();
      return;
    }
    // Every file of the site has an extension. Ranges are those of the file itself, never of a compressed copy.
    const encoding = headers.range === undefined ? acceptedEncoding(headers['accept-encoding']?.toString()) : undefined;
    const file = /(?:\/|\.[a-z0-9]+)(?:\?.*)?$/.test(inSite)
      ? await openContentFile(directory, inSite, encoding)
      : undefined;
    if (file) sendFile(request, response, file, fileHeaders(file.path, directory), notFound);
    else if (!response.destroyed) notFound();
  };
}

function fileHeaders(path: string, directory: string): Record<string, string> {
  const contentType = contentTypeOf(path);
  return {
    ...fileSecurityHeaders,
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    'Cache-Control': cacheControlOf(path),
    ...(allowsAnyOrigin(path) ? openFileHeaders : {}),
    ...(path.endsWith('.html') ? { 'Content-Security-Policy': framePolicy(path, directory) } : {}),
  };
}

/** Who may frame a page. A page that cannot be read now, because a new tree is replacing the old one, is not framed. */
function framePolicy(path: string, directory: string): string {
  if (path !== embedPagePath) return refusesFraming;
  try {
    return framePolicyIn(readFileSync(join(directory, path), 'utf8'));
  } catch {
    return refusesFraming;
  }
}

/** Sends a 404: with the site's page to a browser that opens a URL, and with a line of text to all other clients. */
function sendNotFound(request: IncomingMessage, response: ServerResponse, directory: string, basePath: string): void {
  const page = acceptsHtml(request.headers.accept) ? readMissingPage(directory, basePath) : undefined;
  const body = page ?? 'There is nothing here.\n';
  response.writeHead(404, {
    'Content-Type': contentTypes[page === undefined ? 'txt' : 'html'],
    ...(page === undefined
      ? { 'X-Content-Type-Options': 'nosniff' }
      : { ...fileSecurityHeaders, 'Content-Security-Policy': refusesFraming }),
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  });
  response.end(body);
}

/** The site's 404 page; undefined if the site has no such page, or while a new tree replaces the old one. */
function readMissingPage(directory: string, basePath: string): string | undefined {
  try {
    return missingPageForBasePath(readFileSync(join(directory, missingPagePath), 'utf8'), basePath);
  } catch {
    return undefined;
  }
}
