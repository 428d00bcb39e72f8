import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline as joinStreams, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

import type { ReadFailure } from '../../core/api/handle-request.ts';
import { type ApiResponse, failureResponse } from '../../core/api/responses.ts';
import { acceptedEncoding, type Encoding } from '../../core/site/file-headers.ts';

const brotliAtOnce = promisify(brotliCompress);
const gzipAtOnce = promisify(gzip);

/** A smaller response would not save a packet. */
const smallestCompressedBytes = 1400;
/** Fast enough for every response. */
const brotliParameters = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    // A window of 256 KiB: a sixteenth of the default memory per response, and records repeat within less.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};
const gzipParameters = { level: 5 };

/**
 * Sends a response of the API handler, compressed if the client accepts that and it is worthwhile.
 *
 * @param onReadFailure receives the failure of a streamed body
 */
export async function sendAnswer(
  answer: ApiResponse,
  request: IncomingMessage,
  response: ServerResponse,
  onReadFailure?: (failure: ReadFailure) => void,
): Promise<void> {
  const { status, headers, body } = answer;
  const isCompressible = headers['Content-Type'] !== undefined && isWorthCompressing(answer);
  const encoding = isCompressible ? acceptedEncoding(request.headers['accept-encoding']?.toString()) : undefined;

  if (body === null) {
    response.writeHead(status, headersToSend(headers, encoding, undefined)).end();
  } else if (body instanceof Uint8Array) {
    const bytes = encoding ? await compressedBodies.get(body, encoding) : body;
    if (response.destroyed) return;
    response.writeHead(status, headersToSend(headers, encoding, bytes.length)).end(bytes);
  } else {
    const source = Readable.from(yieldingToOthers(body), { objectMode: false });
    // A failure of the source destroys the compressor with the same error, and is handled there.
    const bytes: Readable = encoding ? joinStreams(source, compressor(encoding), () => undefined) : source;
    try {
      await untilReadable(bytes, response);
    } catch (error) {
      // The compressor buffers the first part: nothing has been sent, so the failure can be reported.
      reportFailure(error, onReadFailure);
      await sendAnswer(failureResponse(error), request, response);
      return;
    }
    if (response.destroyed) {
      bytes.destroy();
      return;
    }
    response.writeHead(status, headersToSend(headers, encoding, undefined));
    // A client that disconnects ends the pipeline. So does data that cannot be read: then the connection is destroyed, so
    // that no client takes the part for the whole.
    await pipeline(bytes, response).catch((error: unknown) => {
      // If the client has left, that is not a failure of the data.
      if (!hasLeft(error)) reportFailure(error, onReadFailure);
      response.destroy();
    });
  }
}

/**
 * Resolves when there is something to send, at the end of an empty stream, or when the client has disconnected. Rejects on an
 * earlier failure. Nothing is compressed for a client that has disconnected.
 */
function untilReadable(bytes: Readable, response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    bytes.once('readable', resolve).once('error', reject);
    response.once('close', resolve);
  });
}

/**
 * The parts of a body, with a turn of the event loop after each. Otherwise a long response from memory to a fast reader would
 * block all other requests.
 */
async function* yieldingToOthers<Part>(body: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of body) {
    yield part;
    await nextTurn();
  }
}

/** Names and values alternate, which is the cheapest form for the server. `Content-Length` of the handler is uncompressed. */
function headersToSend(
  headers: ApiResponse['headers'],
  encoding: Encoding | undefined,
  compressedBytes: number | undefined,
): string[] {
  const sent: string[] = [];
  for (const name in headers) {
    if (encoding === undefined || name !== 'Content-Length') sent.push(name, headers[name] ?? '');
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

/** Compresses a complete body. */
type Compress = (bytes: Uint8Array, encoding: Encoding) => Promise<Buffer>;

/** Compressed forms of bodies that are still in use: a cached response is compressed once. */
export class CompressedBodies {
  readonly #compress: Compress;
  readonly #compressed: Readonly<Record<Encoding, WeakMap<Uint8Array, Promise<Buffer>>>> = {
    br: new WeakMap(),
    gzip: new WeakMap(),
  };

  constructor(compress: Compress) {
    this.#compress = compress;
  }

  get(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
    const ofEncoding = this.#compressed[encoding];
    const known = ofEncoding.get(bytes);
    if (known) return known;
    const made = this.#compress(bytes, encoding);
    ofEncoding.set(bytes, made);
    // A failure, for example a lack of memory, must not affect every later request.
    made.catch(() => ofEncoding.delete(bytes));
    return made;
  }
}

const compressedBodies = new CompressedBodies((bytes, encoding) =>
  encoding === 'br' ? brotliAtOnce(bytes, brotliParameters) : gzipAtOnce(bytes, gzipParameters),
);

function reportFailure(error: unknown, onReadFailure: ((failure: ReadFailure) => void) | undefined): void {
  onReadFailure?.({ error: error instanceof Error ? error : new Error(String(error)), isFinal: true });
}

/** Whether a pipeline failed because the client closed the connection. */
function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function compressor(encoding: Encoding): ReturnType<typeof createGzip> | ReturnType<typeof createBrotliCompress> {
  return encoding === 'br' ? createBrotliCompress(brotliParameters) : createGzip(gzipParameters);
}
