import { createHash } from 'node:crypto';
import { close, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

import send, { type SendOptions } from 'send';

import { byteRangeOf } from '../../core/site/byte-range.ts';
import { contentHashInName, contentTypes } from '../../core/site/file-headers.ts';
import type { ContentFile } from './content-files.ts';

const plainText = { 'Content-Type': contentTypes['txt'] ?? '', 'X-Content-Type-Options': 'nosniff' };

export function sendText(response: ServerResponse, status: number, text: string, headers = {}): void {
  response.writeHead(status, { ...plainText, ...headers }).end(`${text}\n`);
}

/**
 * Sends an open file of the site, or the part of it that is requested, and closes it. The package evaluates conditions and
 * reads the file; this function decides which part to send, and with which entity tag.
 *
 * @param headers of the file, except those that follow from its bytes
 * @param sendNotFound answers if the file cannot be read
 */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file, descriptor, encoding, state }: ContentFile,
  headers: Readonly<Record<string, string>>,
  sendNotFound: () => void,
): void {
  let isRead = false;
  const closeUnlessRead = (): void => {
    if (!isRead) close(descriptor);
  };
  if (response.destroyed) {
    closeUnlessRead();
    return;
  }
  response.once('close', closeUnlessRead);
  // Only whether a file is still the same counts, on every host.
  delete request.headers['if-match'];
  delete request.headers['if-unmodified-since'];
  const tag = entityTagOf(path, state, encoding);
  settleRange(request, tag, state.size);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  // The package passes options that it does not know on to `createReadStream`.
  const options: SendOptions & { fd: number } = { cacheControl: false, etag: false, fd: descriptor };
  const sending = send(request, file, options)
    .on('stream', () => {
      isRead = true; // the stream closes the file
    })
    .on('error', ({ status }: { status: number }) => {
      if (response.headersSent) response.destroy();
      else if (status === 416) sendText(response, 416, 'This file has no such part.', { 'Cache-Control': 'no-store' });
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        sendNotFound();
      }
    });
  // What `pipe` does after it has read the state of the file, which is already known here.
  Object.assign(sending, { res: response }).send(file, state);
}

/**
 * A strong entity tag: the hash in the name of the file. Without one, and for compressed twins, a hash of its size, times and
 * inode: no two successive files at one path share all of these.
 */
function entityTagOf(path: string, { size, mtimeMs, ctimeMs, ino }: Stats, encoding: string | undefined): string {
  const hash = encoding === undefined ? contentHashInName(path) : undefined;
  if (hash !== undefined) return `"${hash}"`;
  const state = createHash('sha256').update([size, mtimeMs, ctimeMs, ino].join()).digest('base64url').slice(0, 22);
  return `"${state}${encoding === undefined ? '' : `-${encoding}`}"`;
}

/**
 * Leaves in a request the one range that applies, in a form that the package reads correctly: on its own it refuses a suffix
 * longer than the file, and takes a weak tag or a time in If-Range for a match.
 */
function settleRange(request: IncomingMessage, tag: string, size: number): void {
  const { range, 'if-range': condition } = request.headers;
  delete request.headers.range;
  delete request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return;
  const found = byteRangeOf(range, size);
  if (found === 'unsatisfiable') request.headers.range = `bytes=${size}-`;
  else if (found) request.headers.range = `bytes=${found.first}-${found.last}`;
}
