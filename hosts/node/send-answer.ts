import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

import type { ApiAnswer } from '../../core/api/api-message.ts';

const brotliAtOnce = promisify(brotliCompress);
const gzipAtOnce = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const smallestCompressedBytes = 1400;
/** Fast enough to be done for every answer. */
const brotliParameters = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzipParameters = { level: 5 };

type Encoding = 'br' | 'gzip';

/** Sends an answer of the handler, compressed where the client takes it and it is worth it. */
export async function sendAnswer(answer: ApiAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer;
  const hasBody = headers['Content-Type'] !== undefined;
  const encoding =
    hasBody && isWorthCompressing(answer) ? acceptedEncoding(request.headers['accept-encoding']) : undefined;
  const sent: Record<string, string> = { ...headers };
  if (hasBody) sent['Vary'] = 'Accept-Encoding';
  if (encoding) {
    sent['Content-Encoding'] = encoding;
    delete sent['Content-Length']; // the length of the body before compression
  }

  if (body === null) {
    response.writeHead(status, sent).end();
  } else if (body instanceof Uint8Array) {
    const bytes = encoding ? await compress(body, encoding) : body;
    if (response.destroyed) return;
    response.writeHead(status, { ...sent, 'Content-Length': String(bytes.length) }).end(bytes);
  } else {
    response.writeHead(status, sent);
    const source = Readable.from(body, { objectMode: false });
    // A client that goes away half-way ends the pipeline; so does data that cannot be read, and the connection is cut
    // so that nobody takes the part for the whole.
    if (encoding) await pipeline(source, compressor(encoding), response).catch(() => response.destroy());
    else await pipeline(source, response).catch(() => response.destroy());
  }
}

function isWorthCompressing({ headers }: ApiAnswer): boolean {
  const length = headers['Content-Length'];
  return length === undefined || Number(length) >= smallestCompressedBytes;
}

/** The best encoding that the header accepts; one with a weight of zero is refused. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = new Set<string>();
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!isRefused) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}

function compress(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotliAtOnce(bytes, brotliParameters) : gzipAtOnce(bytes, gzipParameters);
}

function compressor(encoding: Encoding): ReturnType<typeof createGzip> | ReturnType<typeof createBrotliCompress> {
  return encoding === 'br' ? createBrotliCompress(brotliParameters) : createGzip(gzipParameters);
}
