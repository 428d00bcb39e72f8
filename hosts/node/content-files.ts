import { createHash } from 'node:crypto';
import { close, constants, fstatSync, open, type Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, posix, sep } from 'node:path';
import send, { type SendOptions } from 'send';

import { matchingEntityTag } from '../../core/api/responses.ts';
import { byteRangeOf, contentHashInName, contentTypes, type Encoding } from '../../core/http/file-headers.ts';
import { isSentAsFile } from '../../core/http/site-paths.ts';

/** A file of the site that is open for reading. The caller must close it. */
interface ContentFile {
  /** The path in the site, decoded, without a leading slash. For a directory, that of its index page. */
  readonly path: string;
  /** The path in the file system, which is that of the compressed copy if there is one. */
  readonly file: string;
  readonly descriptor: number;
  /** The content encoding if the file is a compressed copy. */
  readonly encoding: Encoding | undefined;
  /** The state of the open file, so that headers made from it match the bytes that are sent. */
  readonly state: Stats;
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
/** Opening a pipe would otherwise wait for a writer. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens the file of a site for a request target, if it is within the site's directory, also through links within it;
 * undefined if there is none.
 *
 * @param target starts at the root of the site, with a slash
 * @param encoding the encoding of the compressed copy to prefer
 */
export async function openContentFile(
  directory: string,
  target: string,
  encoding: Encoding | undefined,
): Promise<ContentFile | undefined> {
  const path = resolvedPath(target)?.replace(/(^|\/)$/, '$1index.html');
  if (path === undefined || !isSentAsFile(path)) return undefined;
  for (const candidate of encoding === undefined ? [undefined] : [encoding, undefined]) {
    const file = join(directory, candidate === undefined ? path : path + endings[candidate]);
    const descriptor = await openFile(file);
    if (descriptor === undefined) continue;
    try {
      const state = fstatSync(descriptor);
      // The directory may itself be a link, which a build can switch at any moment.
      const [realFile, realDirectory] = await Promise.all([realpath(file), realpath(directory)]);
      if (state.isFile() && realFile.startsWith(realDirectory + sep))
        return { path, file, descriptor, encoding: candidate, state };
    } catch {
      // The file or its disk has been removed.
    }
    close(descriptor);
  }
  return undefined;
}

function openFile(file: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    open(file, openFlags, (error, descriptor) => {
      resolve(error ? undefined : descriptor);
    });
  });
}

/** The decoded path of a target, without leading slashes; undefined if it leads out of the site or is invalid. */
function resolvedPath(target: string): string | undefined {
  let path = target.replace(/\?.*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // The path remains as it is.
  }
  // Two slashes in a row are invalid. They are checked before normalization, which would remove one of them.
  if (path.includes('//') || path.includes('\0')) return undefined;
  path = posix.normalize(path).replace(/^\/+/, '');
  return path.startsWith('../') || path === '..' ? undefined : path;
}

const plainText = { 'Content-Type': contentTypes.txt, 'X-Content-Type-Options': 'nosniff' };

export function sendText(response: ServerResponse, status: number, text: string, headers = {}): void {
  response.writeHead(status, { ...plainText, ...headers }).end(`${text}\n`);
}

/**
 * Sends an open file of the site, or the requested part of it, and closes it. The package `send` evaluates conditions
 * and reads the file; this function decides which part to send, and with which entity tag.
 *
 * @param headers the headers of the file, except those that are derived from its bytes
 * @param sendNotFound sends the response if the file cannot be read
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
  // All hosts ignore these headers. With `Cache-Control: no-cache`, the package would never send a 304.
  delete request.headers['if-match'];
  delete request.headers['if-unmodified-since'];
  delete request.headers['cache-control'];
  const tag = fileEntityTag(path, state, encoding);
  const { range, 'if-none-match': ifNoneMatch } = request.headers;
  // With a range, only the tag itself matches: a browser that has cached a compressed copy must receive the part.
  const matchingTag =
    ifNoneMatch === undefined || range !== undefined ? undefined : matchingEntityTag(ifNoneMatch, tag);
  if (matchingTag !== undefined) request.headers['if-none-match'] = matchingTag;
  normalizeRange(request, tag, state.size);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('ETag', matchingTag ?? tag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  // The package passes unknown options on to `createReadStream`.
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
  // Replaces the package's `pipe`, which would first read the state of the file, although it is already known here.
  Object.assign(sending, { res: response }).send(file, state);
}

/**
 * A strong entity tag: the hash in the name of the file. Without one, and for compressed copies, a hash of the size,
 * times and inode: two successive files at one path differ in at least one of them.
 */
function fileEntityTag(path: string, { size, mtimeMs, ctimeMs, ino }: Stats, encoding: string | undefined): string {
  const hash = encoding === undefined ? contentHashInName(path) : undefined;
  if (hash !== undefined) return `"${hash}"`;
  const state = createHash('sha256').update([size, mtimeMs, ctimeMs, ino].join()).digest('base64url').slice(0, 22);
  return `"${state}${encoding === undefined ? '' : `-${encoding}`}"`;
}

/**
 * Replaces the range of a request with the one that applies, if any, in a form that the package `send` reads correctly.
 * By itself, the package refuses a suffix longer than the file, and accepts a weak tag or a time in If-Range as a
 * match.
 */
function normalizeRange(request: IncomingMessage, tag: string, size: number): void {
  const { range, 'if-range': condition } = request.headers;
  delete request.headers.range;
  delete request.headers['if-range'];
  // The tag must be identical, without the suffix of a compressed copy: see `matchingEntityTag`.
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return;
  const part = byteRangeOf(range, size);
  if (part === 'unsatisfiable') request.headers.range = `bytes=${size}-`;
  else if (part) request.headers.range = `bytes=${part.first}-${part.last}`;
}
