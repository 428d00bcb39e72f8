import { createHash } from 'node:crypto';
import { close, constants, fstatSync, open, realpathSync, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, posix, sep } from 'node:path';
import send, { type SendOptions } from 'send';

import { byteRangeOf, contentHashInName, contentTypes, type Encoding } from '../../core/site/file-headers.ts';
import { isSentAsFile } from '../../core/site/site-paths.ts';

/** A file of the site that is open for reading. The caller must close it. */
interface ContentFile {
  /** In the site, decoded, without a leading slash. For a folder, its index page. */
  readonly path: string;
  /** In the file system. */
  readonly file: string;
  readonly descriptor: number;
  /** The content encoding, if the file is a compressed twin. */
  readonly encoding: Encoding | undefined;
  /** Of the open file, so that headers made from it match the bytes that are sent. */
  readonly state: Stats;
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
const mostFilesRemembered = 10_000;
/** Opening a pipe would otherwise wait for a writer. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The files of a site: content within its directory, also through links in it. A request costs one open and one fstat and,
 * once per file, the system calls that resolve its real path.
 */
export class ContentFiles {
  readonly #directory: string;
  /** The identity of files that are known to be within the site, by path. */
  readonly #inside = new Map<string, string>();
  /** Files without a compressed twin, with the identity that they had. */
  readonly #withoutTwin = new Map<string, string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Opens the file for a request target, which starts at the root of the site, with a slash. Undefined when there is none.
   *
   * @param encoding of the compressed twin to prefer
   */
  async open(target: string, encoding: Encoding | undefined): Promise<ContentFile | undefined> {
    const path = resolvedPath(target)?.replace(/(^|\/)$/, '$1index.html');
    if (path === undefined || !isSentAsFile(path)) return undefined;
    const file = join(this.#directory, path);
    if (encoding === undefined) return this.#openInside(path, file, undefined);
    const twin = file + endings[encoding];
    if (this.#withoutTwin.has(twin)) {
      const plain = await this.#openInside(path, file, undefined);
      // A new build may have brought a twin together with the file.
      if (!plain || this.#withoutTwin.get(twin) === identityOf(plain.state)) return plain;
      close(plain.descriptor);
    }
    const compressed = await this.#openInside(path, twin, encoding);
    if (compressed) {
      this.#withoutTwin.delete(twin);
      return compressed;
    }
    const plain = await this.#openInside(path, file, undefined);
    if (plain) remember(this.#withoutTwin, twin, identityOf(plain.state));
    return plain;
  }

  async #openInside(path: string, file: string, encoding: Encoding | undefined): Promise<ContentFile | undefined> {
    const descriptor = await openFile(file);
    if (descriptor === undefined) return undefined;
    try {
      const state = fstatSync(descriptor);
      if (state.isFile() && this.#isInside(file, state)) return { path, file, descriptor, encoding, state };
    } catch {
      // Its disk has been removed.
    }
    close(descriptor);
    return undefined;
  }

  /** Whether a file is within the site and not behind a link that leads out of it. */
  #isInside(file: string, state: Stats): boolean {
    const identity = identityOf(state);
    if (this.#inside.get(file) === identity) return true;
    try {
      // The directory may itself be a link, which a build can switch at any moment.
      if (!realpathSync.native(file).startsWith(realpathSync.native(this.#directory) + sep)) return false;
    } catch {
      return false;
    }
    remember(this.#inside, file, identity);
    return true;
  }
}

/** Distinguishes a file from every other file that was at the same path before. */
function identityOf({ dev, ino, size, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${ctimeMs}`;
}

function remember(map: Map<string, string>, key: string, value: string): void {
  if (map.size >= mostFilesRemembered) map.clear();
  map.set(key, value);
}

function openFile(file: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    open(file, openFlags, (error, descriptor) => {
      resolve(error ? undefined : descriptor);
    });
  });
}

/** Decoded, without slashes before it; undefined when it leads out of the site, or nowhere. */
function resolvedPath(target: string): string | undefined {
  let path = target.replace(/\?.*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // Unchanged.
  }
  // Checked before normalization removes it: a name between slashes may be empty.
  if (path.includes('//') || path.includes('\0')) return undefined;
  path = posix.normalize(path).replace(/^\/+/, '');
  return path.startsWith('../') || path === '..' ? undefined : path;
}

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
